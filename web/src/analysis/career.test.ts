import { expect, it } from 'vitest';
import type { AnalyzedMatch } from '../lib/protocol';
import { kinds, together } from './career';

const match = (luck: number, of: Record<string, [cost: number, at_stake: number]>) =>
  ({
    seat: {
      luck,
      kinds: Object.fromEntries(
        Object.entries(of).map(([name, [cost, at_stake]]) => [name, { decisions: 1, cost, at_stake }]),
      ),
    },
  }) as unknown as AnalyzedMatch;

it('weighs decisions by what was at stake, and names the greatest leak first', () => {
  const matches = [match(0.2, { move: [0.1, 1], eat: [0.3, 0.5] }), match(-0.4, { move: [0.1, 1] })];
  expect(together(matches).accuracy).toBeCloseTo(1 - 0.5 / 2.5);
  expect(together(matches).luck).toBeCloseTo(-0.1);
  const found = kinds(matches);
  expect(found.map((kind) => kind.name)).toEqual(['eat', 'move']);
  expect(found[0]!.cost).toBeCloseTo(0.15);
  expect(found[1]!.accuracy).toBeCloseTo(0.9);
});

it('says nothing of who had nothing to decide', () => {
  expect(together([match(0, {})]).accuracy).toBeNull();
});
