// Where things lie on the drawing of the road: four rows, or on a narrow screen one leg large and the others as bands.
import { inns, LEGS } from './road';

export interface Node {
  stop: number;
  x: number;
  y: number;
  /** An inn where the leg begins or ends. */
  inn: 'start' | 'end' | null;
}

export interface Leg {
  n: number;
  mode: 'row' | 'large' | 'band';
  top: number;
  height: number;
  /** Radius of a roundel. */
  r: number;
  nodes: Node[];
}

export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  legs: Leg[];
}

export const NARROW = 660;
const BAND = 40;
/** Radius of what a finger can hit. */
export const thumb = (r: number) => Math.max(20.3, r * 1.25);

export function layout(width: number, open: number, back: boolean): Layout {
  const narrow = width < NARROW;
  const ends = inns(back);
  const legs: Leg[] = [];
  let top = 0;
  for (let n = 0; n < LEGS; n++) {
    const stops: number[] = [];
    for (let stop = ends[n]!; stop <= ends[n + 1]!; stop++) stops.push(stop);
    const leg = !narrow
      ? row(n, stops, width, top)
      : n === open
        ? large(n, stops, width, top)
        : band(n, stops, width, top);
    legs.push(leg);
    top += leg.height;
  }
  return { width, height: top, narrow, legs };
}

function end(i: number, count: number): Node['inn'] {
  return i === 0 ? 'start' : i === count - 1 ? 'end' : null;
}

function row(n: number, stops: number[], width: number, top: number): Leg {
  const side = Math.min(62, width * 0.062);
  const step = (width - 2 * side) / (stops.length - 1);
  const r = Math.min(24, step * 0.37);
  const height = 2 * r + 70;
  const middle = top + 9 + r * 2;
  const nodes = stops.map((stop, i) => ({
    stop,
    x: side + i * step,
    y: middle + (end(i, stops.length) ? 0 : Math.sin(i * 1.15 + n * 2) * 5),
    inn: end(i, stops.length),
  }));
  return { n, mode: 'row', top, height, r, nodes };
}

const ACROSS = 5;

/** A leg as a winding road, five stops across: large enough for a thumb. */
function large(n: number, stops: number[], width: number, top: number): Leg {
  const side = Math.max(38, width * 0.11);
  const step = (width - 2 * side) / (ACROSS - 1);
  const down = 93;
  const rows = Math.ceil(stops.length / ACROSS);
  const nodes = stops.map((stop, i) => {
    const line = Math.floor(i / ACROSS);
    const along = line % 2 ? ACROSS - 1 - (i % ACROSS) : i % ACROSS;
    return {
      stop,
      x: side + along * step,
      y: top + 56 + line * down + Math.sin(i * 1.4 + n) * 4,
      inn: end(i, stops.length),
    };
  });
  return { n, mode: 'large', top, height: rows * down + 36, r: Math.min(25, step * 0.38), nodes };
}

function band(n: number, stops: number[], width: number, top: number): Leg {
  const step = (width - 60) / (stops.length - 1);
  const nodes = stops.map((stop, i) => ({ stop, x: 30 + i * step, y: top + BAND / 2, inn: end(i, stops.length) }));
  return { n, mode: 'band', top, height: BAND, r: 5, nodes };
}

export interface Point {
  x: number;
  y: number;
}

/** Where a pawn's feet are: on the road, on the second dot beside it, or in an inn's queue. */
export function feet(leg: Leg, node: Node, slot: number, pawns: number, double: boolean): Point {
  const { r } = leg;
  if (leg.mode === 'band') return { x: node.x + slot * 7 * (node.inn === 'start' ? -1 : 1), y: node.y + 3 };
  if (node.inn) {
    const gap = Math.min(r * 0.72, (r * 2.3) / Math.max(1, pawns - 1));
    const away = node.inn === 'start' ? -1 : 1;
    return { x: node.x + away * (slot - (pawns - 1) / 2) * gap, y: node.y + r * 1.5 };
  }
  if (double) return { x: node.x + (slot ? r * 0.62 : -r * 0.62), y: node.y - (slot ? r * 0.7 : r * 0.35) };
  return { x: node.x, y: node.y - r * 0.5 };
}

/** The road as one stroke of a brush: thick and thin, and dry where it ends. */
export function brush(points: Point[], thick: number): string {
  const line: Point[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [points[i - 1] ?? points[i]!, points[i]!, points[i + 1]!, points[i + 2] ?? points[i + 1]!];
    for (let k = 0; k < 8; k++) line.push(through(a, b, c, d, k / 8));
  }
  line.push(points[points.length - 1]!);
  const left: string[] = [];
  const right: string[] = [];
  line.forEach((point, i) => {
    const before = line[Math.max(0, i - 1)]!;
    const after = line[Math.min(line.length - 1, i + 1)]!;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const nx = -(after.y - before.y) / length;
    const ny = (after.x - before.x) / length;
    const edge = Math.min(1, (i + 1) / 5, (line.length - i) / 9);
    const up = (thick / 2) * edge * (0.86 + 0.16 * Math.sin(i * 0.37) + 0.08 * Math.sin(i * 1.9));
    const down = (thick / 2) * edge * (0.86 + 0.14 * Math.sin(i * 0.29 + 2) + 0.08 * Math.sin(i * 2.3));
    left.push(`${(point.x + nx * up).toFixed(1)} ${(point.y + ny * up).toFixed(1)}`);
    right.push(`${(point.x - nx * down).toFixed(1)} ${(point.y - ny * down).toFixed(1)}`);
  });
  return `M${left.join('L')}L${right.reverse().join('L')}Z`;
}

function through(a: Point, b: Point, c: Point, d: Point, t: number): Point {
  const at = (p: number, q: number, r: number, s: number) =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
  return { x: at(a.x, b.x, c.x, d.x), y: at(a.y, b.y, c.y, d.y) };
}
