// The paintings of the artist as data: a symbol as a small landscape, 84 by 44. The time of the day tells paintings of one
// symbol apart.
import { disc } from '../../lib/drawing';
import { bamboo, grass, mist, peak, pine } from '../../lib/motifs';
import type { Wash } from '../../lib/wash';
import type { Symbol } from './types';

export const WIDE = 84;
export const HIGH = 44;
/** A color by day, and in the dark theme. */
type Ink = readonly [day: string, night: string];

export interface Picture {
  /** The sky above and below. */
  sky: readonly [Ink, Ink];
  washes: Wash[];
}

const SKIES = {
  dawn: {
    sky: [
      ['#f0b7a2', '#4a3a52'],
      ['#fbeed2', '#7a5f63'],
    ],
    sun: ['#d8553b', '#e0795f'],
  },
  noon: {
    sky: [
      ['#8fbfcf', '#20425c'],
      ['#f3f1df', '#4c7382'],
    ],
    sun: ['#f6d98b', '#e6c878'],
  },
  evening: {
    sky: [
      ['#e08a5c', '#55303a'],
      ['#f9dd9c', '#8f6543'],
    ],
    sun: ['#c8452f', '#d9674f'],
  },
  grove: {
    sky: [
      ['#a9c47f', '#1f3a26'],
      ['#f0f3d6', '#4b6b42'],
    ],
    sun: ['#f6e3a0', '#d8c67c'],
  },
  night: {
    sky: [
      ['#32427c', '#131a3c'],
      ['#a7b0d6', '#46528c'],
    ],
    sun: ['#fff4d0', '#fbeec4'],
  },
} as const;
const HOURS = ['dawn', 'noon', 'evening'] as const;

const INK: Ink = ['#2b2d35', '#0b0f1c'];
const SNOW: Ink = ['#fffdf6', '#dde6ee'];
const MIST: Ink = ['rgb(255 252 243 / 72%)', 'rgb(215 222 240 / 26%)'];
const GREEN: Ink = ['#41643f', '#2c4838'];

const wash = ([day, night]: Ink, d: string, opacity?: number): Wash => ({ d, day, night, opacity });
const line = ([day, night]: Ink, d: string, width: number): Wash => ({ d, day, night, line: width });
const trees = (...where: [x: number, y: number, h: number, lean: number][]) =>
  where.flatMap((one) => {
    const { trunk, needles } = pine(...one);
    return [wash(INK, trunk), wash(GREEN, needles)];
  });

function mountain(sun: Ink): Wash[] {
  const high = peak(43, 41, 62, 36);
  return [
    wash(sun, disc(66, 11, 6)),
    ...[peak(20, 38, 36, 15), peak(68, 38, 40, 18)].map((far) => wash(['#b98f6c', '#5d4d4c'], far.body, 0.6)),
    wash(['#5a6c9c', '#4c5c8c'], high.body),
    wash(['#3d4f82', '#36456f'], high.shade),
    wash(SNOW, high.snow),
    wash(INK, high.edge),
    wash(MIST, mist(6, 33, 46, 3.4)),
    ...trees([9, 42, 13, -0.4], [76, 43, 15, 0.5], [69, 43, 10, -0.2]),
  ];
}

const waterfall = (): Wash[] => [
  wash(
    ['#6d7d83', '#3f525e'],
    'M0 44V12C6 5 17 3 25 7L31 5C34 20 31 32 33 44zM84 44V9C76 3 66 2 60 6L53 5C51 20 54 32 51 44z',
  ),
  wash(
    ['#4d5f67', '#2b3b46'],
    'M31 5C34 20 31 32 33 44H24C27 30 22 18 25 7zM60 6C66 18 60 30 64 44H51C54 32 51 20 53 5z',
  ),
  wash(SNOW, 'M31 5H53C51 20 54 32 56 44H29C32 32 34 20 31 5z'),
  line(['#7db2c1', '#6aa4b8'], 'M36 6C38 18 35 28 34 38M42 6V36M48 6C46 18 49 28 51 38M39 10C40 20 38 26 38 32', 1.5),
  wash(['#4b90a6', '#2f7089'], 'M0 40Q12 35 28 39T56 38 84 40V44H0z'),
  wash(SNOW, 'M26 39Q30 33 34 37 38 32 43 36 48 32 52 37 56 34 59 39 43 44 26 39z'),
  ...trees([9, 13, 12, 0.5], [19, 8, 9, -0.4], [73, 9, 12, -0.6]),
];

/** From the back to the front; the first two are pale. */
const STALKS: [x: number, h: number, w: number, seed: number][] = [
  [9, 44, 3.6, 3],
  [76, 46, 3.6, 12],
  [22, 52, 6.6, 8],
  [60, 50, 6.6, 30],
  [42, 56, 7.6, 21],
];

const grove = (sun: Ink, number: number): Wash[] => [
  ...(number % 3 === 1 ? [wash(sun, disc(32, 13, 7))] : []),
  wash(MIST, mist(number % 2 ? -6 : 34, 27, 60, 4)),
  ...STALKS.flatMap(([x, h, w, seed], i) => {
    const { stalk, joints, leaves } = bamboo(x, 46, h, w, seed);
    const pale = i < 2;
    return [
      wash(pale ? ['#7d9c5c', '#45633f'] : ['#3f6d34', '#6f9f58'], stalk),
      ...(pale ? [] : [line(INK, stalk, 0.7)]),
      line(['#dfeac4', '#16211a'], joints, 1.3),
      wash(pale ? ['#6a8f52', '#587d4d'] : ['#27502b', '#94c47a'], leaves),
    ];
  }),
];

const moon = (disk: Ink): Wash[] => [
  wash(['rgb(255 244 214 / 22%)', 'rgb(255 244 214 / 22%)'], disc(42, 17, 19)),
  wash(disk, disc(42, 17, 12.5)),
  wash(['#5665a2', '#2b3568'], 'M46 5.200A12.500 12.500 0 0 1 52 24.500 10.500 10.500 0 0 1 46 5.200z'),
  wash(MIST, mist(14, 21, 40, 3.4)),
  wash(['#27336a', '#0f1533'], 'M0 44V34C10 26 18 27 27 33S46 37 55 30 74 27 84 34V44z'),
  wash(
    ['#161f4a', '#7e89c2'],
    grass(10, 45, 14, 3) + grass(22, 46, 11, 9) + grass(73, 45, 15, 14) + grass(63, 46, 10, 21),
  ),
  line(['#fdf6df', '#fdf6df'], 'M12 8h.01M22 14h.01M67 7h.01M75 15h.01M60 13h.01', 1.6),
];

/** A painting of a symbol; the number says which of the artist's paintings it is. */
export function painting(of: Symbol, number: number): Picture {
  const { sky, sun } = SKIES[of === 'moon' ? 'night' : of === 'bamboo' ? 'grove' : HOURS[number % 3]!];
  const washes = { mountain, waterfall, bamboo: grove, moon }[of](sun, number);
  return { sky, washes };
}
