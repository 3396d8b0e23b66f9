// The sea: a great wave, a boat in the evening sun, a gate in the water, a rock with its pine.
import { HIGH, lit, wash, type Picture } from './paint';
import { below, birds, disc, mist, outline, put, seeded, soft, type Spot } from './strokes';
import { boat, pine, reeds } from './things';

const flat = (y: number, w: number, wave: number, seed: number): Spot[] => outline(w, y, wave, 140, seeded(seed));

export function sea(): Picture {
  const random = seeded(97);
  const w = 1500;
  const line = (y: number, count: number, long: number) =>
    Array.from({ length: count }, () => {
      const [x, up] = [random() * w, y + random() * 26];
      return soft([
        [x, up],
        [x + long * 0.5, up - 5],
        [x + long, up],
      ]);
    }).join('');
  let glitter = '';
  for (let i = 0; i < 11; i++) {
    const wide = 74 - i * 4.6;
    glitter += soft([
      [790 - wide + random() * 18, 122 + i * 8.5],
      [790, 123 + i * 8.5],
      [790 + wide - random() * 18, 122 + i * 8.5],
    ]);
  }
  const swell = (y: number, seed: number) => below(flat(y, w, 16, seed), HIGH + 4);
  return {
    width: w,
    sky: ['#eab27f', '#f8d9a8', '#fdf0d2'],
    washes: [
      wash(disc(790, 108, 42), '#d8472c'),
      wash(mist(600, 74, 380, 12, 2, random), '#fff6e2', 0.75),
      wash(mist(90, 30, 420, 12, 2, random), '#fff6e2', 0.6),
      wash(mist(1120, 40, 330, 12, 2, random), '#fff6e2', 0.6),
      wash(
        below(
          [
            [930, 119],
            [1000, 92],
            [1080, 72],
            [1130, 92],
            [1210, 78],
            [1300, 104],
            [1400, 96],
            [1504, 118],
          ],
          122,
        ),
        '#a3a9ab',
        0.9,
      ),
      wash(
        below(
          [
            [1180, 120],
            [1260, 106],
            [1330, 98],
            [1420, 110],
            [1504, 100],
          ],
          124,
        ),
        '#7d9294',
        0.9,
      ),
      wash(`M0 117H${w}V${HIGH}H0z`, '#5f9fb0'),
      wash(`M0 122H${w}V${HIGH}H0z`, '#8fc0c4'),
      wash(glitter, '#ee8f70', 0.85, 4),
      ...lit(boat(560, 128, 1.5)),
      ...lit(boat(508, 124, 1.1)),
      ...lit(boat(1238, 130, 1.4)),
      wash(line(128, 34, 26), '#eaf6f2', 0.8, 2),
      wash(swell(160, 3), '#67a6b6'),
      wash(line(162, 30, 34), '#d5edec', 0.7, 2.2),
      // The great wave.
      wash(
        put(
          'M0 66C22 62 40 56 56 38C72 19 100 14 124 26C112 25 104 29 104 36C104 44 116 47 124 41C126 52 118 58 134 63C156 68 190 62 214 66L214 84L0 84Z',
          -14,
          4,
          3.05,
        ),
        '#2a6a8c',
      ),
      wash(
        put(
          'M20 72C46 66 60 54 68 42C78 29 90 25 102 25L98 22C84 22 72 28 62 40C52 54 36 64 20 72ZM44 78C64 70 78 58 84 46C88 38 94 32 102 30L100 34C94 38 92 42 90 48C84 60 68 74 44 78ZM78 80C92 72 98 62 97 52L101 50C104 62 96 74 78 80Z',
          -14,
          4,
          3.05,
        ),
        '#b5dde2',
        0.9,
      ),
      wash(
        put(
          'M56 38C72 19 100 12 124 24Q128 26 131 31Q126 29 122 32Q127 34 126 39Q121 35 118 38Q121 41 117 44Q114 39 110 41Q102 36 105 29Q107 24 114 24Q100 20 84 28Q72 34 62 40Q52 50 38 56Q48 48 56 38Z',
          -14,
          4,
          3.05,
        ),
        '#fffdf6',
      ),
      wash(
        [
          [402, 70],
          [418, 96],
          [396, 128],
          [430, 58],
          [446, 82],
          [410, 148],
          [384, 152],
          [452, 112],
        ]
          .map(([x, y], i) => disc(x!, y!, 3 + (i % 3) * 1.6))
          .join(''),
        '#fffdf6',
      ),
      wash(swell(186, 5), '#3f86a0'),
      wash(line(190, 26, 44), '#c6e5e6', 0.7, 2.4),
      ...lit(boat(676, 196, 6.4)),
      wash(put('M-1 -2C5 -2 6 -8 4 -10', 654, 192, 3), '#c8402a', 1, 3),
      // A gate that stands in the water.
      wash('M968 76C1004 86 1092 86 1128 76L1123 92H973z', '#c8402a'),
      wash('M966 73C1004 83 1092 83 1130 73L1129 79C1092 88 1004 88 967 79z', '#2b2a2e'),
      wash('M982 106H1114V117H982z', '#c8402a'),
      wash('M1000 92H1016L1010 212H994zM1080 92H1096L1102 212H1086zM1042 92H1054V106H1042z', '#c8402a'),
      wash('M992 196H1012V214H990zM1084 196H1104L1106 214H1084z', '#2b2a2e'),
      wash('M984 214Q1002 207 1020 214M1076 214Q1094 207 1114 214M990 222Q1000 218 1012 222', '#fffdf6', 0.95, 4),
      wash('M1000 220Q1008 238 1000 250M1092 220Q1086 238 1094 250', '#c8402a', 0.35, 10),
      // A rock with its pine.
      wash(
        below(
          [
            [1222, 226],
            [1250, 178],
            [1290, 140],
            [1318, 108],
            [1352, 104],
            [1392, 132],
            [1430, 172],
            [1452, 226],
          ],
          228,
        ),
        '#59625e',
      ),
      wash(
        below(
          [
            [1330, 226],
            [1322, 170],
            [1338, 118],
            [1360, 112],
            [1392, 134],
            [1430, 172],
            [1452, 226],
          ],
          228,
        ),
        '#434c4b',
      ),
      wash('M1268 170Q1290 184 1286 214M1306 134Q1318 160 1306 200M1390 150Q1380 180 1398 214', '#343c3b', 0.8, 3.4),
      ...lit(pine(1326, 118, 92, 0.42, random)),
      wash(swell(216, 9), '#2c6f8d'),
      wash(
        `${soft([
          [1196, 222],
          [1216, 208],
          [1240, 220],
          [1262, 208],
          [1290, 222],
          [1316, 210],
          [1346, 222],
          [1376, 208],
          [1404, 222],
          [1432, 210],
          [1466, 222],
        ])}`,
        '#fffdf6',
        0.95,
        5,
      ),
      wash(line(218, 24, 52), '#b9dde2', 0.75, 2.6),
      wash(swell(244, 12), '#215a78'),
      wash(line(240, 14, 60), '#9fcdd6', 0.7, 2.6),
      wash(birds(480, 60, 7.5, 5, random) + birds(1180, 52, 6, 4, random), '#2b2a2e', 0.8, 2.6),
      ...lit(reeds(1478, 262, 90, random)),
    ],
  };
}
