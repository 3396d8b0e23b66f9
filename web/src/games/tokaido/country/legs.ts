// The four legs of the road as pictures: spring dawn over paddies, summer noon by the sea, autumn evening in the hills,
// winter night before Edo. Far things are one wash, near ones strong; the lower part stays calm behind the spaces.
import { fields } from './fields';
import { below, birds, blades, disc, mist, outline, put, seeded, soft, type Spot } from './strokes';
import type { Wash } from '../../../lib/wash';
import { boat, CHERRY, farmhouse, GINKGO, keep, MAPLE, pagoda, pine, reeds, specks, townhouse, tree } from './things';

export interface Country {
  /** The sky from above to the horizon. */
  sky: [day: string, night: string][];
  washes: Wash[];
  /** Which of the washes begin the middle ground and the foreground. */
  layers: [middle: number, near: number];
}

interface Box {
  w: number;
  h: number;
  /** Higher than a strip: the road winds down through the picture. */
  tall: boolean;
}

const INK = { day: '#3b3530', night: '#0a0e1a' };
const PAPER = { day: '#fffaf0', night: '#c9bfd0' };

function spring({ w, h, tall }: Box): Country {
  const random = seeded(11);
  const u = tall ? 1.35 : h / 110;
  const land = tall ? h * 0.2 : h * 0.34;
  const washes: Wash[] = [
    { d: disc(w * 0.71, land - 11 * u, 12 * u), day: '#e27a63', night: '#f3e3c6', opacity: 0.85 },
    { d: below(outline(w, land + 2, 24 * u, 105 * u, random), h), day: '#c4b3c9', night: '#2f2f52', opacity: 0.6 },
    { d: mist(w * 0.52, land - 9 * u, w * 0.4, 4.2 * u, 2, random), ...PAPER, opacity: 0.62 },
    { d: below(outline(w, land + 4, 13 * u, 64 * u, random), h), day: '#a9bb9c', night: '#2a3a52' },
    { d: mist(-20, land - 3 * u, w * 0.42, 4 * u, 2, random), ...PAPER, opacity: 0.55 },
    {
      d: below(
        [
          [-4, land + 2],
          [w * 0.3, land + 5],
          [w * 0.7, land + 1],
          [w + 4, land + 4],
        ],
        h,
      ),
      day: '#c3cf94',
      night: '#22343f',
    },
  ];
  // Fields between dikes that run towards one point behind the hills.
  const [vx, vy] = [w * 0.46, land - (tall ? 150 : 74 * u)];
  const { water, young, shoots } = fields(
    { w, top: land + 5 * u, bottom: h, vx, vy, gap: tall ? 0.24 : 0.5, deep: tall ? 5.6 : 4.4 * u, unit: u },
    random,
  );
  washes.push(
    { d: water, day: '#f7e8de', night: '#4a5474' },
    { d: water, day: '#8fae62', night: '#1a2c36', line: 0.8 * u, opacity: 0.7 },
    { d: young, day: '#aac47c', night: '#2d4b48', opacity: 0.75 },
    { d: shoots, day: '#6b8f4c', night: '#16302f', line: 0.9 * u, opacity: 0.8 },
  );
  const near = washes.length;
  for (const part of tall ? [0.2, 0.62] : [0.17, 0.205, 0.6, 0.86])
    washes.push(...farmhouse(w * part, land + 6 * u, u * 0.8, part > 0.5));
  for (const [part, size] of (tall
    ? [
        [0.31, 27],
        [0.97, 44],
      ]
    : [
        [0.115, 30],
        [0.315, 27],
        [0.53, 24],
        [0.775, 33],
      ]) as Spot[])
    washes.push(...tree(w * part, land + 8 * u, size * (tall ? 1 : u), CHERRY, random));
  if (tall)
    washes.push(...tree(w * 0.035, h * 0.43, 46, CHERRY, random), ...tree(w * 0.985, h * 0.74, 52, CHERRY, random));
  washes.push(
    { d: birds(w * 0.4, land * 0.4, 2.6 * u, 5, random), ...INK, line: 0.9 * u, opacity: 0.65 },
    { d: specks(w, 4, h, tall ? 26 : 40, 1.3 * u, random), day: '#f3c3c0', night: '#c99ab0', opacity: 0.8 },
  );
  return {
    sky: [
      ['#efc9c4', '#171c38'],
      ['#f8e3d3', '#3a2f52'],
      ['#fcefd2', '#7a5263'],
    ],
    washes,
    layers: [5, near],
  };
}

