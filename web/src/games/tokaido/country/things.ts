// What stands in the country: houses, trees, boats. Each a few washes, its foot at x,y.
import { blades, disc, puff, put, soft, stroke, type Random, type Spot } from './strokes';
import type { Wash } from '../../../lib/wash';

const INK = { day: '#3b3530', night: '#0a0e1a' };

/** A farmhouse under thatch. */
export function farmhouse(x: number, y: number, size: number, mirror = false): Wash[] {
  const of = (d: string) => put(d, x, y, size, mirror);
  return [
    { d: of('M-8 0L-8 -6L9 -6L9 0Z'), day: '#efe0c3', night: '#4a4a5c' },
    { d: of('M1 0L1 -5L5 -5L5 0Z'), day: '#6b5238', night: '#e8b65a' },
    {
      d: of('M-12 -5C-9 -6 -7 -10 -5 -13L6 -13C8 -10 10 -6 13 -5C8 -4.2 -7 -4.2 -12 -5Z'),
      day: '#b08a55',
      night: '#2f3044',
    },
    { d: of('M-6 -12.6L7 -12.6L5.4 -14.6L-4.4 -14.6Z'), day: '#6f5534', night: '#1d1f31' },
    { d: of('M-4 -12Q-6 -8 -8 -6M0.5 -12Q0.5 -8 0.5 -5.6M5 -12Q7 -8 9 -6'), ...INK, line: 0.7 * size, opacity: 0.45 },
  ];
}

function trunk(x: number, y: number, tall: number, lean: number, thick: number): Wash {
  const spots: Spot[] = [
    [x, y + 1],
    [x + lean * 0.1, y - tall * 0.3],
    [x - lean * 0.15, y - tall * 0.55],
    [x + lean * 0.6, y - tall * 0.8],
    [x + lean, y - tall],
  ];
  const up = stroke(spots, thick * 1.2);
  const arm = stroke(
    [
      [x, y - tall * 0.45],
      [x - lean * 0.5, y - tall * 0.62],
      [x - lean * 1.1, y - tall * 0.8],
    ],
    thick * 0.7,
  );
  return { d: up + arm, day: '#5b4436', night: '#12131f' };
}

interface Leaves {
  /** From the shade below to the light above. */
  tones: [day: string, night: string][];
}
export const CHERRY: Leaves = {
  tones: [
    ['#d99a9d', '#6d4b66'],
    ['#ecbcb9', '#94667f'],
    ['#f8dcd6', '#b88a9a'],
  ],
};
export const MAPLE: Leaves = {
  tones: [
    ['#a23a26', '#6a2233'],
    ['#c8502f', '#a03a3a'],
    ['#e08745', '#cf6a4a'],
  ],
};
export const GINKGO: Leaves = {
  tones: [
    ['#b98524', '#6a4a26'],
    ['#d7a53a', '#a07a34'],
    ['#eecb72', '#d0a75a'],
  ],
};

/** A tree with a round crown in three tones. */
export function tree(x: number, y: number, size: number, leaves: Leaves, random: Random): Wash[] {
  const all: Wash[] = [trunk(x, y, size * 0.8, (random() - 0.5) * size * 0.5, size * 0.13)];
  const middle = x + (random() - 0.5) * size * 0.1;
  const crowns: Spot[] = [
    [middle - size * 0.36, y - size * 0.72],
    [middle + size * 0.36, y - size * 0.78],
    [middle, y - size * 1.02],
  ];
  leaves.tones.forEach(([day, night], tone) => {
    const part = 1 - tone * 0.24;
    const d = crowns.map(([cx, cy]) =>
      puff(cx - tone * size * 0.05, cy - tone * size * 0.07, size * 0.4 * part, size * 0.27 * part, 9, random),
    );
    all.push({ d: d.join(''), day, night });
  });
  return all;
}

