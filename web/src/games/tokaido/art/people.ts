// The seven people met on the road, 48 by 48: head and shoulders, each with a hat and a thing of their own.
import { disc, oval, type Drawing } from '../../../lib/drawing';

const FACE = 'M16 18q8-3 16 0 1 12-8 13-9-1-8-13z';
const EYES: Drawing[number] = ['mark', 'M20 23h.01M28 23h.01', 2.2];
const guide = (robe: 'moss' | 'indigo' | 'sea', sign: Drawing): Drawing => [
  [robe, 'M3 46q1-12 11-14h13q10 2 11 14z'],
  ['paper.', 'M16 32l5 7 5-7z'],
  ['skin', 'M13 20q8-3 15 0 1 11-7.5 12-8.5-1-7.5-12z'],
  ['mark', 'M17 27h.01M24.5 27h.01', 2.2],
  ['straw', 'M2 21q9-4 14-15 4-4 8 0 4 11 14 15-18 6-36 0z'],
  ['mark', 'M20 6v16M16 11l-4 11M24 11l4 11', 1],
  ['wood', 'M38 21h3v25h-3z'],
  ...sign,
];
const BOARD = 'M31 5h15v17H31z';

export const PEOPLE: Record<string, Drawing> = {
  shokunin: [
    ['wood', 'M26 6h17v38H26z'],
    ['moss', 'M28 9h13v8H28z'],
    ['gold', 'M28 20h13v8H28z'],
    ['plum', 'M28 31h13v9H28z'],
    ['moss', 'M2 46q1-12 10-14h12q8 2 9 14z'],
    ['mark', 'M25 33q3 5 2 12', 2],
    ['skin', 'M10 19q8-3 15 0 1 12-7.5 13-8.5-1-7.5-13z'],
    ['mark', 'M14 24h.01M20.5 24h.01', 2.2],
    ['mark', 'M15.5 28.5q2 1 4 0', 1.3],
    ['indigo', 'M9 20Q7 9 17 8q11 0 10 12-9-3-18 0z'],
    ['indigo', 'M25 17q7-1 7 4-4 1-7-2z'],
    ['paper.', disc(14, 15, 1.1) + disc(19, 13, 1.1) + disc(22, 16.5, 1.1)],
  ],
  samurai: [
    ['indigo', 'M2 46q1-13 12-15h20q11 2 12 15z'],
    ['vermilion', 'M4 34l10-4 2 13H3zM44 34l-10-4-2 13h13z'],
    ['gold.', 'M3.5 37.5l11.5-2 .5 2.5-12 2zM44.5 37.5l-11.5-2-.5 2.5 12 2z'],
    ['skin', FACE],
    ['dark', 'M16 26q8 4 16 0-1 8-8 9-7-1-8-9z'],
    ['mark', 'M18.5 21l4 1.5M29.5 21l-4 1.5', 1.8],
    ['dark', 'M12 20Q11 7 24 6q13 1 12 14l6 6q-4 3-8 0l-2-6q-8-3-16 0l-2 6q-4 3-8 0z'],
    ['gold', 'M22 13Q9 12 6 1q9 3 13 7 5-2 10 0 4-4 13-7-3 11-16 12z'],
    ['vermilion', disc(24, 12, 3)],
  ],
  kuge: [
    ['plum', 'M1 46q2-14 15-16h16q13 2 15 16z'],
    ['paper.', 'M18 30h12l-6 9z'],
    ['sakura.', disc(10, 40, 2.6) + disc(38, 40, 2.6)],
    ['paper', FACE],
    ['blush', disc(19, 26.5, 2) + disc(29, 26.5, 2)],
    EYES,
    ['mark', 'M19 19.5h2.5M26.5 19.5H29', 2.4],
    ['red', 'M23.5 28.5h1', 2],
    ['dark', 'M15 19q-1-4 3-5Q18 5 23 2q6-1 8 5l-1 7q4 1 3 5-9-3-18 0z'],
    ['dark', 'M29 3q9-1 14 8-3 1-6-2-4-3-8-3z'],
    ['straw', 'M22 34h5l1 12h-7z'],
  ],
  miko: [
    ['dark', 'M10 44Q8 8 24 7t14 37q-4 2-7-1H17q-3 3-7 1z'],
    ['vermilion', 'M9 46l3-8h24l3 8z'],
    ['paper', 'M4 46q2-13 14-15h12q12 2 14 15l-8 0-4-6H16l-4 6z'],
    ['vermilion.', 'M19 31h10l-5 9z'],
    ['paper.', 'M21 31h6l-3 5z'],
    ['skin', FACE],
    EYES,
    ['red', 'M23 28.5h2', 1.8],
    ['dark', 'M15 20Q14 9 24 9t9 11l-4-5H19z'],
    ['gold', 'M13 12l3-7 4 3 4-5 4 5 4-3 3 7q-11-4-22 0z'],
    ['wood', 'M39 22h2.5v22H39z'],
    ['gold', disc(36.5, 20, 2.6) + disc(43.5, 20, 2.6) + disc(40, 15.5, 2.6) + disc(40, 24.5, 2.6)],
  ],
  annaibito_paddy: guide('moss', [
    ['paper', BOARD],
    ['moss.', 'M37.5 21q-1-8 1-13h1.5q2 5 0 13z'],
    [
      'gold.',
      oval(35.5, 10, 1.7, 3) +
        oval(42, 10, 1.7, 3) +
        oval(35, 15.5, 1.7, 3) +
        oval(42.5, 15.5, 1.7, 3) +
        oval(38.8, 7.5, 1.5, 2.6),
    ],
  ]),
  annaibito_mountain: guide('indigo', [
    ['paper', BOARD],
    ['indigo.', 'M32 21l4.5-10q2-3 4 0L45 21z'],
    ['paper.', 'M35 14.5l1.5-3.5q2-3 4 0l1.5 3.5-1.7-1-1.8 2-1.8-2z'],
  ]),
  annaibito_sea: guide('sea', [
    ['paper', BOARD],
    ['sea.', 'M32 21q-1-11 7-13 5 0 5 4-4-2-5.5 1-.5 3.5 6 3V21z'],
    ['vermilion.', disc(35, 9, 1.8)],
  ]),
};
