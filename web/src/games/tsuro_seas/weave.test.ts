// Wakes can be followed on every tile, however it is turned: no scraps between two crossings.
import { describe, expect, it } from 'vitest';
import facts from './facts.json';
import type { Pair } from './types';
import { pieces, scraps, tangle, weave } from './weave';

const turn = (tile: Pair[], by: number) => tile.map(([a, b]): Pair => [(a + 2 * by) % 8, (b + 2 * by) % 8]);
const turned = (facts.patterns as Pair[][]).flatMap((tile) => [0, 1, 2, 3].map((by) => turn(tile, by)));

describe('a tile', () => {
  it('shows every wake in pieces that can be followed, and hides scraps', () => {
    for (const tile of turned) {
      const order = weave(tile);
      expect([...order].sort().join()).toBe([...tile].sort().join());
      order.forEach((pair, i) => {
        const torn = pieces(pair, order.slice(i + 1)).filter(({ length }) => length < 15);
        expect(torn.every(({ length }) => length < 10)).toBe(true);
        expect(scraps(order)[i]!.split('M').length - 1).toBe(torn.length);
      });
    }
  });

  it('is woven in the order that tangles least', () => {
    const crossed: Pair[] = [
      [0, 4],
      [1, 5],
      [2, 7],
      [3, 6],
    ]; // two wakes that cross between two others
    expect(tangle(weave(crossed))).toBeLessThan(tangle(crossed));
    const bends: Pair[] = [
      [0, 2],
      [1, 5],
      [3, 7],
      [4, 6],
    ];
    expect(tangle(bends)).toBeGreaterThan(7);
    expect(tangle(weave(bends))).toBe(0);
  });
});
