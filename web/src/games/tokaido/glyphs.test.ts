// Whatever the rules name is drawn.
import { expect, it } from 'vitest';
import { BADGE_AT, CROPS, TRAVELERS } from './art/travelers';
import facts from './facts.json';
import { GLYPHS } from './glyphs';
import english from './messages/en.json';

const named = (kind: string) =>
  Object.keys(english)
    .filter((key) => key.startsWith(`tokaido.${kind}.`))
    .map((key) => key.split('.')[2]!);

it('draws every souvenir, meal and person met', () => {
  const cards = [...Object.keys(facts.souvenirs), ...named('meal'), ...named('encounter')];
  expect(cards.length).toBe(24 + 14 + 7);
  expect(cards.filter((name) => !GLYPHS[name]?.length)).toEqual([]);
});

it('draws every traveler as a pawn and as a portrait', () => {
  const travelers = Object.keys(facts.travelers).sort();
  expect(travelers.length).toBe(10);
  for (const drawn of [TRAVELERS, BADGE_AT, CROPS]) expect(Object.keys(drawn).sort()).toEqual(travelers);
});