function summer({ w, h, tall }: Box): Country {
  const random = seeded(23);
  const u = tall ? 1.35 : h / 110;
  const sea = tall ? h * 0.1 : h * 0.17;
  const shore = tall ? h * 0.31 : h * 0.43;
  const coast = (by: number): Spot[] =>
    Array.from(
      { length: 13 },
      (_, i) => [(i * w) / 12, shore + by + Math.sin(i * 1.25 + 0.6) * (tall ? 13 : 5) * u] as const,
    );
  const washes: Wash[] = [];
  for (const [part, size] of [
    [0.1, 26],
    [0.16, 18],
    [0.42, 30],
    [0.48, 20],
    [0.87, 24],
  ] as Spot[])
    washes.push({
      d: put(
        'M-1 0C-1.3 -0.5 -0.8 -0.9 -0.4 -0.8C-0.3 -1.4 0.4 -1.4 0.5 -0.9C0.9 -1 1.3 -0.5 1 0Z',
        w * part,
        sea,
        size * 0.62 * u,
      ),
      day: '#fffdf6',
      night: '#56778d',
      opacity: 0.9,
    });
  washes.push(
    {
      d: below(
        [
          [w * 0.55, sea + 1],
          [w * 0.63, sea - 9 * u],
          [w * 0.7, sea - 4 * u],
          [w * 0.76, sea - 12 * u],
          [w * 0.85, sea - 5 * u],
          [w * 0.92, sea + 1],
        ],
        sea + 2,
      ),
      day: '#7fa6b0',
      night: '#223f55',
      opacity: 0.75,
    },
    { d: `M0 ${sea}H${w}V${h}H0z`, day: '#4f98ae', night: '#15394f' },
    { d: `M0 ${(sea + 5 * u).toFixed(1)}H${w}V${h}H0z`, day: '#6fb0bd', night: '#1c485c' },
    { d: `M0 ${(sea + 12 * u).toFixed(1)}H${w}V${h}H0z`, day: '#93c8c9', night: '#255a6a', opacity: 0.9 },
  );
  let glints = '';
  for (let i = 0; i < (tall ? 22 : 46); i++) {
    const [x, y] = [random() * w, sea + 3 * u + random() * (shore - sea - 8 * u)];
    const long = (3 + random() * 7) * u;
    glints += soft([
      [x, y],
      [x + long / 2, y - 1.3 * u],
      [x + long, y],
    ]);
  }
  washes.push({ d: glints, day: '#f1fbf7', night: '#7fb4c4', line: 0.9 * u, opacity: 0.75 });
  for (const [part, deep, size] of (tall
    ? [
        [0.2, 14, 1],
        [0.5, 22, 1.3],
        [0.82, 10, 0.8],
      ]
    : [
        [0.125, 9, 0.9],
        [0.24, 15, 1.15],
        [0.39, 7, 0.7],
        [0.585, 13, 1.1],
        [0.715, 8, 0.8],
        [0.885, 15, 1.2],
      ]) as [number, number, number][])
    washes.push(...boat(w * part, sea + deep * u, size * u * 0.95));
  washes.push(
    { d: below(coast(-7 * u), h), day: '#c9e4da', night: '#3a6f7a', opacity: 0.8 },
    { d: below(coast(-3.4 * u), h), day: '#fdfdf5', night: '#a9c8cf' },
    { d: below(coast(0), h), day: '#e9d3a0', night: '#3b4256' },
    { d: below(coast(6 * u), h), day: '#f3e3bd', night: '#333b50' },
    {
      d: below(outline(w, h * (tall ? 0.62 : 0.86), 9 * u, 150 * u, random), h),
      day: '#dfd6a2',
      night: '#2c3a48',
      opacity: 0.9,
    },
    {
      d: below(outline(w, h * (tall ? 0.84 : 0.97), 9 * u, 120 * u, random), h),
      day: '#b9c48b',
      night: '#243a40',
      opacity: 0.9,
    },
  );
  const near = washes.length;
  let tufts = '';
  for (let i = 0; i < (tall ? 16 : 34); i++)
    tufts += blades(random() * w, h * (0.72 + 0.3 * random()), 6 * u, 4, random);
  washes.push({ d: tufts, day: '#7d8f52', night: '#152a2c', line: 0.9 * u, opacity: 0.7 });
  for (const [part, size, lean] of (tall
    ? [
        [0.06, 48, 0.3],
        [0.96, 56, -0.4],
      ]
    : [
        [0.1, 30, 0.25],
        [0.31, 26, -0.35],
        [0.515, 31, 0.3],
        [0.655, 24, -0.2],
        [0.82, 32, -0.4],
      ]) as [number, number, number][])
    washes.push(...pine(w * part, shore + 12 * u, size * (tall ? 1 : u), lean, random));
  if (tall) washes.push(...pine(w * 0.02, h * 0.5, 52, 0.3, random), ...pine(w * 0.985, h * 0.78, 56, -0.35, random));
  washes.push({ d: birds(w * 0.27, sea * 0.45, 2.4 * u, 4, random), ...INK, line: 0.9 * u, opacity: 0.55 });
  return {
    sky: [
      ['#7fbcd2', '#0d1a2f'],
      ['#c4e2e4', '#1b3d57'],
      ['#f4f1dd', '#3e7285'],
    ],
    washes,
    layers: [6, near],
  };
}

