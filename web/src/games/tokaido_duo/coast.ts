// The sea around the island, its coast of ink and foam, and the paths worn into it.
import { ribbon, taper } from '../../lib/brush';
import { grain } from '../../lib/grain';
import type { Layout, Point } from './layout';

type Spot = readonly [x: number, y: number];
const near = (n: number) => Math.round(n * 10) / 10;

/** Points along a smooth closed line through others. */
export function smooth(points: Point[], pieces: number): Spot[] {
  const n = points.length;
  const at = (i: number) => points[(i + n) % n]!;
  return points.flatMap((_, i) => {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    return Array.from({ length: pieces }, (_, k): Spot => {
      const t = k / pieces;
      const mix = (p: number, q: number, r: number, s: number) =>
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t * t * t);
      return [mix(a.x, b.x, c.x, d.x), mix(a.y, b.y, c.y, d.y)];
    });
  });
}

/** A closed line moved outwards: the coast goes clockwise. */
function out(line: Spot[], by: (i: number) => number): Spot[] {
  return line.map(([x, y], i) => {
    const [ax, ay] = line[(i + line.length - 1) % line.length]!;
    const [bx, by_] = line[(i + 1) % line.length]!;
    const far = Math.hypot(bx - ax, by_ - ay) || 1;
    return [x + ((by_ - ay) / far) * by(i), y - ((bx - ax) / far) * by(i)];
  });
}

/** Strokes along a closed line that come and go. */
function broken(line: Spot[], seed: number, width: number, share: number): string {
  const strokes: string[] = [];
  for (let i = 0, n = 0; i < line.length; n++) {
    const long = 5 + Math.floor(grain(seed + n) * 12);
    const piece = line.slice(i, i + long);
    if (piece.length > 3 && grain(seed + n * 3 + 1) < share)
      strokes.push(ribbon(piece, (k) => width * Math.sin((Math.PI * k) / (piece.length - 1))));
    i += long + 1;
  }
  return strokes.join('');
}

export interface Coast {
  ink: string;
  /** Foam, from the beach outwards. */
  foam: string[];
}

export function coast(plan: Layout): Coast {
  const line = smooth(plan.shore, 6);
  const n = line.length;
  const ends = [...line, line[0]!, line[1]!];
  const { r } = plan;
  const press = (i: number) => {
    // strong away from the light, which comes from above, to the left
    const [ax, ay] = ends[Math.max(0, i - 1)]!;
    const [bx, by] = ends[Math.min(n, i + 1)]!;
    const far = Math.hypot(bx - ax, by - ay) || 1;
    const shade = (by - ay - (bx - ax)) / far;
    return Math.max(0.7, 1.5 + 0.9 * shade + 0.9 * Math.sin(i * 0.55) * grain(i)) * Math.max(1, r / 18);
  };
  return {
    ink: ribbon(ends, press),
    foam: [0.34, 0.68, 1.15].map((far, ring) =>
      broken(
        out(line, (i) => r * far + r * 0.1 * Math.sin(i * (0.7 + ring * 0.13) + ring * 2)),
        31 + ring * 17,
        Math.max(1.4, r * [0.17, 0.12, 0.08][ring]!),
        [0.92, 0.7, 0.5][ring]!,
      ),
    ),
  };
}

/** Crests of waves on the open sea, in rows; none where the land is. */
export function waves(plan: Layout): string {
  const { width, height, r } = plan;
  const strokes: string[] = [];
  const ring = plan.shore;
  let n = 0;
  for (let y = r * 0.7; y < height; y += r * 1.15) {
    for (let x = r * 0.8 + (n % 2) * r; x < width; x += r * 2.7) {
      n += 1;
      const at = { x: x + (grain(n) - 0.5) * r * 1.6, y: y + (grain(n + 0.3) - 0.5) * r * 0.6 };
      if (inside(at, ring) || ring.some((spot) => Math.hypot(spot.x - at.x, spot.y - at.y) < r * 2)) continue;
      const w = r * (0.5 + 0.5 * grain(n + 0.7));
      const crest = (dx: number, dy: number, far: number) =>
        taper(
          [at.x + dx, at.y + dy],
          [at.x + dx + far * 0.3, at.y + dy - far * 0.42],
          [at.x + dx + far * 0.75, at.y + dy - far * 0.4],
          [at.x + dx + far, at.y + dy + far * 0.05],
          Math.max(1.2, r * 0.1),
        );
      strokes.push(crest(-w, 0, w), crest(0, 0, w * 0.9));
      if (grain(n + 0.9) > 0.6) strokes.push(crest(-w * 0.3, r * 0.34, w * 0.8));
    }
  }
  return strokes.join('');
}

function inside(spot: Point, ring: Point[]): boolean {
  let found = false;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length]!;
    if (a.y > spot.y !== b.y > spot.y && spot.x < ((b.x - a.x) * (spot.y - a.y)) / (b.y - a.y) + a.x) found = !found;
  });
  return found;
}

/** A path that feet have worn between two places: its bed and the stones along it. */
export function path(a: Point, b: Point, wide: number, seed: number): { bed: string; worn: string; stones: string } {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [nx, ny] = [(b.y - a.y) / far, -(b.x - a.x) / far];
  const count = Math.max(6, Math.round(far / 9));
  const line = Array.from({ length: count + 1 }, (_, i): Spot => {
    const t = i / count;
    const sway = Math.sin(Math.PI * t) * (1.6 * Math.sin(t * 9 + seed) + 1.1 * Math.sin(t * 23 + seed * 2));
    return [a.x + (b.x - a.x) * t + nx * sway, a.y + (b.y - a.y) * t + ny * sway];
  });
  const width = (i: number) => wide * (0.86 + 0.28 * grain(seed * 5 + i));
  const stones = line
    .flatMap(([x, y], i) => {
      if (i < 2 || i > count - 2 || grain(seed + i * 2) < 0.35) return [];
      const side = grain(seed + i) < 0.5 ? -1 : 1;
      const off = (side * width(i)) / 2 + side * 1.6;
      return [`M${near(x + nx * off)} ${near(y + ny * off)}h.01`];
    })
    .join('');
  return { bed: ribbon(line, (i) => width(i) + wide * 0.55), worn: ribbon(line, width), stones };
}

/** The pilgrims' way: stepping stones along the coast. */
export function steppingStones(plan: Layout): string {
  const line = smooth(plan.ring, 10);
  const stones: string[] = [];
  let gone = 0;
  let next = 4;
  for (let i = 1; i < line.length; i++) {
    const [ax, ay] = line[i - 1]!;
    const [bx, by] = line[i]!;
    gone += Math.hypot(bx - ax, by - ay);
    if (gone < next) continue;
    next = gone + Math.max(7, plan.r * 0.42);
    const [w, h] = [Math.max(1.9, plan.r * (0.13 + 0.05 * grain(i))), Math.max(1.5, plan.r * 0.1)];
    const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
    stones.push(
      `M${near(bx - w)} ${near(by)}a${near(w)} ${near(h)} ${near(turn)} 1 0 ${near(2 * w)} 0a${near(w)} ${near(h)} ${near(turn)} 1 0-${near(2 * w)} 0z`,
    );
  }
  return stones.join('');
}
