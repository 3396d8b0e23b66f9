// The three panoramas as pictures, 300 for each panel and 252 high: every panel has something of its own, and together
// they are one view.
import type { PanoramaName } from '../types';
import { fields } from './fields';
import { HIGH, lit, wash, type Picture } from './paint';
import { sea } from './seaPanorama';
import {
  below,
  birds,
  blades,
  disc,
  mist,
  outline,
  puff,
  put,
  seeded,
  soft,
  stroke,
  type Random,
  type Spot,
} from './strokes';
import type { Wash } from '../../../lib/wash';
import { boat, CHERRY, farmhouse, MAPLE, pagoda, pine, specks, tree } from './things';

/** A branch that reaches into the picture from outside, in bloom. */
function branch(from: Spot, to: Spot, random: Random): Wash[] {
  const middle: Spot = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 - 14];
  const spots = Array.from({ length: 16 }, (_, i): Spot => {
    const t = i / 15;
    return [
      from[0] + (to[0] - from[0]) * t + (random() - 0.5) * 26,
      from[1] + (to[1] - from[1]) * t - Math.sin(t * 3) * 12 + (random() - 0.5) * 36,
    ];
  });
  const tones: [string, number][] = [
    ['#d98f95', 13],
    ['#eebbb9', 10],
    ['#fadfda', 6],
  ];
  return [
    wash(stroke([from, middle, to], 9), '#5b4436'),
    ...tones.map(([day, r]) =>
      wash(spots.map(([x, y]) => puff(x, y - (13 - r) * 0.4, r, r * 0.8, 6, random)).join(''), day),
    ),
  ];
}

function paddy(): Picture {
  const random = seeded(71);
  const w = 900;
  const { water, young, shoots } = fields(
    { w, top: 118, bottom: HIGH + 30, vx: 430, vy: -60, gap: 0.52, deep: 11, unit: 2.4 },
    random,
  );
  let glitter = '';
  for (let i = 0; i < 15; i++) {
    const [y, wide] = [128 + i * 8.4, 34 - Math.abs(i - 4) * 2.2];
    glitter += soft([
      [690 - wide + random() * 12, y],
      [690, y + 1],
      [690 + wide - random() * 12, y],
    ]);
  }
  return {
    width: w,
    sky: ['#efb9ab', '#f9dcc2', '#fdf1d8'],
    washes: [
      wash(disc(690, 70, 33), '#dc5238', 0.92),
      wash(below(outline(w, 112, 66, 190, random), HIGH), '#c3aec4', 0.75),
      wash(mist(520, 72, 330, 11, 2, random), '#fff8ea', 0.7),
      wash(below(outline(w, 116, 38, 120, random), HIGH), '#a3b095'),
      wash(mist(-60, 90, 380, 10, 3, random), '#fff8ea', 0.6),
      wash(below(outline(w, 121, 18, 70, random), HIGH), '#7f9a6b'),
      wash(`M0 116H${w}V${HIGH}H0z`, '#a9bf76'),
      wash(water, '#f6e6d8'),
      wash(glitter, '#e98a6d', 0.65, 3.4),
      wash(water, '#7f9f55', 0.8, 1.6),
      wash(young, '#9dbb6b'),
      wash(shoots, '#527a38', 0.85, 2),
      ...lit(tree(52, 138, 84, CHERRY, random)),
      ...lit(farmhouse(232, 132, 3.1, true)),
      ...lit(farmhouse(150, 138, 3.7)),
      wash(put('M0 0C-6 -8 6 -14 0 -24C-5 -32 6 -38 2 -48', 158, 84, 1), '#fff8ea', 0.7, 5),
      // Somebody bends over the young rice.
      wash(put('M-14 0C-16 -18 -8 -30 6 -30C20 -30 22 -20 20 -8L12 0Z', 452, 196, 1.25), '#2f4b7c'),
      wash(put('M18 -14L34 4M14 -18L24 6', 452, 196, 1.25), '#e3b98f', 1, 5),
      wash(put('M-10 0L-12 16M8 0L8 16', 452, 196, 1.25), '#e3b98f', 1, 6),
      wash(put('M-2 -30C6 -46 34 -44 44 -22C30 -16 12 -20 -2 -30Z', 452, 196, 1.25), '#d8ae61'),
      wash(put('M20 -39L10 -26M20 -39L26 -21M20 -39L38 -24', 452, 196, 1.25), '#8a6527', 0.7, 1.4),
      wash(blades(498, 214, 22, 8, random), '#3f6b2c', 1, 2.6),
      ...lit(tree(590, 134, 56, CHERRY, random)),
      // A crane steps through the water.
      wash(put('M0 0L2 -34M16 0L12 -34', 786, 238, 1.15), '#3b3530', 1, 3),
      wash(put('M-16 -40C-10 -56 20 -58 40 -44C30 -30 4 -28 -16 -40Z', 786, 238, 1.15), '#fffdf7'),
      wash(put('M22 -48C34 -48 44 -44 52 -34C40 -34 26 -36 18 -42Z', 786, 238, 1.15), '#2b2a2e'),
      wash(put('M-12 -42C-30 -52 -34 -72 -22 -84', 786, 238, 1.15), '#fffdf7', 1, 7.5),
      wash(put('M-14 -46C-28 -54 -31 -66 -26 -74', 786, 238, 1.15), '#2b2a2e', 1, 3),
      wash(disc(761, 141, 5.4), '#c8402a'),
      wash(put('M-24 -82L-42 -76', 786, 238, 1.15), '#8a6527', 1, 3),
      wash(blades(836, 258, 62, 12, random) + blades(16, 262, 70, 14, random), '#47702f', 0.95, 3.4),
      wash(birds(330, 44, 7.5, 5, random), '#3b3530', 0.8, 2.6),
      ...branch([-20, 4], [215, 34], random),
      wash(specks(w, 20, HIGH, 26, 3, random), '#f3c3c0', 0.9),
    ],
  };
}