function autumn({ w, h, tall }: Box): Country {
  const random = seeded(37);
  const u = tall ? 1.35 : h / 110;
  const land = tall ? h * 0.26 : h * 0.42;
  const washes: Wash[] = [
    { d: disc(w * 0.335, land - 15 * u, 17 * u), day: '#d8472c', night: '#f7dca6', opacity: 0.95 },
    { d: below(outline(w, land - 2, 30 * u, 130 * u, random), h), day: '#d99a7d', night: '#4a4a80', opacity: 0.7 },
    { d: mist(w * 0.22, land - 14 * u, w * 0.3, 4 * u, 2, random), day: '#fde9c4', night: '#b9b2d8', opacity: 0.45 },
    { d: below(outline(w, land + 3, 22 * u, 92 * u, random), h), day: '#b9785c', night: '#36386a', opacity: 0.85 },
  ];
  washes.push(...pagoda(w * (tall ? 0.72 : 0.605), land - 4 * u, u * 0.86));
  const middle = washes.length;
  washes.push(
    { d: mist(w * 0.5, land - 5 * u, w * 0.42, 4 * u, 2, random), day: '#fde9c4', night: '#b9b2d8', opacity: 0.4 },
    { d: below(outline(w, land + 10 * u, 14 * u, 70 * u, random), h), day: '#a8603f', night: '#272a54', opacity: 0.85 },
    { d: below(outline(w, land + 15 * u, 9 * u, 110 * u, random), h), day: '#dfb06a', night: '#3a4068' },
    { d: below(outline(w, h * (tall ? 0.6 : 0.72), 10 * u, 140 * u, random), h), day: '#ecca8c', night: '#454a72' },
    {
      d: below(outline(w, h * (tall ? 0.84 : 0.95), 9 * u, 120 * u, random), h),
      day: '#c98f48',
      night: '#2a2f52',
      opacity: 0.85,
    },
  );
  const near = washes.length;
  const groves = tall
    ? [
        [0.07, 34],
        [0.28, 26],
        [0.52, 30],
        [0.95, 38],
      ]
    : [
        [0.112, 30],
        [0.15, 22],
        [0.255, 27],
        [0.385, 31],
        [0.52, 25],
        [0.69, 32],
        [0.73, 22],
        [0.82, 28],
        [0.9, 31],
      ];
  groves.forEach(([part, size], i) =>
    washes.push(...tree(w * part!, land + 13 * u, size! * (tall ? 1 : u), i % 3 === 2 ? GINKGO : MAPLE, random)),
  );
  if (tall)
    washes.push(...tree(w * 0.03, h * 0.44, 48, MAPLE, random), ...tree(w * 0.985, h * 0.74, 52, GINKGO, random));
  const tufts = tall ? 6 : 12;
  for (let i = 0; i < tufts; i++)
    washes.push(...reeds(((i + random() * 0.7) / tufts) * w, h + 3, (tall ? 30 : 21) * u, random));
  washes.push(
    { d: birds(w * 0.44, land * 0.22, 2.9 * u, 7, random), ...INK, line: u, opacity: 0.75 },
    { d: specks(w, land, h, tall ? 20 : 30, 1.2 * u, random), day: '#b8432a', night: '#d0664e', opacity: 0.8 },
  );
  return {
    sky: [
      ['#e9b48a', '#10142e'],
      ['#f3c98d', '#34305e'],
      ['#fbe3a8', '#a06a78'],
    ],
    washes,
    layers: [middle, near],
  };
}