/** A pine of the shore: a bent trunk and flat pads of needles; with `snow` on them. */
export function pine(x: number, y: number, size: number, lean: number, random: Random, snow = false): Wash[] {
  const top = x + lean * size;
  const spots: Spot[] = [
    [x, y + 2],
    [x + lean * size * 0.1, y - size * 0.25],
    [x + lean * size * 0.75, y - size * 0.5],
    [x + lean * size * 0.6, y - size * 0.75],
    [top, y - size],
  ];
  const pads: [number, number, number][] = [
    [top, y - size, 0.34],
    [x + lean * size * 0.9 + size * 0.3, y - size * 0.72, 0.3],
    [x + lean * size * 0.5 - size * 0.3, y - size * 0.64, 0.32],
    [x + lean * size * 0.7 + size * 0.34, y - size * 0.42, 0.25],
  ];
  const dark = pads.map(([px, py, wide]) => puff(px, py, size * wide, size * 0.13, 9, random, 0.35)).join('');
  const light = pads
    .map(([px, py, wide]) =>
      puff(px - size * 0.03, py - size * 0.035, size * wide * 0.76, size * 0.085, 8, random, 0.2),
    )
    .join('');
  return [
    { d: stroke(spots, size * 0.13), day: '#5a4334', night: '#10121d' },
    { d: dark, day: '#3f6047', night: '#16262d' },
    { d: light, day: snow ? '#f4f6f6' : '#6f9161', night: snow ? '#a9b8d2' : '#2b463f' },
  ];
}

/** A boat under its square sail. */
export function boat(x: number, y: number, size: number): Wash[] {
  return [
    { d: put('M-6 -1C-3 1.4 4 1.4 7 -1.4L5 1.8C2 2.4 -3 2.4 -5 1.6Z', x, y, size), day: '#6b4a33', night: '#141a26' },
    { d: put('M-3.6 -2L-3 -12Q0.5 -13 3.6 -12L4 -2Q0 -3.2 -3.6 -2Z', x, y, size), day: '#fdfaf1', night: '#9fb3c4' },
    {
      d: put('M-1.2 -2.6L-0.8 -12.4M1.6 -2.6L1.4 -12.4', x, y, size),
      day: '#b9b3a2',
      night: '#6d8094',
      line: 0.35 * size,
    },
  ];
}

/** A pagoda of three roofs. */
export function pagoda(x: number, y: number, size: number): Wash[] {
  const of = (d: string) => put(d, x, y, size);
  return [
    {
      d: of('M-4 0L-4 -5L4 -5L4 0ZM-3.4 -7L-3.4 -11L3.4 -11L3.4 -7ZM-2.8 -13L-2.8 -17L2.8 -17L2.8 -13Z'),
      day: '#f0d9b4',
      night: '#5b4650',
    },
    {
      d: of(
        'M-9 -4.6C-6 -5.4 -5 -6.4 -4.4 -7.4L4.4 -7.4C5 -6.4 6 -5.4 9 -4.6ZM-8 -10.6C-5.4 -11.4 -4.4 -12.4 -3.8 -13.4L3.8 -13.4C4.4 -12.4 5.4 -11.4 8 -10.6ZM-7 -16.6C-4 -17.6 -2 -19 0 -21C2 -19 4 -17.6 7 -16.6Z',
      ),
      day: '#8f3a2a',
      night: '#2d1b2c',
    },
    { d: of('M0 -20.5L0 -27'), day: '#6f5534', night: '#15111f', line: 0.8 * size },
  ];
}

