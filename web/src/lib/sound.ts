// Few and soft sounds, made by the browser: a step, a coin, a page, water, and a bell when it is one's turn. Nothing is
// heard before somebody has asked for it.
import type { GameEvent } from './protocol';
import { settings } from './settings.svelte';

export type Sound = 'step' | 'coin' | 'page' | 'water' | 'bell';
/** Which sound an event of a game makes; most make none. */
export type Sounds = Readonly<Partial<Record<string, Sound>>>;

/** A tone: pitch in hertz, after how many seconds, for how long, how loud; it may glide to another pitch. */
type Tone = [pitch: number, after: number, length: number, loud: number, to?: number];
/** A breath of noise between two pitches of a filter. */
type Noise = [from: number, to: number, after: number, length: number, loud: number];

const MADE: Record<Sound, { tones?: Tone[]; noises?: Noise[] }> = {
  step: {
    noises: [
      [520, 240, 0, 0.07, 0.5],
      [460, 200, 0.16, 0.07, 0.4],
    ],
  },
  coin: {
    tones: [
      [2093, 0, 0.18, 0.1],
      [3136, 0.05, 0.32, 0.08],
      [4186, 0.05, 0.2, 0.03],
    ],
  },
  page: { noises: [[900, 3400, 0, 0.26, 0.22]] },
  water: {
    tones: [
      [420, 0.02, 0.16, 0.06, 760],
      [360, 0.2, 0.18, 0.05, 620],
    ],
    noises: [[300, 700, 0, 0.6, 0.2]],
  },
  bell: {
    tones: [
      [523, 0, 1.6, 0.14],
      [1046, 0, 1.1, 0.06],
      [1443, 0, 0.7, 0.04],
      [2140, 0, 0.4, 0.02],
    ],
  },
};
const APART = 0.15; // seconds between the sounds of what happened at once
const MOST = 3;

let audio: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A second of noise, the same each time. */
function noise(context: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = hiss.getChannelData(0);
  let state = 1;
  for (let i = 0; i < samples.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[i] = state / 2147483648 - 1;
  }
  return hiss;
}

/** A volume that comes softly and fades away. */
function fading(context: AudioContext, start: number, length: number, loud: number): GainNode {
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud * settings.now.volume), start + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  volume.connect(context.destination);
  return volume;
}

export function playSound(name: Sound, later = 0): void {
  if (!settings.now.sound || !settings.now.volume) return;
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime + later;
    for (const [pitch, after, length, loud, to] of MADE[name].tones ?? []) {
      const tone = audio.createOscillator();
      tone.frequency.setValueAtTime(pitch, now + after);
      if (to) tone.frequency.exponentialRampToValueAtTime(to, now + after + length);
      tone.connect(fading(audio, now + after, length, loud));
      tone.start(now + after);
      tone.stop(now + after + length);
    }
    for (const [from, to, after, length, loud] of MADE[name].noises ?? []) {
      const source = audio.createBufferSource();
      source.buffer = noise(audio);
      const filter = audio.createBiquadFilter();
      filter.type = 'bandpass';
      filter.frequency.setValueAtTime(from, now + after);
      filter.frequency.exponentialRampToValueAtTime(to, now + after + length);
      source.connect(filter).connect(fading(audio, now + after, length, loud));
      source.start(now + after);
      source.stop(now + after + length);
    }
  } catch {
    // no sound on this device
  }
}

/** What happened, as sounds: each kind once, in order, and never many. */
export function playEvents(events: GameEvent[], sounds: Sounds = {}): void {
  const heard = new Set(events.map((event) => sounds[event.event]).filter((sound) => sound !== undefined));
  [...heard].slice(0, MOST).forEach((sound, i) => playSound(sound, i * APART));
}
