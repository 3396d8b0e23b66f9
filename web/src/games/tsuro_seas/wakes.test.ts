// Wakes join those of the next tile, and pass over and under each other wherever they cross.
import { describe, expect, it } from 'vitest';
import facts from './facts.json';
import { points, type Point } from './layout';
import type { Pair } from './types';
import { bridges, wake } from './wakes';

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const spots = (d: string): Point[] =>
  [...d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
const tiles = facts.patterns as Pair[][];

describe('a wake', () => {
  it('is as wide at every port as all others, and varies between', () => {
    for (const pair of tiles.flat()) {
      const edge = spots(wake(pair).stroke);
      const half = edge.length / 2;
      const wide = Array.from({ length: half }, (_, i) => far(edge[i]!, edge[edge.length - 1 - i]!));
      expect(wide[0]).toBeCloseTo(8.5, 0);
      expect(wide.at(-1)).toBeCloseTo(8.5, 0);
      expect(Math.max(...wide) - Math.min(...wide)).toBeGreaterThan(1);
      expect(Math.min(...wide)).toBeGreaterThan(4.5);
    }
  });
});

describe('crossings', () => {
  it('leave water beside the upper wake, at every angle', () => {
    for (const tile of tiles) {
      const gaps = bridges(tile).map(spots);
      tile.forEach((pair, i) => {
        const lines = tile.slice(0, i).map(points);
        const meet = points(pair).filter((at) => lines.some((line) => line.some((one) => far(one, at) < 2)));
        for (const at of meet) expect(gaps[i]!.some((one) => far(one, at) < 9)).toBe(true);
      });
    }
  });

  it('leave the others alone', () => {
    expect(bridges(tiles[0]!).join('')).toBe(''); // four bends that never meet
    expect(bridges(tiles[33]!)[0]).toBe(''); // what lies deepest passes over nothing
  });
});
