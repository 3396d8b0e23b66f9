// The sea: squares, ports, marks, tiles, and the wakes between them. No rules: where a ship ends is always told by an
// event; here the way to that end is only found on the tiles that lie there.
import facts from './facts.json';
import type { Laid, Pair, Side } from './types';

export const SIZE = facts.size;
const COLUMNS = 'abcdefghijklmnopqrstuvwxyz'.slice(0, SIZE);
export const SIDES: Side[] = ['n', 'e', 's', 'w'];
export const OPPOSITE = facts.opposite;
const STEP: Pair[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** About to enter a square by a port. */
export interface Berth {
  square: string;
  port: number;
}
export interface Leg {
  square: string;
  in: number;
  out: number;
}

export const SQUARES = Array.from({ length: SIZE * SIZE }, (_, i) => `${COLUMNS[i % SIZE]}${Math.floor(i / SIZE) + 1}`);
export const column = (square: string) => square.charCodeAt(0) - 97;
export const row = (square: string) => Number(square.slice(1)) - 1;

/** The square beside another, or null over the edge. */
export function beside(square: string, side: number): string | null {
  const x = column(square) + STEP[side]![0];
  const y = row(square) + STEP[side]![1];
  return x < 0 || y < 0 || x >= SIZE || y >= SIZE ? null : `${COLUMNS[x]}${y + 1}`;
}

export const MARKS = SIDES.flatMap((side) => Array.from({ length: facts.marks_per_side }, (_, i) => `${side}${i + 1}`));

/** Where a ship at a start mark enters the sea. */
export function markAt(mark: string): Berth {
  const side = SIDES.indexOf(mark[0] as Side);
  const number = Number(mark.slice(1)) - 1;
  const line = number >> 1;
  const second = number & 1;
  const [x, y] = (
    [
      [line, 0],
      [SIZE - 1, line],
      [line, SIZE - 1],
      [0, line],
    ] as Pair[]
  )[side]!;
  return { square: `${COLUMNS[x]}${y + 1}`, port: [second, 2 + second, 5 - second, 7 - second][side]! };
}

/** Marks clockwise from the north-west corner, for the arrow keys. */
export const ROUND = [
  ...MARKS.slice(0, 2 * facts.marks_per_side),
  ...MARKS.slice(2 * facts.marks_per_side, 3 * facts.marks_per_side).toReversed(),
  ...MARKS.slice(3 * facts.marks_per_side).toReversed(),
];

// --- tiles ---------------------------------------------------------------------------------------------------------
const turned = (pairs: Pair[], turns: number): Pair[] =>
  pairs.map(([one, two]) => [(one + 2 * turns) % 8, (two + 2 * turns) % 8]);
const look = (pairs: Pair[]) =>
  pairs
    .map(([one, two]) => (one < two ? `${one}${two}` : `${two}${one}`))
    .sort()
    .join();
const PATTERNS = facts.patterns as Pair[][];

export const pairsOf = (tile: number) => PATTERNS[tile] ?? [];
/** In how many ways a tile can lie. */
export function rotations(tile: number): number {
  const pairs = pairsOf(tile);
  return [1, 2].find((turns) => look(turned(pairs, turns)) === look(pairs)) ?? 4;
}
/** Quarter turns as they are written: of those that look the same the smallest. */
export function written(tile: number, turns: number): number {
  const n = rotations(tile);
  return ((turns % n) + n) % n;
}
export const laid = (tile: number, turns: number): Laid => ({
  tile,
  turns: written(tile, turns),
  paths: turned(pairsOf(tile), written(tile, turns)),
});
export const placing = (tile: number, turns: number) => `place ${tile} r${written(tile, turns)}`;

// --- courses -------------------------------------------------------------------------------------------------------
/** The end of a voyage, as an event tells it. */
export interface End {
  square: string;
  port: number;
  /** It ends where it leaves the square, not where it would enter it. */
  leaves: boolean;
}

const partner = (tile: Laid, port: number) => {
  const pair = tile.paths.find((one) => one.includes(port))!;
  return pair[0] === port ? pair[1] : pair[0];
};

/** The pieces of wake from a berth to a told end; without one as far as the lines go. */
export function course(tiles: Record<string, Laid>, from: Berth, end: End | null): Leg[] {
  const legs: Leg[] = [];
  let { square, port } = from;
  while (legs.length < 4 * SIZE * SIZE) {
    const tile = tiles[square];
    if (!tile) break;
    const out = partner(tile, port);
    legs.push({ square, in: port, out });
    if (end?.leaves && end.square === square && end.port === out) break;
    const next = beside(square, out >> 1);
    if (!next) break;
    square = next;
    port = OPPOSITE[out]!;
    if (end && !end.leaves && end.square === square && end.port === port) break;
    if (square === from.square && port === from.port) break; // round and round
  }
  return legs;
}
