// Wakes as a brush leaves them: wide and narrow along their way, with foam beside them, passing over and under.
import { ribbon as brush } from '../../lib/brush';
import { grain } from '../../lib/grain';
import { type Point, points } from './layout';
import type { Pair } from './types';

export interface Wake {
  /** The stroke itself, as wide at both ends as every other. */
  stroke: string;
  /** Water that is churned beside it. */
  churn: string;
  /** Both edges, where foam gathers. */
  edges: string;
  /** Hairs of the brush: fine lines of water inside. */
  hairs: string;
  /** Drops of foam. */
  drops: string;
}

const WIDTH = 8.5;
const GAP = 3; // between a wake and the one that passes under it
const EASE = 3; // pieces of a wake over which a gap opens
const near = (n: number) => Math.round(n * 10) / 10;
const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
/** 0 at both ends of a wake, 1 along its middle: what varies must fit to the next tile. */
const inside = (share: number) => Math.min(1, 5 * Math.min(share, 1 - share));

function width(pair: Pair): (index: number, count: number) => number {
  const seed = pair[0] * 8 + pair[1];
  const [one, two] = [grain(seed) * 6.28, grain(seed + 50) * 6.28];
  return (i, count) => {
    const share = i / (count - 1);
    const wave = Math.sin(share * 8 + one) * 1.7 + Math.sin(share * 17 + two) * 0.8;
    return WIDTH + wave * inside(share);
  };
}

const known = new Map<string, Wake>();

/** A wake on a square of side U. */
export function wake(pair: Pair): Wake {
  const key = pair.join('-');
  const found = known.get(key);
  if (found) return found;
  const line = points(pair);
  const spots = line.map(({ x, y }) => [x, y] as const);
  const count = line.length;
  const wide = width(pair);
  const seed = pair[0] * 8 + pair[1];
  const drops: string[] = [];
  for (let i = 3; i < count - 3; i += 2) {
    if (grain(seed * 3 + i) < 0.62) continue;
    const [a, b] = [line[i - 1]!, line[i + 1]!];
    const side = grain(seed + i) < 0.5 ? 1 : -1;
    const by = (side * (wide(i, count) / 2 + 2.6 + 2.6 * grain(seed + i * 3))) / (far(a, b) || 1);
    drops.push(`M${near(line[i]!.x + (b.y - a.y) * by)} ${near(line[i]!.y - (b.x - a.x) * by)}h.01`);
  }
  const hair = (from: number, to: number) =>
    `M${spots
      .slice(from, to)
      .map(([x, y]) => `${near(x)} ${near(y)}`)
      .join('L')}`;
  const edge = (side: number) => {
    const along = line.flatMap(({ x, y }, i) => {
      if (i % 2) return [];
      const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(count - 1, i + 1)]!];
      const by = (side * (wide(i, count) / 2 - 0.7)) / (far(a, b) || 1);
      return [`${near(x + (b.y - a.y) * by)} ${near(y - (b.x - a.x) * by)}`];
    });
    return `M${along.join('L')}`;
  };
  const start = 6 + Math.floor(grain(seed + 7) * 8);
  const made: Wake = {
    stroke: brush(spots, (i) => wide(i, count)),
    edges: edge(1) + edge(-1),
    churn: brush(spots, (i) => WIDTH + 7 + (wide(i, count) - WIDTH) * 2.4),
    hairs: hair(start, start + 7) + hair(start + 12, start + 16),
    drops: drops.join(''),
  };
  known.set(key, made);
  return made;
}

const gaps = new Map<string, string[]>();

/**
 * For each wake the pieces of it that come close to one drawn before: water is left beside them, so that it passes
 * over. A flat crossing is long and gets a long piece; wakes that only touch are kept apart in the same way.
 */
export function bridges(order: Pair[]): string[] {
  const key = order.join(';');
  const found = gaps.get(key);
  if (found) return found;
  const wakes = order.map(points);
  const made = wakes.map((upper, n) => {
    const wide = width(order[n]!);
    const close = upper.map((at) => wakes.slice(0, n).some((lower) => lower.some((one) => far(at, one) < WIDTH + GAP)));
    const runs: string[] = [];
    for (let i = 0; i < upper.length;) {
      if (!close[i]) {
        i += 1;
        continue;
      }
      let end = i;
      while (end < upper.length && close[end]) end += 1;
      const [from, to] = [Math.max(0, i - EASE), Math.min(upper.length, end + EASE)];
      const piece = upper.slice(from, to).map(({ x, y }) => [x, y] as const);
      // the gap opens and closes slowly, as if the brush were lifted
      const open = (k: number) => Math.min(1, k / EASE, (piece.length - 1 - k) / EASE);
      runs.push(brush(piece, (k) => wide(from + k, upper.length) + 2 * GAP * open(k)));
      i = end;
    }
    return runs.join('');
  });
  gaps.set(key, made);
  return made;
}
