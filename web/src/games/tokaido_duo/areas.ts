// What is painted on each area: its symbol large at its heart, around it the same thing smaller and paler.
import { ribbon } from '../../lib/brush';
import { grain } from '../../lib/grain';
import type { Field, Layout, Point } from './layout';
import { bamboo, grass, mist, peak, pine } from '../../lib/motifs';

/** A shape of a picture: how it looks, and its path. */
export type Shape = [look: string, d: string];

const near = (n: number) => Math.round(n * 10) / 10;
const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** How far a point is from the nearest edge of a field; less than 0 outside of it. */
function depth(spot: Point, corners: Point[]): number {
  let least = Infinity;
  let inside = false;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length]!;
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const t = Math.max(0, Math.min(1, ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, distance(spot, { x: a.x + t * dx, y: a.y + t * dy }));
    if (a.y > spot.y !== b.y > spot.y && spot.x < (dx * (spot.y - a.y)) / dy + a.x) inside = !inside;
  });
  return inside ? least : -least;
}

/** Places for small things: on a grid that nobody sees, inside the field, away from its stations and its sign. */
function places(field: Field, plan: Layout, seed: number, step: number, margin: number, clear: number): Point[] {
  const { corners, area } = field;
  const heart = plan.at[area.id]!;
  const taken = [...area.stations, ...plan.towns].map((id) => plan.at[id]!);
  const xs = corners.map((spot) => spot.x);
  const ys = corners.map((spot) => spot.y);
  const found: Point[] = [];
  let n = seed;
  for (let y = Math.min(...ys) + step * 0.3; y < Math.max(...ys); y += step * 0.8) {
    for (let x = Math.min(...xs); x < Math.max(...xs); x += step) {
      n += 1;
      const spot = { x: x + (grain(n) - 0.5) * step * 0.9, y: y + (grain(n + 0.5) - 0.5) * step * 0.6 };
      const far = Math.hypot((spot.x - heart.x) / 1.25, spot.y - heart.y);
      if (depth(spot, corners) < margin || far < clear) continue;
      if (taken.some((one) => distance(one, spot) < plan.r * 1.75)) continue;
      found.push(spot);
    }
  }
  return found.sort((a, b) => a.y - b.y);
}

function mountains(field: Field, plan: Layout, seed: number): Shape[] {
  const { r } = plan;
  const heart = plan.at[field.area.id]!;
  const shapes: Shape[] = [];
  const trees: Shape[] = [];
  const raise = (x: number, y: number, w: number, h: number, look: 'far' | 'body') => {
    const made = peak(x, y, w, h);
    shapes.push([look, made.body], [`${look} shade`, made.shade]);
    if (look === 'body') shapes.push(['snow', made.snow], ['edge', made.edge]);
    else shapes.push(['edge thin', made.edge]);
  };
  places(field, plan, seed, r * 2, r * 0.4, r * 1.35).forEach(({ x, y }, i) => {
    const size = r * (2.1 + 1.1 * grain(seed + i * 3));
    if (grain(seed + i * 5) < 0.7) raise(x, y + r * 0.7, size, size * (0.46 + 0.16 * grain(seed + i)), 'far');
    else trees.push(...tree(x, y + r * 0.4, r * (0.75 + 0.3 * grain(seed + i)), seed + i));
  });
  raise(heart.x + r * 1.35, heart.y + r * 1.2, r * 2.6, r * 1.35, 'far');
  raise(heart.x - r * 0.1, heart.y + r * 1.25, r * 4.1, r * 2.85, 'body');
  return [...shapes, ...trees, ['mist', mist(heart.x - r * 2.2, heart.y + r * 0.98, r * 3.4, r * 0.3)]];
}

function tree(x: number, y: number, h: number, seed: number): Shape[] {
  const made = pine(x, y, h, grain(seed) - 0.5);
  return [
    ['trunk', made.trunk],
    ['needles', made.needles],
  ];
}

