// Two quiet sounds, made by the browser: wood on wood when something happens, a bell when it is one's turn.
let studio: AudioContext | null = null;

const SOUNDS = { wood: [[330, 0.05, 'triangle']], bell: [[660, 0.35, 'sine'], [990, 0.5, 'sine']] } as const;

export function ring(name: keyof typeof SOUNDS): void {
  try {
    studio ??= new AudioContext();
    const start = studio.currentTime;
    for (const [pitch, length, shape] of SOUNDS[name]) {
      const tone = studio.createOscillator();
      const volume = studio.createGain();
      tone.type = shape;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(volume).connect(studio.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  } catch {
    // no sound on this device
  }
}
