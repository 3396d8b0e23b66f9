// Sounds: none before somebody asked for them, softer with the volume, and few.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GameEvent } from '../lib/protocol';
import { settings } from '../lib/settings.svelte';
import { playEvents, playSound } from '../lib/sound';

const started: number[] = [];
const loudest: number[] = [];
const param = () => ({
  setValueAtTime: () => undefined,
  exponentialRampToValueAtTime: (value: number) => void loudest.push(value),
});
const node = () => ({
  gain: param(),
  frequency: { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined },
  connect: <T>(to: T) => to,
  start: (at: number) => void started.push(at),
  stop: () => undefined,
});

class Context {
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  createOscillator = node;
  createGain = node;
  createBiquadFilter = node;
  createBufferSource = node;
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Context);
  started.length = loudest.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.now = { ...settings.now, sound: false, volume: 0.6 };
});

it('is silent until asked', () => {
  for (const sound of ['step', 'coin', 'page', 'water', 'bell'] as const) playSound(sound);
  expect(started).toEqual([]);
});

it('has a volume', () => {
  const peak = (volume: number) => {
    settings.now = { ...settings.now, sound: true, volume };
    loudest.length = 0;
    playSound('bell');
    return Math.max(0, ...loudest);
  };
  expect(peak(1)).toBeGreaterThan(peak(0.5));
  expect(peak(0)).toBe(0);
});

it('plays what happened, each kind once and one after another', () => {
  settings.now = { ...settings.now, sound: true };
  const events = ['moved', 'coins', 'coins', 'looked'].map((event) => ({ event }) as GameEvent);
  playEvents(events, { moved: 'step', coins: 'coin' });
  expect(started.length).toBe(2 + 3); // two feet, three partials
  expect(Math.max(...started)).toBeGreaterThan(0.14);
});