function waterfall(field: Field, plan: Layout, seed: number): Shape[] {
  const { r } = plan;
  const { x, y } = plan.at[field.area.id]!;
  const shapes: Shape[] = [];
  places(field, plan, seed, r * 1.95, r * 0.5, r * 1.8).forEach((spot, i) => {
    if (grain(seed + i * 7) < 0.34) {
      const w = r * (0.7 + 0.6 * grain(seed + i));
      shapes.push([
        'rock small',
        `M${near(spot.x - w)} ${near(spot.y + w * 0.4)}q${near(w * 0.2)}-${near(w * 0.9)} ${near(w * 0.8)}-${near(w)}t${near(w * 1.2)} ${near(w)}z`,
      ]);
    } else shapes.push(...tree(spot.x, spot.y + r * 0.45, r * (0.75 + 0.45 * grain(seed + i)), seed + i));
  });
  const at = (dx: number, dy: number) => `${near(x + dx * r)} ${near(y + dy * r)}`;
  // the cliff: two walls, the water between them
  shapes.push(
    [
      'rock',
      `M${at(-2, 1.25)}C${at(-2.1, 0.3)} ${at(-1.9, -0.8)} ${at(-1.35, -1.3)}Q${at(-0.9, -1.65)} ${at(-0.42, -1.3)}L${at(0.42, -1.3)}Q${at(0.9, -1.8)} ${at(1.4, -1.35)}C${at(1.95, -0.8)} ${at(2.05, 0.2)} ${at(2, 1.25)}z`,
    ],
    [
      'rock shade',
      `M${at(2, 1.25)}C${at(2.05, 0.2)} ${at(1.95, -0.8)} ${at(1.4, -1.35)}Q${at(1.3, -0.6)} ${at(1.5, -0.2)}T${at(1.1, 1.25)}zM${at(-0.5, 1.25)}Q${at(-0.95, 0.4)} ${at(-0.75, -0.4)}T${at(-0.42, -1.3)}L${at(-0.4, 1.25)}z`,
    ],
    [
      'falls',
      ribbon(
        [
          [x, y - 1.36 * r],
          [x - 0.03 * r, y - 0.9 * r],
          [x + 0.03 * r, y],
          [x, y + 0.7 * r],
          [x, y + 1.2 * r],
        ],
        (i) => r * [0.78, 0.8, 0.9, 1.05, 1.3][i]!,
      ),
    ],
    [
      'streaks',
      `M${at(-0.2, -1.2)}C${at(-0.24, -0.4)} ${at(-0.28, 0.3)} ${at(-0.34, 0.95)}M${at(0.02, -1.25)}V${near(y + 0.5 * r)}M${at(0.22, -1.1)}C${at(0.24, -0.3)} ${at(0.26, 0.3)} ${at(0.36, 1)}`,
    ],
    [
      'edge',
      ribbon(
        [
          [x - 2 * r, y + 1.25 * r],
          [x - 2.02 * r, y + 0.3 * r],
          [x - 1.8 * r, y - 0.7 * r],
          [x - 1.35 * r, y - 1.3 * r],
          [x - 0.9 * r, y - 1.5 * r],
          [x - 0.42 * r, y - 1.3 * r],
        ],
        (i) => r * [0.02, 0.1, 0.14, 0.12, 0.09, 0.02][i]!,
      ),
    ],
    [
      'edge',
      ribbon(
        [
          [x + 0.42 * r, y - 1.3 * r],
          [x + 0.9 * r, y - 1.62 * r],
          [x + 1.4 * r, y - 1.35 * r],
          [x + 1.85 * r, y - 0.6 * r],
          [x + 2.02 * r, y + 0.4 * r],
          [x + 2 * r, y + 1.25 * r],
        ],
        (i) => r * [0.02, 0.1, 0.14, 0.18, 0.14, 0.02][i]!,
      ),
    ],
    [
      'pool',
      `M${at(-2.2, 1.25)}Q${at(-1.2, 0.85)} ${at(0, 1)}T${at(2.2, 1.25)}Q${at(1.4, 1.75)} ${at(0, 1.7)}T${at(-2.2, 1.25)}z`,
    ],
    [
      'foam',
      `M${at(-1, 1.1)}Q${at(-0.7, 0.75)} ${at(-0.4, 1)}Q${at(-0.1, 0.7)} ${at(0.2, 0.95)}Q${at(0.6, 0.7)} ${at(0.95, 1.1)}Q${at(0, 1.35)} ${at(-1, 1.1)}z`,
    ],
    [
      'streaks',
      `M${at(-1.5, 1.35)}Q${at(-0.6, 1.15)} ${at(0.2, 1.4)}M${at(0.3, 1.55)}Q${at(0.9, 1.35)} ${at(1.6, 1.35)}`,
    ],
  );
  shapes.push(
    ...tree(x - r * 1.5, y - r * 1.15, r * 0.75, seed + 3),
    ...tree(x + r * 1.3, y - r * 1.3, r * 0.65, seed + 9),
  );
  return shapes;
}

