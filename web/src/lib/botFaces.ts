// Portraits of the bots, 48 by 48: dolls and masks, from a wooden toy to the owl that thinks before it moves.
import { disc, oval, type Drawing } from './drawing';

export const BOT_FACES: Record<string, Drawing> = {
  // a kokeshi doll
  novice: [
    ['vermilion', 'M14 46q-1-14 4-17h12q5 3 4 17z'],
    ['gold.', 'M14.5 36h19v3h-19z'],
    ['paper.', disc(24, 43, 2)],
    ['straw', 'M7 19Q7 3 24 3t17 16q0 14-17 14T7 19z'],
    ['dark', 'M7 19Q7 3 24 3t17 16q-5-1-6-8-4 5-11 5t-11-5q-1 7-6 8z'],
    ['mark', 'M16 21q2-2 4 0M28 21q2-2 4 0', 1.8],
    ['red', 'M23 27h2', 2],
    ['blush', disc(14, 25, 2.6) + disc(34, 25, 2.6)],
    ['vermilion.', 'M21 5h6v3.5h-6z'],
  ],
  // a cat that beckons
  casual: [
    ['paper', 'M10 46q-2-10 4-14h20q6 4 4 14z'],
    ['paper', 'M33 30q10 0 10-14 0-7-5-7t-5 8q0 6-6 10z'],
    ['paper', 'M6 22 7 4l10 6q5-2 10 0l10-6 1 18q0 13-16 13T6 22z'],
    ['vermilion.', 'M9.5 8l5.5 3.5-5.5 4zM34.5 8 29 11.5l5.5 4z'],
    ['gold.', 'M22 11.5q7-1.5 12 4l-4 6q-8-2-8-10z'],
    ['mark', 'M12 21q2.5-3 5 0M26 21q2.5-3 5 0M21.5 25l-2 2 2 .01M21.5 26q2 3 4 1M9 25l-5-1M9 28l-4 1', 1.5],
    ['vermilion', 'M12 32q10 5 20 0l1 4q-11 5-22 0z'],
    ['gold', disc(22, 38.5, 3.4)],
  ],
  // a fox's mask
  skilled: [
    ['paper', 'M5 3q10 2 13 9 6-2 12 0Q33 5 43 3q2 14-4 22-3 14-15 21Q12 39 9 25 3 17 5 3z'],
    ['vermilion.', 'M9 7q6 3 7 8l-5 4Q8 13 9 7zM39 7q-6 3-7 8l5 4q3-6 2-12z'],
    ['gold', 'M11 22q7-3 11 3-7 3-11-3zM37 22q-7-3-11 3 7 3 11-3z'],
    ['mark', 'M16 23.5h.01M32 23.5h.01', 2.8],
    ['dark', 'M20 38h8l-4 6z'],
    ['red', 'M24 12v8M20 14v4M28 14v4M13 30l6 2M13 34l6-1M35 30l-6 2M35 34l-6-1', 1.8],
    ['shade', 'M39 25q-3 14-15 21 8-10 9-21z'],
  ],
  // a daruma with both eyes
  strong: [
    ['vermilion', 'M4 29Q3 4 24 3q21 1 20 26-1 16-20 17Q5 45 4 29z'],
    ['shade', 'M36 8q9 8 8 21-1 16-20 17 16-12 12-38z'],
    ['skin', 'M10 23q0-11 14-11t14 11q1 10-7 11H17q-8-1-7-11z'],
    ['dark', 'M11 19q4-7 12-2l-1 4q-6-3-11 1zM37 19q-4-7-12-2l1 4q6-3 11 1z'],
    ['paper', oval(17, 25.5, 4.6, 4) + oval(31, 25.5, 4.6, 4)],
    ['mark', 'M17.5 25.5h.01M30.5 25.5h.01', 4],
    ['mark', 'M20 32q4-3 8 0', 1.8],
    ['dark', 'M13 31q5 4 8 .5-1 6-9 4.5zM35 31q-5 4-8 .5 1 6 9 4.5z'],
    ['gold.', 'M21 38h6v2h-6zM23 36h2v8h-2zM20.5 42h7v1.8h-7zM8 33q4 6 9 9-7-1-9-9zM40 33q-4 6-9 9 7-1 9-9z'],
  ],
  // a tengu's mask
  expert: [
    ['dark', 'M6 20Q4 2 24 2t18 18l-6-6H12z'],
    ['vermilion', 'M7 20q2-8 17-8t17 8q1 16-5 21-5 5-12 5t-12-5q-6-5-5-21z'],
    ['shade', 'M41 20q1 16-5 21-5 5-12 5 12-8 11-32z'],
    ['gold', oval(15.5, 23, 4, 3.2) + oval(32.5, 23, 4, 3.2)],
    ['mark', 'M16 23h.01M32 23h.01', 3],
    ['dark', 'M9 18q6-4 12 2l-1 2q-6-3-11-1zM39 18q-6-4-12 2l1 2q6-3 11-1z'],
    ['vermilion', 'M20 24q4-3 8 0l3 13q-3 4-7 4t-7-4z'],
    ['mark', 'M17 43q7 3 14 0', 1.8],
    ['gold.', 'M21 3h6v7h-6zM19 6h10v2H19z'],
    ['paper.', 'M12 39l3-3 1 5zM36 39l-3-3-1 5z'],
  ],
  // an old man's mask, laughing
  master: [
    ['paper', 'M14 33h20q1 9-10 15-11-6-10-15z'],
    ['skin', 'M8 20Q8 3 24 3t16 17q0 17-16 17T8 20z'],
    ['shade', 'M40 20q0 17-16 17 11-8 8-31 8 4 8 14z'],
    ['paper.', disc(13, 11, 4) + disc(35, 11, 4)],
    ['mark', 'M12 21q4-4 8 0M28 21q4-4 8 0M16 9q8-4 16 0M17 13q7-3 14 0', 1.7],
    ['blush', disc(13, 26, 3) + disc(35, 26, 3)],
    ['mark', 'M22 21l-2 5h4', 1.6],
    ['red', 'M17 30q7 5 14 0', 2.2],
    ['mark', 'M18 37q0 6 3 9M24 38v9M30 37q0 6-3 9', 1.3],
  ],
  // an owl
  rollout: [
    ['indigo', 'M8 22Q7 9 5 3q8 1 12 5 7-2 14 0 4-4 12-5-2 6-3 19 3 17-5 22-5 3-11 3t-11-3q-8-5-5-22z'],
    ['shade', 'M40 22q3 17-5 22-5 3-11 3 13-8 11-38 3-5 8-6-2 6-3 19z'],
    ['straw', 'M15 36q9 5 18 0 1 7-3 9-6 2-12 0-4-2-3-9z'],
    ['paper', disc(16, 21, 8.4) + disc(32, 21, 8.4)],
    ['gold', disc(16.5, 21, 4.9) + disc(31.5, 21, 4.9)],
    ['mark', 'M17 21h.01M31 21h.01', 4.4],
    ['vermilion', 'M21.5 25q2.5-3 5 0L24 31.5z'],
    ['mark', 'M19 39q2 2 3.5 0M25.5 39q2 2 3.5 0M22 43q2 2 4 0', 1.4],
    ['light', 'M9 10q5 0 8 3M39 10q-5 0-8 3', 1.6],
  ],
};
