// The 24 souvenirs, 48 by 48, kind by kind.
import { disc, oval, type Drawing } from '../../../lib/drawing';

/** A grain of sugar: twelve bumps around it. */
const star = (x: number, y: number, r: number) => {
  const at = (i: number, far: number) => {
    const turn = (i * Math.PI) / 12;
    return `${(x + Math.cos(turn) * far).toFixed(1)} ${(y + Math.sin(turn) * far).toFixed(1)}`;
  };
  const bumps = Array.from({ length: 10 }, (_, i) => `Q${at(i * 2.4 + 1.2, r * 1.32)} ${at(i * 2.4 + 2.4, r * 0.86)}`);
  return `M${at(0, r * 0.86)}${bumps.join('')}z`;
};
const petals = (x: number, y: number, r: number, size: number) =>
  Array.from({ length: 5 }, (_, i) =>
    disc(
      Math.round((x + Math.sin((i * Math.PI) / 2.5) * r) * 10) / 10,
      Math.round((y - Math.cos((i * Math.PI) / 2.5) * r) * 10) / 10,
      size,
    ),
  ).join('');

export const SOUVENIRS: Record<string, Drawing> = {
  // small objects
  gofu: [
    ['paper', 'M15 8 24 3l9 5v36H15z'],
    ['shade', 'M29 6l4 2v36h-4z'],
    ['mark', 'M19 13h10M24 10v15M18.5 18q5.5-2 11 0M19.5 25q4.5 2.5 9-.5', 2.2],
    ['vermilion.', 'M19 30h10v10H19z'],
    ['light', 'M22 33h4v4h-4z', 1.6],
  ],
  hashi: [
    ['sea', 'M24 37q9-6 19-1l-1 6q-9 3-17 1z'],
    ['dark', 'M4 8l3-3 34 33-2 2.5z'],
    ['vermilion', 'M12 4l3.5-2.5L44 34l-1.5 2.5z'],
    ['gold.', 'M9 13.5l3-3 4 4-2.5 3zM18.5 11.5l3.5-2.5 3 3.5-3 3z'],
  ],
  koma: [
    ['wood', 'M22.5 3h3.5v9h-3.5zM22 37h4.5l-2 9z'],
    ['vermilion', 'M5 20q0-5 19-9 19 4 19 9 0 9-17 18h-4Q5 29 5 20z'],
    ['gold.', 'M5.5 22.5q18 8 37 0-1 4-4 7.5-14 5-28.5 0-3.5-3.5-4.5-7.5z'],
    ['dark.', 'M11 31.5q13 3.5 26 0l-3.5 3q-9.5 2-19 0z'],
    ['mark', 'M9 18.5q14-5 30 0', 1.3],
    ['shine', 'M11 16q5-3 10-3.5l-6 6z'],
  ],
  uchiwa: [
    ['wood', 'M22 30h4l1 16h-6z'],
    ['sea', oval(24, 18, 18.5, 15.5)],
    ['paper.', 'M9 24q3-9 9-4 4-8 10-1 5-5 11 3-5 9-15 9-10 0-15-7z'],
    ['mark', 'M24 33V14M24 33 12 15M24 33l12-18M24 33 8 22M24 33l16-11', 0.9],
    ['vermilion.', disc(31, 11, 4)],
  ],
  washi: [
    ['moss', 'M4 18 27 9l10 25-23 9z'],
    ['paper', 'M9 13l25-5 5 27-25 5z'],
    ['sakura', 'M16 6h26v28H16z'],
    ['paper.', petals(24, 14, 3.2, 2.3) + petals(35, 26, 3.2, 2.3) + disc(35, 11, 1.6) + disc(22, 27, 1.6)],
    ['vermilion.', disc(24, 14, 1.7) + disc(35, 26, 1.7)],
    ['shade', 'M36 34l6-7v7z'],
  ],
  yunomi: [
    ['indigo', 'M10 15q14 4 28 0l-2.5 24q-.5 5-5 5h-13q-4.5 0-5-5z'],
    ['paper.', 'M11.5 25q6-5 12 0t13 0l-.6 6q-6.5 4-12.5 0t-11.5 0z'],
    ['paper', oval(24, 14.5, 14, 4.5)],
    ['moss.', oval(24, 15.5, 11, 2.9)],
    ['line', 'M19 7q-2.5-2 0-5M27 7q-2.5-2 0-5', 1.6],
    ['shade', 'M31 18q4-.5 7-2.5l-2.5 24q-.5 4-4 4.5z'],
  ],
  // food
  kamaboko: [
    ['wood', 'M2 35h44v7H2z'],
    ['sakura', 'M7 35Q7 12 24 12t17 23z'],
    ['paper.', 'M12 35q0-17 12-17t12 17z'],
    ['red', 'M24 30a4 4 0 1 1 4-4q0 6-6 6', 1.8],
    ['mark', 'M5 38.5h14M25 39h16', 0.9],
  ],
  konpeito: [
    ['sakura', star(16, 16, 9)],
    ['gold', star(34.5, 21, 7.5)],
    ['paper', star(36, 38, 6)],
    ['sea', star(18, 36, 8)],
    ['shine', disc(13, 13, 3) + disc(32, 18.5, 2.4) + disc(15.5, 33, 2.6)],
  ],
  manju: [
    ['wood', 'M3 40h42v4H3z'],
    ['gold', 'M4 40Q3 17 18 17t14 23z'],
    ['vermilion.', petals(18, 27, 3.4, 2.4)],
    ['gold', 'M24 40q-1-18 10-18t10 18z'],
    ['dark.', 'M28 39q-1-13 6-13t6.5 13z'],
    ['vermilion.', oval(34, 34, 3, 3.4)],
    ['line', 'M14 11q-3-3 0-7M22 11q-3-3 0-7', 1.6],
    ['shine', 'M8 29q2-7 7-9-4 4-4 10z'],
  ],
  daifuku: [
    ['dark', 'M3 37h42l-4 7H7z'],
    ['paper', 'M5 30q0-12 11-12t11 12q0 8-11 8T5 30z'],
    ['sakura', 'M22 31q0-12 11-12t11 12q0 8-11 8t-11-8z'],
    ['dark.', 'M33 25q6 0 7 6-2 5-8 5-5-1-5-5 0-5 6-6z'],
    ['vermilion.', 'M33 27q4 0 4 4 0 3-4 3.5-4-.5-4-3.5 0-4 4-4z'],
    ['shade', 'M8 35q9 3 17-2-2 5-9 5-6 0-8-3z'],
  ],
  ocha: [
    ['moss', 'M11 16h26v26q-13 5-26 0z'],
    ['dark', 'M10 8q14-5 28 0v9q-14 4-28 0z'],
    ['paper.', 'M16 21.5q8 1.5 16 0v17q-8 2-16 0z'],
    ['moss.', 'M24 37q-7-5-5-10 2-4 5-4 3 0 5 4 2 5-5 10z'],
    ['light', 'M24 36v-9M24 31l-2.5-2M24 33l2.5-2', 1.1],
    ['shade', 'M33 9l5-1v9l-1 .5V42q-2 1-4 1.3z'],
  ],
  sake: [
    ['paper', 'M18 3h12l-1.5 9q9 5 9 17 0 16-13.5 16T10.5 29q0-12 9-17z'],
    ['indigo.', 'M11 27q6-5 13 0t13 0q1 6-.6 9.5-6 3-12.4 0t-12.4-1Q10.5 32 11 27z'],
    ['mark', 'M18.5 12.5q5 1.5 10.5 0M17.5 6.5h13', 1.4],
    ['paper', 'M33 36h12q0 9-6 9t-6-9z'],
    ['shade', 'M28 13q8 5 8 16 0 12-7 15 4-7 3-16-1-9-4-15z'],
  ],
  // clothing
  furoshiki: [
    ['plum', 'M5 27q6-11 19-10 13-1 19 10 0 18-19 18T5 27z'],
    ['paper.', petals(14, 32, 2.6, 1.9) + petals(33, 31, 2.6, 1.9) + petals(24, 39, 2.6, 1.9)],
    ['plum', 'M23 18Q8 15 6 4q9 0 14 5l4 7 4-7q5-5 14-5-2 11-17 14z'],
    ['gold', 'M19 14q5-4 10 0l-1 7q-4 2-8 0z'],
    ['shade', 'M34 20q9 5 9 8 0 15-15 17 9-8 6-25z'],
  ],
  geta: [
    ['wood', 'M12 27h7v15h-7zM31 27h7v15h-7z'],
    ['straw', 'M3 22q21-6 42-1v8q-21 2-42-.5z'],
    ['vermilion', 'M8 22q2-12 15-14 11 1 15 12l-4 1q-5-8-11-9-8 1-11 10z'],
    ['vermilion', 'M21 9h4.5v12H21z'],
    ['shade', 'M31 30.5h7v4h-7zM12 30.5h7v4h-7z'],
  ],
  haori: [
    ['indigo', 'M16 6 3 12v21h9v11h24V33h9V12L32 6l-8 4z'],
    ['paper.', 'M19 7l5 3 5-3-1 37h-8z'],
    ['dark.', 'M16 6l4-1 3 39h-5zM32 6l-4-1-3 39h5z'],
    ['paper.', disc(11, 18, 2.8) + disc(37, 18, 2.8)],
    ['gold.', 'M20 25h8v2.5h-8zM22.5 27h3v5h-3z'],
    ['shade', 'M3 29h9v4H3zM36 29h9v4h-9z'],
  ],
  kanzashi: [
    ['gold', 'M24 22 7 45l-2.5-2L20 20zM27 24l-13 22-2.5-1.5L24 22z'],
    ['line', 'M36 20v9M41 17v11', 1.6],
    ['sakura', disc(36, 31, 2.4) + disc(41, 30, 2.4)],
    ['moss', 'M14 16Q8 8 13 4q7 2 8 9zM34 27q6 5 3 9-7 0-9-6z'],
    ['vermilion', petals(27, 15, 7.5, 5.3)],
    ['gold', disc(27, 15, 3.6)],
  ],
  sandogasa: [
    ['vermilion', 'M14 32q1 12 10 13 9-1 10-13l-3 0q-1 9-7 9.5-6-.5-7-9.5z'],
    ['straw', 'M2 32Q14 24 21 9q3-4 6 0 7 15 19 23-11 7-22 7T2 32z'],
    ['shade', 'M2 32q22 6 44 0-11 7-22 7T2 32z'],
    ['mark', 'M24 8v24M21 12 12 32M27 12l9 20M13 24q11 4 22 0M17 17q7 2.5 14 0', 1],
  ],
  yukata: [
    ['sea', 'M17 3 3 9v19h9v17h24V28h9V9L31 3l-7 6z'],
    [
      'paper.',
      disc(9, 15, 2) +
        disc(8, 22, 2) +
        disc(39, 14, 2) +
        disc(40, 22, 2) +
        disc(17, 37, 2) +
        disc(26, 41, 2) +
        disc(32, 35, 2),
    ],
    ['paper.', 'M17 3l3-1 11 17-4 1zM31 3l-3-1-5 9 2 3z'],
    ['vermilion', 'M12 20h24v8H12z'],
    ['gold.', 'M12.5 23h23v1.8h-23z'],
  ],
  // art
  jubako: [
    ['vermilion', 'M6 33h36v11H6z'],
    ['vermilion', 'M6 22h36v11H6z'],
    ['dark', 'M6 11h36v11H6z'],
    ['dark', 'M4 5h40v7H4z'],
    ['gold.', petals(24, 17, 2.6, 1.7) + petals(14, 28, 2.2, 1.4) + petals(34, 39, 2.2, 1.4)],
    ['gold.', 'M18 28q8-5 18 0-9-2-18 0zM10 40q8-5 18 0-9-2-18 0z'],
    ['shine', 'M7 7h14v1.6H7z'],
  ],
  netsuke: [
    ['red', 'M30 26q2-14 8-19 6 0 4 6-4 4-7 13', 2],
    ['paper', 'M6 42Q3 26 15 22q-6-10-3-17 3-4 6 0 2 5 2 13 1-9 5-12 4-1 4 4-1 7-5 13 18 1 19 19-18 5-37 0z'],
    ['blush', 'M13.5 8q1.5 5 4 10-4-4-4-10zM26 9q-.5 5-4 10 1-7 4-10z'],
    ['mark', disc(16.5, 27, 0.7), 2.4],
    ['mark', 'M8 32q3 2 6 0M27 42q-3-9 5-13M14 42v-4', 1.5],
    ['shade', 'M30 42q9-3 6-16 7 5 7 15-6 1.5-13 1z'],
  ],
  shikki: [
    ['dark', 'M16 36h16l2 8H14z'],
    ['dark', 'M3 16q21 7 42 0-1 19-13 22H16Q4 35 3 16z'],
    ['vermilion', oval(24, 15, 21, 6)],
    ['dark.', oval(24, 16, 16, 3.6)],
    ['gold.', 'M9 27q8-2 13 3 1-7 9-7-5 4-4 9-7 4-18-5z' + disc(35, 26, 2) + disc(38, 22, 1.3)],
  ],
  shamisen: [
    ['wood', 'M22 28 41 5l3 2.5L26 31z'],
    ['dark', 'M38 4l3-3 6 5-3 3.5z'],
    ['line', 'M36 5l-5-3M40 10l6 4M34 8l-4-2', 1.8],
    ['paper', 'M5 28q9-8 21 0 2 8-3 15-9 4-18-1-4-7 0-14z'],
    ['mark', 'M13 37 41 5M16 38 43 7', 0.8],
    ['wood', 'M9 35l9 5-1.5 3-9-5z'],
    ['gold.', 'M19 27l6 4-1 3-7-5z'],
  ],
  sumie: [
    ['wood', 'M6 3h36v4H6zM6 41h36v4H6z'],
    ['paper', 'M10 6h28v36H10z'],
    ['shade', 'M10.5 34q7-9 12-4 5-8 15-3v15h-27z'],
    ['mark', 'M19 38q-1-12 3-25', 2.8],
    ['mark', 'M20.5 25q6-2 11-8M21 21q-4-1-7-6M21.5 16q4-1 6-5', 1.6],
    ['mark', 'M31 17q2 0 3-3M28 11q0-2 2-2', 2.4],
    ['vermilion.', 'M31 34h4v5h-4z'],
  ],
  ukiyoe: [
    ['dark', 'M3 6h42v36H3z'],
    ['paper.', 'M6 9h35.5v30H6z'],
    ['sakura.', 'M6 9h35.5v9Q24 14 6 19z'],
    ['vermilion.', disc(33, 17, 5)],
    ['indigo.', 'M6 39V29q4-13 15-15 8 0 10 7-6-3-9 1-2 5 4 8 8 2 15.5-3V39z'],
    ['paper.', 'M8 29q4-11 13-12.5 5 0 7 2.5-6-1-8 3-8 0-12 7z'],
    ['light', 'M22 21l-2 3M25 19.5l-1 2M11 35q8-4 15 0t14-2', 1.4],
  ],
};
