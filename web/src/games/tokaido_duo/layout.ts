// Where things lie on the drawing of the island: wide as the board file's chart has it, or turned upright for a phone.
import { course } from './island';
import type { Area, Isle } from './types';

export interface Point {
  x: number;
  y: number;
}

/** An area as it lies. */
export interface Field {
  area: Area;
  corners: Point[];
  path: string;
}

export interface Layout {
  width: number;
  height: number;
  tall: boolean;
  /** Radius of a station, and of what can be pressed around it. */
  r: number;
  hit: number;
  at: Record<string, Point>;
  /** The outline of the land, and the pilgrims' way around it. */
  land: string;
  coast: string;
  /** The points of both. */
  shore: Point[];
  ring: Point[];
  /** Places that hide what is painted under them. */
  towns: string[];
  fields: Field[];
  /** The middle of a pawn at a place, by seat: beside the signs, never on them. */
  stand: Record<string, [Point, Point]>;
}

export const NARROW = 600;
const LESSON = 44;
/** What must stand beside the island in a window: the frame, what is asked, and both players' boards if there is width. */
export const room = (width: number, lesson: boolean): number =>
  width < NARROW ? 262 : (width < 840 ? 600 : 522) + (lesson ? LESSON : 0);
const SHEET = { width: 1000, height: 500 };
/** Neighboring stations are so far apart at least that each can be pressed by a thumb. */
const LEAST = { tall: 496, wide: 250 };
const THUMB = 20;

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

