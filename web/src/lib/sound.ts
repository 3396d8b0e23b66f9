// Two quiet sounds, made by the browser: wood on wood when something happens, a bell when it is one's turn.
let audio: AudioContext | null = null;

const SOUNDS = {
  wood: [[330, 0.05, 'triangle']],
  bell: [
    [660, 0.35, 'sine'],
    [990, 0.5, 'sine'],
  ],
} as const;

export function playSound(name: keyof typeof SOUNDS): void {
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [pitch, length, shape] of SOUNDS[name]) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.type = shape;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.12, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  } catch {
    // no sound on this device
  }
}