function mountain(): Picture {
  const random = seeded(83);
  const w = 1200;
  const [fx, fy] = [604, 178];
  const fuji =
    'M-330 0C-210 -14 -110 -70 -44 -140Q-30 -150 -18 -141Q-4 -149 10 -142Q26 -150 42 -138C110 -68 214 -14 340 0Z';
  return {
    width: w,
    sky: ['#8ea9cf', '#dcd3da', '#fbe6cb'],
    washes: [
      wash(disc(985, 62, 30), '#fdf4d9'),
      wash(below(outline(w, 172, 84, 240, random), HIGH), '#bcc6dc', 0.85),
      wash(mist(760, 84, 380, 11, 2, random), '#fffaf0', 0.65),
      wash(put(fuji, fx, fy, 1), '#4d6aa3'),
      wash(put('M26 -146Q34 -147 42 -138C110 -68 214 -14 340 0L90 0C116 -50 70 -100 26 -146Z', fx, fy, 1), '#38518a'),
      wash(
        put(
          'M-104 -82C-82 -100 -62 -120 -44 -140Q-30 -150 -18 -141Q-4 -149 10 -142Q26 -150 42 -138C62 -118 80 -100 102 -82L78 -92L64 -62L44 -94L24 -48L6 -92L-18 -56L-36 -94L-58 -66L-78 -94Z',
          fx,
          fy,
          1,
        ),
        '#fffdf8',
      ),
      wash(
        put('M42 -138C62 -118 80 -100 102 -82L78 -92L64 -62L44 -94L32 -66C40 -96 38 -122 28 -144Z', fx, fy, 1),
        '#d3dcee',
      ),
      wash(mist(330, 150, 420, 11, 3, random), '#fffaf0', 0.8),
      wash(mist(560, 166, 380, 10, 2, random), '#fffaf0', 0.7),
      wash(`M0 184H${w}V${HIGH}H0z`, '#a9c3d6'),
      // The mountain lies in the lake once more, upside down.
      wash(put('M-250 0C-160 12 -80 42 -30 66Q0 74 32 65C84 40 160 12 256 0Z', fx, 186, 1), '#6f8abb', 0.55),
      wash(
        put('M-74 34C-58 46 -44 58 -30 66Q0 74 32 65C48 56 60 46 74 34L40 44L4 36L-34 44Z', fx, 186, 1),
        '#f3f5f8',
        0.6,
      ),
      wash(
        Array.from({ length: 22 }, () => {
          const [x, y] = [250 + random() * 720, 192 + random() * 50];
          return soft([
            [x, y],
            [x + 16 + random() * 34, y - 1.5],
            [x + 50 + random() * 20, y],
          ]);
        }).join(''),
        '#eef4f6',
        0.7,
        2,
      ),
      ...lit(boat(742, 214, 2.3)),
      wash(
        below(
          [
            [-4, 128],
            [70, 118],
            [150, 140],
            [230, 172],
            [300, 190],
            [380, 206],
            [440, 214],
          ],
          222,
        ),
        '#5c7a6d',
      ),
      wash(
        below(
          [
            [-4, 172],
            [90, 166],
            [190, 190],
            [290, 214],
            [420, 240],
            [470, HIGH + 4],
          ],
          HIGH + 4,
        ),
        '#33554f',
      ),
      ...lit(pagoda(196, 176, 3.7)),
      ...lit(pine(66, 178, 78, 0.25, random)),
      ...lit(tree(292, 208, 54, MAPLE, random)),
      ...lit(pine(128, 214, 60, -0.3, random)),
      ...lit(pine(14, 246, 92, 0.3, random)),
      wash(
        below(
          [
            [800, 222],
            [880, 196],
            [960, 176],
            [1040, 148],
            [1110, 128],
            [1204, 112],
          ],
          226,
        ),
        '#66836f',
      ),
      wash(
        below(
          [
            [760, HIGH + 4],
            [850, 236],
            [960, 214],
            [1060, 190],
            [1130, 176],
            [1204, 170],
          ],
          HIGH + 4,
        ),
        '#35574d',
      ),
      wash('M1070 134C1066 154 1076 170 1070 198', '#f6fbfa', 0.95, 11),
      wash('M1066 138C1062 156 1072 172 1066 196M1076 136C1072 156 1082 170 1076 198', '#9fc4cf', 0.9, 2.4),
      wash(puff(1071, 202, 28, 9, 9, random), '#f6fbfa', 0.9),
      ...lit(tree(962, 214, 62, CHERRY, random)),
      ...lit(tree(1142, 188, 70, CHERRY, random)),
      ...lit(pine(1008, 204, 58, 0.2, random)),
      ...lit(pine(1186, 240, 96, -0.35, random)),
      wash(birds(800, 66, 7.5, 7, random), '#2b2a2e', 0.8, 2.6),
      wash(mist(-40, 70, 260, 10, 2, random), '#fffaf0', 0.6),
    ],
  };
}

export const PICTURES: Record<PanoramaName, Picture> = { paddy: paddy(), mountain: mountain(), sea: sea() };
