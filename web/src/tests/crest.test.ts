import { expect, it } from 'vitest';
import en from '../messages/en.json';
import { BOT_FACES } from '../lib/botFaces';
import { crest, seatSeed } from '../lib/crest';

it('draws the same crest from the same seed, and others from others', () => {
  const seeds = Array.from({ length: 200 }, (_, i) => `person ${i}`);
  const drawn = seeds.map((seed) => JSON.stringify(crest(seed)));
  expect(seeds.map((seed) => JSON.stringify(crest(seed)))).toEqual(drawn);
  expect(new Set(drawn).size).toBeGreaterThan(150);
  expect(new Set(seeds.map((seed) => crest(seed).hue)).size).toBe(7);
});

it('gives people at one screen crests of their own, and a person alone always the same', () => {
  const seats = [
    { person: 'p1', name: 'Hana' },
    { person: 'p1', name: 'Taro' },
    { person: 'p2', name: 'Anna' },
  ];
  expect(new Set(seats.map((_, seat) => seatSeed(seats, seat))).size).toBe(3);
  expect(seatSeed(seats, 2)).toBe('p2');
  const drawn = [0, 1, 2].map((crest) => seatSeed([{ person: 'p2', name: 'Anna', crest }], 0));
  expect(drawn[0]).toBe('p2'); // as before it could be drawn anew
  expect(new Set(drawn).size).toBe(3);
});

it('has a portrait for every level', () => {
  const levels = Object.keys(en).filter((key) => /^level\.\w+$/.test(key));
  expect(Object.keys(BOT_FACES).sort()).toEqual(levels.map((key) => key.slice(6)).sort());
});
