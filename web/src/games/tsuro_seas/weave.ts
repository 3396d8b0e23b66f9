// Which wake passes over which: so that those below come out in pieces that can be followed, or not at all.
import { ribbon as brush } from '../../lib/brush';
import { type Point, points } from './layout';
import type { Pair } from './types';

const COVERED = 7.3; // what lies under another wake, or in the water beside it, up to this far from its middle
const EDGE = 3.4; // from the middle of a wake to its edges, which may come out where the middle does not
const SHORT = 22; // pieces of this length are read as part of a line
const SCRAP = 10; // shorter ones only confuse: the wake dives under all of it
const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const span = ([a, b]: Pair) => Math.min(Math.abs(a - b), 8 - Math.abs(a - b));

/** A line beside another. */
function beside(line: Point[], by: number): Point[] {
  return line.map(({ x, y }, i) => {
    const [a, b] = [line[Math.max(0, i - 1)]!, line[Math.min(line.length - 1, i + 1)]!];
    const length = far(a, b) || 1;
    return { x: x + ((b.y - a.y) * by) / length, y: y - ((b.x - a.x) * by) / length };
  });
}

export interface Piece {
  /** Where it begins and ends, as places of points of its wake. */
  from: number;
  to: number;
  /** How much of the wake's middle is seen. */
  length: number;
}

const hiding = new Map<string, boolean[][]>();

/** Which points of a wake's middle and edges another one would hide. */
function hides(upper: Pair, lower: Pair): boolean[][] {
  const key = `${upper.join()};${lower.join()}`;
  const found = hiding.get(key);
  if (found) return found;
  const [line, over] = [points(lower), points(upper)];
  const close = (at: Point) => over.some(({ x, y }) => (x - at.x) ** 2 + (y - at.y) ** 2 < COVERED ** 2);
  const made = [line, beside(line, EDGE), beside(line, -EDGE)].map((one) => one.map(close));
  hiding.set(key, made);
  return made;
}

/** What comes out of a wake between those above it; what reaches the next tile is no piece. */
export function pieces(wake: Pair, above: Pair[]): Piece[] {
  const line = points(wake);
  const hidden = above.map((upper) => hides(upper, wake));
  const out = (which: number, i: number) => !hidden.some((one) => one[which]![i]);
  const seen = line.map((_, i) => out(0, i) || out(1, i) || out(2, i));
  const found: Piece[] = [];
  for (let i = seen.indexOf(false); i < seen.lastIndexOf(false); i++) {
    if (!seen[i]) continue;
    const piece = { from: i, to: i, length: 0 };
    for (; seen[i]; i++) piece.length += out(0, i) ? far(line[i]!, line[i + 1]!) : 0;
    found.push({ ...piece, to: i - 1 });
  }
  return found;
}

/** How hard the wakes, drawn in this order, are to follow. */
export function tangle(order: Pair[]): number {
  const all = order.flatMap((pair, i) => pieces(pair, order.slice(i + 1)));
  return all.reduce((sum, { length }) => sum + 1 + (length < SCRAP ? 6 : Math.max(0, SHORT - length)), 0);
}

function orders(pairs: Pair[]): Pair[][] {
  if (pairs.length < 2) return [pairs];
  return pairs.flatMap((pair, i) => orders(pairs.filter((_, k) => k !== i)).map((rest) => [pair, ...rest]));
}

const known = new Map<string, Pair[]>();

/** The wakes of a tile from the deepest to the uppermost: straight ones below short bends, where that tears no line. */
export function weave(paths: Pair[]): Pair[] {
  const usual = [...paths].sort((one, two) => span(two) - span(one) || one[0] - two[0]);
  const key = usual.join(';');
  const found = known.get(key);
  if (found) return found;
  let best = usual;
  let least = tangle(usual);
  for (const order of least ? orders(usual) : []) {
    const now = tangle(order);
    if (now < least - 0.01) [best, least] = [order, now];
  }
  known.set(key, best);
  return best;
}

/** For each wake the scraps of it that are hidden: drawn in water, before the wakes above it. */
export function scraps(order: Pair[]): string[] {
  return order.map((pair, i) => {
    const line = points(pair).map(({ x, y }) => [x, y] as const);
    return pieces(pair, order.slice(i + 1))
      .filter(({ length }) => length < SCRAP)
      .map(({ from, to }) => brush(line.slice(Math.max(0, from - 3), to + 4), () => 2 * COVERED))
      .join('');
  });
}
