// The 14 meals, 48 by 48, each in the dish it is served in.
import { disc, oval, type Drawing } from '../../../lib/drawing';

const STEAM: Drawing[number] = ['line', 'M17 9q-3-3 0-6M25 8q-3-3 0-6M33 9q-3-3 0-6', 1.6];
/** A bowl seen a little from above; its rim is at 20. */
const BOWL = 'M4 20q20 7 40 0-1 17-12 20v4H16v-4Q5 37 4 20z';
const RIM = oval(24, 20, 20, 6);
const TURNED = 'M34 24q7-1 10-4-1 17-12 20v4h-5q7-8 7-20z';

export const MEALS: Record<string, Drawing> = {
  dango: [
    ['wood', 'M4 43 40 4l3 2L7 45z'],
    ['sakura', disc(34, 12, 7.5)],
    ['paper', disc(24.5, 22.5, 7.5)],
    ['moss', disc(15, 33, 7.5)],
    ['shine', oval(31.5, 9, 3, 2) + oval(22, 19.5, 3, 2) + oval(12.5, 30, 3, 2)],
  ],
  misoshiru: [
    STEAM,
    ['dark', BOWL],
    ['vermilion', RIM],
    ['wood.', oval(24, 20.6, 16.5, 4.2)],
    ['paper.', 'M15 19l5-2 4 2-5 2z' + 'M27 21l4-1.5 4 1.5-4 2z'],
    ['moss.', disc(26, 18, 1.6) + disc(21, 22.5, 1.4) + disc(34, 18.5, 1.4)],
    ['shine', 'M8 27q2 7 7 10-5-1-7-10z'],
  ],
  nigirimeshi: [
    ['moss', 'M2 39q22-5 44 0-3 6-22 6T2 39z'],
    ['paper', 'M24 4q5 0 8 6l10 20q4 10-6 11H12Q2 40 6 30l10-20q3-6 8-6z'],
    ['shade', 'M32 10l10 20q4 10-6 11h-6q7-2 4-12z'],
    ['dark', 'M16 26h16v15H16z'],
    ['vermilion.', disc(24, 16, 3.4)],
    ['shine', 'M16 33h3v6h-3z'],
  ],
  soba: [
    ['dark', 'M3 30h42l-4 13H7z'],
    ['wood', 'M2 27h44v6H2z'],
    ['straw', 'M6 28q0-14 9-15 4-6 11-3 9-3 12 5 6 3 4 13z'],
    ['mark', 'M10 26q1-9 8-9 9 1 9 9M17 26q2-6 8-6M24 16q9 0 9 10M31 17q7 2 6 9M14 15q6-1 8 3M29 12q-6 0-8 5', 1.3],
    ['dark.', 'M21 11l2-2 1 2-2 2zM29 9l2-1 0 3zM16 14l2-1 0 3z'],
    ['line', 'M31 13 46 3M34 16 47 8', 2],
  ],
  sushi: [
    ['moss', 'M2 38q22-4 44 0l-3 6H6z'],
    ['paper', 'M6 27h36q3 11-3 12H10Q3 38 6 27z'],
    ['vermilion', 'M3 28q2-15 20-16 20 0 22 16-6 4-9 0-12-5-24 0-4 4-9 0z'],
    ['light', 'M12 17q4 3 5 7M20 14q4 3 5 8M29 14q4 3 5 9M36 18q3 3 4 7', 1.6],
    ['mark', 'M11 33h1.5M16 36h1.5M22 32.5h1.5M29 35.5h1.5M36 33h1.5', 1.2],
  ],
  tempura: [
    ['paper', 'M2 36 14 22l31 4 1 13-30 6z'],
    ['shade', 'M16 45l30-6V34l-28 7z'],
    ['gold', 'M8 32q-2-8 6-8 0-8 8-8 3-7 11-4 6 4 1 10 0 6-7 7-3 7-10 6-7 3-9-3z'],
    ['wood.', 'M12 31q-1-5 5-5 0 5-5 5zM22 25q0-6 6-6 1 5-6 6z'],
    ['vermilion', 'M33 12q2-8 9-9-1 4-2 5 4-1 6 1-4 5-9 7z'],
    ['shine', disc(17, 24, 1.5) + disc(24, 18, 1.4) + disc(20, 32, 1.3)],
  ],
  tofu: [
    ['indigo', 'M2 34q22-5 44 0-2 9-13 10H15Q4 43 2 34z'],
    ['paper', 'M8 18 24 11l16 7v17L24 41 8 35z'],
    ['shade', 'M24 25l16-7v17l-16 6z'],
    ['mark', 'M8 18l16 7 16-7M24 25v16', 1.3],
    ['moss', 'M16 17q4-7 13-5 1 4-2 7-6 2-11-2z'],
    ['gold.', disc(25, 15, 2.2)],
  ],
  yakitori: [
    ['wood', 'M3 44 42 3l3 2L6 46zM14 46 46 14l2 2.5L17 47z'],
    ['gold', 'M27 12l8-4 6 6-5 8-8-1zM11 29l8-4 6 6-5 8-8-1z'],
    ['moss', 'M19 20l8-3 5 5-4 7-8-1z'],
    ['wood.', 'M32 10l3 2-5 7-2-1zM16 27l3 2-5 7-2-1z'],
    ['shine', 'M37 12l2 2-3 4zM22 29l2 2-3 4z'],
  ],
  donburi: [
    ['indigo', BOWL],
    ['paper', 'M5 20q2-15 19-15t19 15q-19 7-38 0z'],
    ['gold', 'M9 18q4-11 14-10 12-3 16 8-4 6-14 4-10 3-16-2z'],
    ['moss.', 'M17 13l4-1 1 3-4 1zM28 11l4 1-1 3-4-1zM22 17l4 0 0 2-4 0z'],
    ['light', 'M9 31q7-4 14 0t15-1', 2],
    ['shade', TURNED],
  ],
  fugu: [
    ['gold', 'M6 24Q8 7 25 8q12 2 14 14l7-7v20l-7-7q-4 13-17 13Q7 40 6 24z'],
    ['paper.', 'M8 27q12 7 28 3-5 9-14 9-11 0-14-12z'],
    ['gold', 'M23 26q7-3 9 3-4 4-9 1z'],
    ['mark', 'M11 11l-3-4M19 8l-1-5M28 8l2-5M36 13l4-3M12 37l-3 4M21 41v4M30 38l3 4', 1.6],
    ['paper.', disc(14, 20, 3.4)],
    ['mark', disc(14, 20, 0.8), 2.4],
    ['mark', 'M5.5 26q3 0 4 2', 1.6],
    ['wood.', disc(24, 15, 2) + disc(31, 20, 1.6) + disc(20, 12, 1.3)],
  ],
  sashimi: [
    ['sea', 'M2 32q22-6 44 0-1 6-7 10H9q-6-4-7-10z'],
    ['moss', 'M29 30q-2-15 8-21 8 9 3 21z'],
    ['vermilion', 'M5 33q-1-12 6-17 5 1 4 17z'],
    ['sakura', 'M13 34q-1-13 6-18 6 2 4 18z'],
    ['vermilion', 'M21 34q-1-13 6-18 6 2 4 18z'],
    ['light', 'M10 20q-2 5-1 10M18 20q-2 5-1 10M26 20q-2 5-1 10', 1.5],
    ['moss', disc(38, 32, 4)],
  ],
  tai_meshi: [
    ['dark', 'M3 22h42q0 20-14 22H17Q3 42 3 22z'],
    ['paper', 'M4 22q20-14 40 0-20 7-40 0z'],
    ['vermilion', 'M6 18q6-12 18-11 7 1 11 6l8-7q-2 6 0 14l-9-4q-5 6-14 6-8 0-14-4z'],
    ['sakura.', 'M10 19q9 2 18-1-4 4-9 4-5 0-9-3z'],
    ['mark', disc(13, 14.5, 0.8), 2.2],
    ['mark', 'M18 10q4 4 1 10M24 12q3 3 1 6M28 12q2 2 1 5', 1.2],
    ['shine', 'M7 27q1 9 7 13-6-2-7-13z'],
  ],
  udon: [
    ['vermilion', BOWL],
    ['dark', RIM],
    ['wood.', oval(24, 20.5, 16.5, 4.2)],
    ['light', 'M11 20q4-3 8 0t8 0 8-1M14 22.5q5-2.5 10 0t9-1M16 18q5-2 9 0', 2.4],
    ['sakura', disc(33, 18, 3.4)],
    ['red', 'M33 18h1', 1.5],
    ['wood', 'M20 18 40 1l2 1.5L24 19zM26 18 45 5l1.5 2L29 19z'],
    ['shade', TURNED],
  ],
  unagi: [
    ['dark', 'M3 11h42v30H3z'],
    ['vermilion.', 'M6.5 14.5h34v22h-34z'],
    ['paper.', 'M8.5 16.5h30v18h-30z'],
    ['wood', 'M9 19q15-4 29-1v6q-15 3-29 0zM9 28q15-4 29-1v6q-15 3-29 0z'],
    ['mark', 'M15 18v6M21 17v7.5M27 17v7.5M33 17.5v6.5M15 27v6M21 26v7.5M27 26v7.5M33 26.5v6.5', 0.9],
    ['moss.', 'M35 14l6-4 2 4-4 5z'],
  ],
};
