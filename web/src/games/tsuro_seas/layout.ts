// Where the things of the sea are drawn: squares, ports, ships, and the lines of wakes and courses.
import { column, OPPOSITE, row, SIZE, type Berth, type Leg } from './sea';
import type { Pair, Side } from './types';

export const U = 100; // a square
export const SEA = U * SIZE;
/** How wide the rim is: with the numbers of the dice, and without. */
export const RIM = 68;
export const EDGE = 50;
export const REST = 15; // a ship lies so far before the end of its wake
const AT: Pair[] = [
  [1, 0],
  [2, 0],
  [3, 1],
  [3, 2],
  [2, 3],
  [1, 3],
  [0, 2],
  [0, 1],
];
const INTO: Pair[] = [
  [0, 1],
  [0, 1],
  [-1, 0],
  [-1, 0],
  [0, -1],
  [0, -1],
  [1, 0],
  [1, 0],
];

export interface Point {
  x: number;
  y: number;
}

export const corner = (square: string): Point => ({ x: column(square) * U, y: row(square) * U });
export const middle = (square: string): Point => ({ x: column(square) * U + U / 2, y: row(square) * U + U / 2 });

/** One square towards a side. */
export const step = (side: Side): Point =>
  ({ n: { x: 0, y: -1 }, e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 } })[side];

export function portAt({ square, port }: Berth): Point {
  const { x, y } = corner(square);
  return { x: x + (AT[port]![0] * U) / 3, y: y + (AT[port]![1] * U) / 3 };
}

/** Where a ship lies, and how many degrees its bow is turned from north. */
export function berth(at: Berth): Point & { angle: number } {
  const { x, y } = portAt(at);
  const [dx, dy] = INTO[at.port]!;
  return { x: x - dx * REST, y: y - dy * REST, angle: [180, 270, 0, 90][at.port >> 1]! };
}

const QUARTER = 0.5523; // of its half axes, for a quarter of an ellipse

/** Round a corner a wake is a quarter of an ellipse: two of them cross at a wide angle, never side by side. */
function bends(one: number, two: number): [Point, Point, Point, Point] {
  const [from, to] = [one >> 1, two >> 1];
  const reach = (from === to ? 0.3 : OPPOSITE[one] === two ? 0.5 : 0.44) * U;
  const at = (port: number) => ({ x: (AT[port]![0] * U) / 3, y: (AT[port]![1] * U) / 3 });
  const [a, d] = [at(one), at(two)];
  const corner = (from + to) % 2 === 1;
  const lead = (p: Point, port: number) => {
    const [x, y] = INTO[port]!;
    const far = corner ? QUARTER * Math.abs(x * (d.x - a.x) + y * (d.y - a.y)) : reach;
    return { x: p.x + x * far, y: p.y + y * far };
  };
  return [a, lead(a, one), lead(d, two), d];
}
const near = (n: number) => Math.round(n * 10) / 10;
const spot = (p: Point, at: Point = { x: 0, y: 0 }) => `${near(p.x + at.x)} ${near(p.y + at.y)}`;

/** The line of a wake on a square of side U. */
export function ribbon([one, two]: Pair): string {
  const [a, b, c, d] = bends(one, two);
  return `M${spot(a)}C${spot(b)} ${spot(c)} ${spot(d)}`;
}

const PIECES = 40; // of a wake, straight enough each

/** Points along the line of a wake, from end to end. */
export function points(pair: Pair): Point[] {
  const [a, b, c, d] = bends(...pair);
  return Array.from({ length: PIECES + 1 }, (_, i) => {
    const t = i / PIECES;
    const [p, q, r, u] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return { x: p * a.x + q * b.x + r * c.x + u * d.x, y: p * a.y + q * b.y + r * c.y + u * d.y };
  });
}

// --- courses -------------------------------------------------------------------------------------------------------
/** A course as one line, from where the ship lies. */
export function line(from: Berth, legs: Leg[]): string {
  const start = berth(from);
  const pieces = legs.map((leg) => {
    const [, b, c, d] = bends(leg.in, leg.out);
    const at = corner(leg.square);
    return `C${spot(b, at)} ${spot(c, at)} ${spot(d, at)}`;
  });
  return `M${spot(start)}L${spot(portAt(from))}${pieces.join('')}`;
}

/** One leg as a line of its own. */
export function piece(leg: Leg): string {
  const [a, b, c, d] = bends(leg.in, leg.out);
  const at = corner(leg.square);
  return `M${spot(a, at)}C${spot(b, at)} ${spot(c, at)} ${spot(d, at)}`;
}

/** Where a course ends: the ship's place there. */
export function arrival(from: Berth, legs: Leg[]): Point & { angle: number } {
  const last = legs.at(-1);
  if (!last) return berth(from);
  const { x, y } = portAt({ square: last.square, port: last.out });
  const [dx, dy] = INTO[last.out]!;
  return { x: x + dx * REST, y: y + dy * REST, angle: [0, 90, 180, 270][last.out >> 1]! };
}
