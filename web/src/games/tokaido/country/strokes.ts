// Shapes that the country beside the road is made of, as paths. A seed fixes every irregularity.
export type Random = () => number;
export type Spot = readonly [x: number, y: number];

const near = (n: number) => Math.round(n * 10) / 10;
const at = ([x, y]: Spot) => `${near(x)} ${near(y)}`;

export function seeded(seed: number): Random {
  let state = seed * 2654435761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A soft line through points. */
export function soft(points: Spot[]): string {
  let d = `M${at(points[0]!)}`;
  for (let i = 1; i + 1 < points.length; i++) {
    const [x, y] = points[i]!;
    const [next, below] = points[i + 1]!;
    d += `Q${at([x, y])} ${at([(x + next) / 2, (y + below) / 2])}`;
  }
  return `${d}L${at(points[points.length - 1]!)}`;
}

/** The outline of hills from left to right: about `y`, up to `high` above it. */
export function outline(width: number, y: number, high: number, step: number, random: Random): Spot[] {
  const points: Spot[] = [];
  const count = Math.max(2, Math.round(width / step));
  for (let i = -1; i <= count + 1; i++) {
    const tall = i % 2 ? 0.55 + 0.45 * random() : 0.25 * random();
    points.push([((i + (random() - 0.5) * 0.5) * width) / count, y - high * tall]);
  }
  points[0] = [-4, points[0]![1]];
  points[points.length - 1] = [width + 4, points[points.length - 1]![1]];
  return points;
}

/** Everything below a line. */
export const below = (points: Spot[], y: number): string => `${soft(points)}V${near(y)}H${near(points[0]![0])}z`;

/** A stroke with pressure: thick in its middle, both ends thin. */
export function stroke(points: Spot[], thick: number): string {
  const side = (sign: number): Spot[] =>
    points.map(([x, y], i) => {
      const [a, b] = [points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!];
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const wide = (sign * thick * Math.sin((Math.PI * (i + 0.35)) / (points.length - 0.3))) / 2;
      return [x - ((b[1] - a[1]) / far) * wide, y + ((b[0] - a[0]) / far) * wide];
    });
  return `${soft(side(1))}${soft(side(-1).reverse()).replace('M', 'L')}z`;
}

/** A cloud of leaves, blossoms or steam: an oval with a scalloped edge; `flat` cuts its underside. */
export function puff(x: number, y: number, rx: number, ry: number, count: number, random: Random, flat = 1): string {
  const spots: Spot[] = [];
  for (let i = 0; i < count; i++) {
    const turn = ((i + (random() - 0.5) * 0.5) / count) * 2 * Math.PI;
    const far = 0.86 + 0.22 * random();
    const down = Math.sin(turn) * ry * far;
    spots.push([x + Math.cos(turn) * rx * far, y + (down > 0 ? down * flat : down)]);
  }
  return (
    spots
      .map((spot, i) => {
        const [ax, ay] = spots[(i + count - 1) % count]!;
        const r = near(Math.hypot(spot[0] - ax, spot[1] - ay) * 0.56);
        return i ? `A${r} ${r} 0 0 1 ${at(spot)}` : `M${at(spot)}`;
      })
      .join('') + 'z'
  );
}

/** Bands of mist with round ends, as prints have them. */
export function mist(x: number, y: number, long: number, thick: number, rows: number, random: Random): string {
  let d = '';
  for (let i = 0; i < rows; i++) {
    const from = x + (random() - 0.4) * long * 0.35;
    const to = from + long * (0.6 + 0.4 * random());
    const r = near(thick / 2);
    d += `M${at([from + r, y + i * thick])}H${near(to - r)}a${r} ${r} 0 0 1 0 ${near(thick)}H${near(from + r)}a${r} ${r} 0 0 1 0-${near(thick)}z`;
  }
  return d;
}

export const disc = (x: number, y: number, r: number): string =>
  `M${at([x - r, y])}a${near(r)} ${near(r)} 0 1 0 ${near(2 * r)} 0a${near(r)} ${near(r)} 0 1 0-${near(2 * r)} 0z`;

/** A path drawn around 0,0, put somewhere; only M, L, C, Q and Z, absolute. */
export function put(d: string, x: number, y: number, size: number, mirror = false): string {
  return d.replace(/(-?[\d.]+)[ ,](-?[\d.]+)/g, (_, a: string, b: string) =>
    at([x + Number(a) * size * (mirror ? -1 : 1), y + Number(b) * size]),
  );
}

/** Birds far away. */
export function birds(x: number, y: number, size: number, count: number, random: Random): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const [bx, by] = [x + i * size * 2.6 + random() * size, y + Math.abs(i - count / 3) * size * 1.1 + random() * size];
    d += put('M-1.2 -0.5Q-0.5 -0.9 0 0Q0.6 -0.8 1.3 -0.3', bx, by, size);
  }
  return d;
}

/** Blades of grass or reed that bend with the wind. */
export function blades(x: number, y: number, size: number, count: number, random: Random): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const [foot, lean, tall] = [
      x + (random() - 0.5) * size,
      (random() - 0.25) * size * 0.6,
      size * (0.6 + 0.4 * random()),
    ];
    d += `M${at([foot, y])}Q${at([foot + lean * 0.1, y - tall * 0.7])} ${at([foot + lean, y - tall])}`;
  }
  return d;
}
