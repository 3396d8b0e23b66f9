// Strokes of a brush as shapes: a line with pressure, as the two edges of what the brush leaves.
type Spot = readonly [x: number, y: number];
const near = (n: number) => Math.round(n * 10) / 10;
const say = ([x, y]: Spot) => `${near(x)} ${near(y)}`;

/** A point beside another one, `by` to the left of the way from `from` to `to`. */
function beside([x, y]: Spot, from: Spot, to: Spot, by: number): Spot {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const far = Math.hypot(dx, dy) || 1;
  return [x + (dy / far) * by, y - (dx / far) * by];
}

/** A stroke along a curve (start, two bends, end), wide at its start and with a tip: an arm, a horn, a feather. */
export function taper(a: Spot, b: Spot, c: Spot, d: Spot, width: number): string {
  const edge = (side: number) =>
    [beside(a, a, b, side), beside(b, a, c, side * 0.9), beside(c, b, d, side * 0.6)] as const;
  const [a1, b1, c1] = edge(width / 2);
  const [a2, b2, c2] = edge(-width / 2);
  return `M${say(a1)}C${say(b1)} ${say(c1)} ${say(d)}C${say(c2)} ${say(b2)} ${say(a2)}z`;
}

/** Both edges of a line through many points, as wide as `width` says at each of them. */
export function ribbon(points: readonly Spot[], width: (index: number) => number): string {
  const side = (sign: number) =>
    points.map((point, i) =>
      beside(point, points[Math.max(0, i - 1)]!, points[Math.min(points.length - 1, i + 1)]!, (sign * width(i)) / 2),
    );
  return `M${side(1).map(say).join('L')}L${side(-1).reverse().map(say).join('L')}z`;
}