function grove(field: Field, plan: Layout, seed: number): Shape[] {
  const { r } = plan;
  const heart = plan.at[field.area.id]!;
  const shapes: Shape[] = [];
  const grow = (x: number, y: number, h: number, w: number, n: number, look: string) => {
    const made = bamboo(x, y, h, w, n);
    shapes.push([`stalk${look}`, made.stalk], [`joints${look}`, made.joints], [`leaves${look}`, made.leaves]);
  };
  // clumps of two and three, the far ones as washes
  places(field, plan, seed, r * 2, r * 0.35, r * 1.7).forEach(({ x, y }, i) => {
    for (let k = 0; k < 2 + (i % 2); k++) {
      const n = seed + i * 11 + k;
      grow(x + (k - 0.8) * r * 0.42, y + r * (0.8 + 0.12 * k), r * (1.5 + 0.8 * grain(n)), r * 0.15, n, ' pale');
    }
  });
  shapes.push([
    'glade',
    `M${near(heart.x - r * 1.9)} ${near(heart.y + r * 0.2)}a${near(r * 1.9)} ${near(r * 1.5)} 0 1 1 ${near(r * 3.8)} 0a${near(r * 1.9)} ${near(r * 1.5)} 0 1 1-${near(r * 3.8)} 0z`,
  ]);
  for (const [dx, dy, h, n] of [
    [0.8, 1.1, 2.55, 2],
    [-0.9, 1.15, 2.4, 5],
    [-0.05, 1.3, 3, 8],
  ] as const)
    grow(heart.x + dx * r, heart.y + dy * r, h * r, r * 0.44, seed + n, '');
  shapes.push([
    'tufts',
    grass(heart.x - r * 0.5, heart.y + r * 1.35, r * 0.5, seed) +
      grass(heart.x + r * 0.55, heart.y + r * 1.3, r * 0.45, seed + 4),
  ]);
  return shapes;
}

function moonlight(field: Field, plan: Layout, seed: number): Shape[] {
  const { r } = plan;
  const { x, y } = plan.at[field.area.id]!;
  const xs = field.corners.map((spot) => spot.x);
  const low = Math.max(...field.corners.map((spot) => spot.y));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const hill = (base: number, high: number, waves: number, turn: number) => {
    let d = `M${near(left)} ${near(low)}V${near(base)}`;
    const w = (right - left) / waves;
    for (let i = 0; i < waves; i++) {
      const up = high * (0.5 + 0.5 * grain(seed + turn + i));
      d += `c${near(w * 0.3)}-${near(up)} ${near(w * 0.6)}-${near(up)} ${near(w)} 0`;
    }
    return `${d}V${near(low)}z`;
  };
  const disc = (cx: number, cy: number, of: number) =>
    `M${near(cx - of)} ${near(cy)}a${near(of)} ${near(of)} 0 1 0 ${near(2 * of)} 0a${near(of)} ${near(of)} 0 1 0-${near(2 * of)} 0z`;
  const m = r * 1.22;
  const shapes: Shape[] = [
    ['halo', disc(x, y - r * 0.15, m * 1.55)],
    ['ridge far', hill(y + r * 0.5, r * 1.5, 4, 3)],
    ['disc', disc(x, y - r * 0.15, m)],
    // the dark part of the moon: what is left is its sickle
    [
      'earthlight',
      `M${near(x + m * 0.28)} ${near(y - r * 0.15 - m * 0.96)}a${near(m)} ${near(m)} 0 0 1 ${near(m * 0.5)} ${near(m * 1.58)}a${near(m * 0.84)} ${near(m * 0.84)} 0 0 1-${near(m * 0.5)}-${near(m * 1.58)}z`,
    ],
    ['mist', mist(x - r * 2.5, y + r * 0.42, r * 3, r * 0.3)],
    ['ridge', hill(y + r * 1.5, r * 1.1, 3, 17)],
  ];
  const tufts = places(field, plan, seed, r * 1.2, r * 0.5, r * 1.5)
    .filter((spot) => spot.y > y - r * 0.4)
    .map((spot, i) => grass(spot.x, spot.y + r * 0.3, r * (0.6 + 0.5 * grain(seed + i)), seed + i));
  const stars = places(field, plan, seed + 40, r * 1.5, r * 0.6, r * 1.9)
    .filter((spot) => spot.y < y)
    .map((spot) => `M${near(spot.x)} ${near(spot.y)}h.01`);
  return [...shapes, ['stars', stars.join('')] as Shape, ['tufts', tufts.join('')] as Shape].filter(([, d]) => d);
}

const PAINT = { mountain: mountains, waterfall, bamboo: grove, moon: moonlight };

/** The picture of an area, from the back to the front. */
export function scene(field: Field, plan: Layout, seed: number): Shape[] {
  return PAINT[field.area.symbol](field, plan, seed);
}