export function layout(isle: Isle, width: number, most: number): Layout {
  const tall = width < NARROW;
  const height = tall
    ? Math.max(LEAST.tall, Math.min(width * 1.4, most))
    : Math.max(LEAST.wide, Math.min(width * 0.5, most));
  // pawns stand outside the stations
  const edge = tall
    ? { x: within(width * 0.12, 42, 60), y: within(height * 0.09, 42, 60) }
    : { x: within(width * 0.06, 44, 58), y: within(height * 0.16, 42, 90) };
  const spots = Object.entries(isle.layout);
  const turned = spots.map(([id, [x, y]]) => (tall ? { id, x: SHEET.height - y, y: x } : { id, x, y }));
  const xs = turned.map((spot) => spot.x);
  const ys = turned.map((spot) => spot.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const at: Record<string, Point> = {};
  for (const { id, x, y } of turned) {
    at[id] = {
      x: edge.x + ((x - left) / (right - left || 1)) * (width - 2 * edge.x),
      y: edge.y + ((y - top) / (bottom - top || 1)) * (height - 2 * edge.y),
    };
  }
  const ring = isle.ring.map((station) => at[station.id]!);
  const step = ring.reduce((least, spot, i) => Math.min(least, distance(spot, ring[(i + 1) % ring.length]!)), 999);
  const r = Math.max(11, Math.min(25, step * 0.33));
  for (const one of isle.areas) at[one.id] = heart(corners(isle, one, at), one, at, r);
  const around = shore(ring, { x: width / 2, y: height / 2 }, r);
  return {
    width,
    height,
    tall,
    r,
    hit: Math.max(THUMB, r * 1.32),
    at,
    stand: stands(isle, at, r, width, height, tall),
    land: closed(around),
    coast: closed(ring),
    shore: around,
    ring,
    towns: isle.mountain_towns.map((town) => town.id),
    fields: isle.areas.map((area) => {
      const points = corners(isle, area, at);
      return { area, corners: points, path: `M${points.map((spot) => `${num(spot.x)} ${num(spot.y)}`).join('L')}Z` };
    }),
  };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The land reaches a little beyond the stations, with bays and capes. */
function shore(ring: Point[], middle: Point, r: number): Point[] {
  const line: Point[] = [];
  ring.forEach((spot, i) => {
    const next = ring[(i + 1) % ring.length]!;
    for (const [point, k] of [
      [spot, 0],
      [{ x: (spot.x + next.x) / 2, y: (spot.y + next.y) / 2 }, 1],
    ] as const) {
      const away = distance(point, middle) || 1;
      const out = r * (k ? 0.95 + 0.45 * Math.sin(i * 2.4) : 1.45 + 0.18 * Math.sin(i * 1.7 + 1));
      line.push({ x: point.x + ((point.x - middle.x) / away) * out, y: point.y + ((point.y - middle.y) / away) * out });
    }
  });
  return line;
}

/** A smooth closed line through points. */
export function closed(points: Point[]): string {
  const n = points.length;
  const at = (i: number) => points[(i + n) % n]!;
  let path = `M${num(at(0).x)} ${num(at(0).y)}`;
  for (let i = 0; i < n; i++) path += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return `${path}Z`;
}

/** A smooth line through points. */
export function line(points: Point[]): string {
  const at = (i: number) => points[Math.max(0, Math.min(points.length - 1, i))]!;
  let path = `M${num(at(0).x)} ${num(at(0).y)}`;
  for (let i = 0; i + 1 < points.length; i++) path += bend(at(i - 1), at(i), at(i + 1), at(i + 2));
  return path;
}

function bend(a: Point, b: Point, c: Point, d: Point): string {
  const [p, q] = [
    { x: b.x + (c.x - a.x) / 6, y: b.y + (c.y - a.y) / 6 },
    { x: c.x - (d.x - b.x) / 6, y: c.y - (d.y - b.y) / 6 },
  ];
  return `C${num(p.x)} ${num(p.y)} ${num(q.x)} ${num(q.y)} ${num(c.x)} ${num(c.y)}`;
}

const num = (value: number) => value.toFixed(1);

/** The field of an area: along its stations, and back over the routes between its two coastal towns. */
function corners(isle: Isle, area: Area, at: Record<string, Point>): Point[] {
  const [first, last] = [area.stations[0]!, area.stations[area.stations.length - 1]!];
  const back = course(isle, 'merchant', last, first).slice(0, -1);
  return [...area.stations, ...back].map((id) => at[id]!);
}

/** The middle of a field by its surface: where its sign stands. */
function heart(spots: Point[], area: Area, at: Record<string, Point>, r: number): Point {
  let [x, y, size] = [0, 0, 0];
  spots.forEach((a, i) => {
    const b = spots[(i + 1) % spots.length]!;
    const cross = a.x * b.y - b.x * a.y;
    x += (a.x + b.x) * cross;
    y += (a.y + b.y) * cross;
    size += 3 * cross;
  });
  if (!size) return at[area.id]!;
  const found = { x: x / size, y: y / size };
  // away from the stations, which need their room
  for (const id of area.stations) {
    const spot = at[id]!;
    const gap = distance(spot, found);
    if (gap > 0 && gap < 2.2 * r) {
      found.x += ((found.x - spot.x) / gap) * (2.2 * r - gap);
      found.y += ((found.y - spot.y) / gap) * (2.2 * r - gap);
    }
  }
  return found;
}

/** Where the coast looks to the sea, at a station. */
export function seaward(spot: Point, width: number, height: number, tall: boolean): Point {
  const [x, y] = [spot.x - width / 2, (spot.y - height / 2) * (tall ? 0.6 : 1.7)];
  const away = Math.hypot(x, y) || 1;
  return { x: x / away, y: y / away };
}

/** Half a pawn's width and height, in radii of a station. */
export const PAWN = { scale: 1 / 17, x: 0.9, y: 1.05 };
/** Half the width of a merchant with the yoke: they stand at towns. */
const YOKE = 1.17;
const SIDES = [0, 20, -20, 40, -40, 60, -60].map((degrees) => (degrees * Math.PI) / 180);

/** Where pawns stand: on the shore outside of stations; left and right of the signs of areas and mountain towns, where most room is. */
function stands(
  isle: Isle,
  at: Record<string, Point>,
  r: number,
  width: number,
  height: number,
  tall: boolean,
): Record<string, [Point, Point]> {
  const inside = (spot: Point, half = PAWN.x): Point => ({
    x: within(spot.x, half * r, width - half * r),
    y: within(spot.y, PAWN.y * r + 2, height - PAWN.y * r - 2),
  });
  const found: Record<string, [Point, Point]> = {};
  for (const { id, kind } of isle.ring) {
    const spot = at[id]!;
    const out = seaward(spot, width, height, tall);
    const town = kind === 'coastal_town';
    const far =
      Math.abs(out.x) * (town ? 2 : 1.6) + Math.abs(out.y) * (out.y < 0 ? (town ? 2.2 : 1.9) : town ? 2.35 : 1.95);
    const stood = inside({ x: spot.x + out.x * far * r, y: spot.y + out.y * far * r }, town ? YOKE : PAWN.x);
    found[id] = [stood, stood];
  }
  const signs = Object.entries(at);
  for (const { id } of [...isle.areas, ...isle.mountain_towns]) {
    const spot = at[id]!;
    const beside = (side: number): Point =>
      SIDES.map((angle) =>
        inside({ x: spot.x + side * Math.cos(angle) * 2.2 * r, y: spot.y + Math.sin(angle) * 2.2 * r }),
      )
        .map((place, i) => ({
          place,
          free: Math.min(...signs.map(([, other]) => distance(other, place))) - i * 0.05 * r,
        }))
        .reduce((best, one) => (one.free > best.free ? one : best)).place;
    found[id] = [beside(-1), beside(1)];
  }
  return found;
}

/** Where a pawn's feet are. */
export function feet(plan: Layout, place: string, seat: number): Point {
  const middle = plan.stand[place]?.[seat ? 1 : 0] ?? { x: plan.width / 2, y: plan.height / 2 };
  return { x: middle.x, y: middle.y + PAWN.y * plan.r };
}

/** A line along a way: routes are straight, the coast and the artist's steps are not. */
export function trail(plan: Layout, way: string[], straight: boolean): string {
  const points = way.map((id) => plan.at[id]!).filter(Boolean);
  if (points.length < 2) return '';
  return straight ? `M${points.map((spot) => `${num(spot.x)} ${num(spot.y)}`).join('L')}` : line(points);
}

/** A small head for the end of a way. */
export function arrow(plan: Layout, way: string[]): string {
  const [a, b] = [plan.at[way[way.length - 2]!], plan.at[way[way.length - 1]!]];
  if (!a || !b) return '';
  const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  const back = plan.r * 1.25;
  const gap = distance(a, b) || 1;
  return `translate(${num(b.x - ((b.x - a.x) / gap) * back)} ${num(b.y - ((b.y - a.y) / gap) * back)}) rotate(${num(angle)})`;
}