/** A town house of tiles and shutters, some of its windows lit. */
export function townhouse(x: number, y: number, size: number, storeys: number, random: Random): Wash[] {
  const wall = 6 * storeys;
  let lit = '';
  for (let row = 0; row < storeys; row++)
    for (let i = 0; i < 3; i++)
      if (random() < 0.55) {
        const [left, top] = [-6.2 + i * 4.4, -wall + 2 + row * 6];
        lit += `M${left} ${top}L${left + 3.2} ${top}L${left + 3.2} ${top + 2.8}L${left} ${top + 2.8}Z`;
      }
  const ridge = `M-11 ${-wall}C-8 ${-wall - 1} -6 ${-wall - 3.6} -5 ${-wall - 5.4}L5 ${-wall - 5.4}C6 ${-wall - 3.6} 8 ${-wall - 1} 11 ${-wall}Z`;
  const snow = `M-7.6 ${-wall - 2.2}C-6.4 ${-wall - 3.4} -5.6 ${-wall - 4.6} -5 ${-wall - 6.2}L5 ${-wall - 6.2}C5.6 ${-wall - 4.6} 6.4 ${-wall - 3.4} 7.6 ${-wall - 2.2}Q4 ${-wall - 3.4} 2 ${-wall - 2.6}Q-2 ${-wall - 3.6} -7.6 ${-wall - 2.2}Z`;
  return [
    { d: put(`M-8 0L-8 ${-wall}L8 ${-wall}L8 0Z`, x, y, size), day: '#4d5170', night: '#1d2338' },
    { d: put(lit || 'M0 0L0 0Z', x, y, size), day: '#f7cf73', night: '#f0bd58' },
    { d: put(ridge, x, y, size), day: '#2c3354', night: '#0d1122' },
    { d: put(snow, x, y, size), day: '#eef2f6', night: '#a4b3d0' },
  ];
}

/** Tall grass with silver ears. */
export function reeds(x: number, y: number, size: number, random: Random): Wash[] {
  const stems = blades(x, y, size, 7, random);
  const ears = [...stems.matchAll(/ ([\d.-]+) ([\d.-]+)(?=M|$)/g)]
    .map(([, ex, ey]) =>
      soft([
        [Number(ex) - size * 0.02, Number(ey) + size * 0.06],
        [Number(ex) + size * 0.08, Number(ey) - size * 0.06],
        [Number(ex) + size * 0.22, Number(ey) + size * 0.02],
      ]),
    )
    .join('');
  return [
    { d: stems, day: '#8a6a34', night: '#1a1d38', line: size * 0.04 },
    { d: ears, day: '#fbefd4', night: '#bdb9d6', line: size * 0.075 },
  ];
}

/** Specks: petals, snow, stars. */
export function specks(width: number, top: number, bottom: number, count: number, r: number, random: Random): string {
  let d = '';
  for (let i = 0; i < count; i++)
    d += disc(random() * width, top + random() * (bottom - top), r * (0.5 + 0.7 * random()));
  return d;
}

/** The keep of a castle: white walls under dark roofs with snow. */
export function keep(x: number, y: number, size: number): Wash[] {
  const of = (d: string) => put(d, x, y, size);
  const tiers = [
    [11, 0, 8],
    [8.5, -9, 7],
    [6, -17, 6],
  ] as const;
  const walls = tiers.map(
    ([half, foot, high]) => `M${-half} ${foot}L${-half} ${foot - high}L${half} ${foot - high}L${half} ${foot}Z`,
  );
  const roofs = tiers.map(([half, foot, high]) => {
    const top = foot - high;
    return `M${-half - 4} ${top + 0.6}C${-half - 1} ${top - 0.4} ${-half + 1} ${top - 2} ${-half + 2} ${top - 3.4}L${half - 2} ${top - 3.4}C${half - 1} ${top - 2} ${half + 1} ${top - 0.4} ${half + 4} ${top + 0.6}Z`;
  });
  return [
    { d: of(walls.join('')), day: '#dfe5ee', night: '#6f7fa6' },
    {
      d: of('M-6 -3L-4 -3L-4 -5.5L-6 -5.5ZM4 -3L6 -3L6 -5.5L4 -5.5ZM-1 -12L1 -12L1 -14L-1 -14Z'),
      day: '#f7cf73',
      night: '#f0bd58',
    },
    { d: of(roofs.join('')), day: '#2f3c66', night: '#0f1630' },
    { d: of('M-3 -26L3 -26L4.5 -23L-4.5 -23Z'), day: '#eef2f6', night: '#a4b3d0' },
  ];
}