function winter({ w, h, tall }: Box): Country {
  const random = seeded(53);
  const u = tall ? 1.35 : h / 110;
  const land = tall ? h * 0.25 : h * 0.43;
  const [fx, fy, fs] = [w * 0.36, land + 4 * u, tall ? 1.15 : u];
  const washes: Wash[] = [
    { d: specks(w, 2, land * 0.8, tall ? 26 : 60, 0.8 * u, random), day: '#dfe6f3', night: '#c3cfe6', opacity: 0.8 },
    { d: disc(w * 0.2, land * 0.36, 10 * u), day: '#fdf3d3', night: '#f7ecd0' },
    {
      d: put('M-74 0C-44 -6 -24 -22 -9 -41Q-4 -44 -1 -41Q3 -44 9 -40C24 -22 44 -6 78 0Z', fx, fy, fs),
      day: '#8496bd',
      night: '#33436c',
    },
    {
      d: put(
        'M-23 -25C-18 -30 -13 -36 -9 -41Q-4 -44 -1 -41Q3 -44 9 -40C13 -35 18 -30 23 -25L16 -28L11 -21L4 -29L-3 -18L-9 -28L-15 -22Z',
        fx,
        fy,
        fs,
      ),
      day: '#f6f8fb',
      night: '#b9c7e2',
    },
    { d: below(outline(w, land + 4 * u, 16 * u, 85 * u, random), h), day: '#6c7ca6', night: '#26345a', opacity: 0.85 },
    { d: mist(w * 0.08, land - 3 * u, w * 0.4, 4 * u, 2, random), day: '#dce3ee', night: '#5c6c94', opacity: 0.5 },
  ];
  // Edo: the nearer the gate, the closer its houses.
  washes.push(...keep(w * 0.79, land - 1 * u, u * 1.15));
  const houses = tall ? 10 : 26;
  for (let i = 0; i < houses; i++) {
    const part = 1 - ((i + random() * 0.5) / houses) ** 1.25 * (tall ? 0.6 : 0.52);
    washes.push(
      ...townhouse(w * part, land + (4 * (i % 3) - 2) * u, (1 + 0.35 * random()) * u, i % 3 === 1 ? 1 : 2, random),
    );
  }
  washes.push(
    { d: below(outline(w, land + 12 * u, 8 * u, 95 * u, random), h), day: '#c9d4e4', night: '#3d4d74' },
    { d: below(outline(w, h * (tall ? 0.56 : 0.72), 9 * u, 150 * u, random), h), day: '#dde5ee', night: '#465781' },
    { d: below(outline(w, h * (tall ? 0.82 : 0.92), 10 * u, 125 * u, random), h), day: '#eef2f5', night: '#5565908c' },
  );
  const near = washes.length;
  for (const [part, size, lean] of (tall
    ? [
        [0.05, 40, 0.2],
        [0.5, 30, 0.3],
      ]
    : [
        [0.12, 30, 0.2],
        [0.165, 22, -0.2],
        [0.265, 27, 0.25],
        [0.455, 28, -0.3],
      ]) as [number, number, number][])
    washes.push(...pine(w * part, land + 16 * u, size * (tall ? 1 : u), lean, random, true));
  if (tall)
    washes.push(
      ...pine(w * 0.02, h * 0.46, 50, 0.25, random, true),
      ...pine(w * 0.985, h * 0.76, 54, -0.3, random, true),
    );
  washes.push({
    d: specks(w, 0, h, tall ? 60 : 110, 1.15 * u, random),
    day: '#ffffff',
    night: '#dbe5f5',
    opacity: 0.8,
  });
  return {
    sky: [
      ['#232f5e', '#080c1d'],
      ['#41528a', '#131c3c'],
      ['#8596bf', '#2d3d6b'],
    ],
    washes,
    layers: [6, near],
  };
}

const LEGS = [spring, summer, autumn, winter];

/** The country along a leg of the journey from Kyoto, in a picture so wide and high. */
export const country = (leg: number, w: number, h: number): Country => LEGS[leg]!({ w, h, tall: h > w * 0.3 });
