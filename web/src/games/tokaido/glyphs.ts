// Small drawings of single cards, 24 by 24: pairs of a color and a path. `line` and `light` are strokes.
export type Stroke = 'line' | 'light' | 'red';
export type Fill = 'paper' | 'ink' | 'plum' | 'moss' | 'indigo' | 'vermilion' | 'gold' | 'sakura' | 'sea';
export type Glyph = [Stroke | Fill, string][];

const disc = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0z`;

export const GLYPHS: Record<string, Glyph> = {
  // souvenirs
  gofu: [
    ['paper', 'M7 2h10v20H7z'],
    ['red', 'M10 6h4M12 5v7M9.5 9.5h5M10 15l4 4M14 15l-4 4'],
  ],
  hashi: [
    ['vermilion', 'M4 3l2-1 12 18-2 1zM10 2l2-1 9 18-2 1z'],
    ['line', 'M2 22h14'],
  ],
  koma: [
    ['plum', 'M12 3 21 9H3z'],
    ['sakura', 'M3 10h18l-8 10h-2z'],
    ['line', 'M12 20v2.5M12 .5V3'],
  ],
  uchiwa: [
    ['sea', disc(12, 9, 8)],
    ['light', 'M12 17V5M12 17 7 5M12 17l5-12M12 17 4.5 9M12 17l7.5-8'],
    ['line', 'M12 17v6'],
  ],
  washi: [
    ['paper', 'M3 6h12v15H3z'],
    ['sakura', 'M8 3h13v15H8z'],
    ['light', 'M11 7h.01M15 9h.01M18 6h.01M12 13h.01M17 14h.01'],
  ],
  yunomi: [
    ['indigo', 'M6 7h12l-1.2 14H7.2z'],
    ['light', 'M6.5 12h11M8 16q4-2 8 0'],
    ['line', 'M10 4.5q-1-1.5 0-3M14 4.5q-1-1.5 0-3'],
  ],
  kamaboko: [
    ['sakura', 'M3 17a9 9 0 0 1 18 0z'],
    ['paper', 'M6 17a6 6 0 0 1 12 0z'],
    ['gold', 'M2 17h20v3H2z'],
  ],
  konpeito: [
    ['sakura', disc(8, 9, 4)],
    ['gold', disc(16.5, 12, 3.6)],
    ['sea', disc(9, 17, 3.4)],
    ['light', 'M8 6v.01M6 10v.01M10 10v.01M16 11v.01M18 13v.01M9 16v.01'],
  ],
  manju: [
    ['gold', 'M3 19C3 10 7 7 12 7s9 3 9 12z'],
    ['vermilion', disc(12, 12.5, 2.2)],
  ],
  daifuku: [
    ['paper', disc(8, 14, 6)],
    ['sakura', disc(16.5, 15.5, 5)],
    ['line', 'M4 22h17'],
  ],
  ocha: [
    ['moss', 'M6 8h12v14H6z'],
    ['ink', 'M5 3h14v5H5z'],
    ['light', 'M12 19c-4-3-3-7 0-8 3 1 4 5 0 8zM12 19v-5'],
  ],
  sake: [
    ['paper', 'M9.5 2h5v5c3 2 4 5 4 8 0 5-2 7-6.5 7S5.5 20 5.5 15c0-3 1-6 4-8z'],
    ['line', 'M6 13h12M6 16.5h12'],
  ],
  furoshiki: [
    ['plum', 'M4 12c0 7 3 10 8 10s8-3 8-10c-4-2-12-2-16 0z'],
    ['sakura', 'M12 11 4 4l7 1 1 3 1-3 7-1z'],
    ['light', 'M8 16h.01M12 18h.01M16 16h.01M12 14h.01'],
  ],
  geta: [
    ['gold', 'M2 9q10-3 20 0v3H2zM6 12h3.5v8H6zM14.5 12H18v8h-3.5z'],
    ['red', 'M5 8q6-7 9 0'],
  ],
  haori: [
    ['indigo', 'M8 3 1.5 7l2 7L7 13v9h4V8zM16 3l6.5 4-2 7L17 13v9h-4V8z'],
    ['light', 'M9 15h1M14 15h1'],
  ],
  kanzashi: [
    ['line', 'M12 11 4 22M13 12 8 23M18 10v4M21 8v4'],
    ['sakura', disc(11, 6, 2.6) + disc(16, 4, 2.6) + disc(17, 9, 2.6) + disc(12.5, 10.5, 2.6)],
    ['gold', disc(14.2, 7.2, 1.8)],
  ],
  sandogasa: [
    ['gold', 'M1 17C6 13 9 7 12 5c3 2 6 8 11 12-7 3-15 3-22 0z'],
    ['line', 'M12 5v14M8 10 5 18M16 10l3 8'],
  ],
  yukata: [
    ['sea', 'M8 2 2 6v9l4-1v9h12v-9l4 1V6l-6-4-4 5z'],
    ['vermilion', 'M6 12h12v3.5H6z'],
    ['light', 'M8 2l6 9'],
  ],
  jubako: [
    ['vermilion', 'M4 3h16v5.5H4zM4 9.5h16V15H4zM4 16h16v5.5H4z'],
    ['light', 'M12 5.7h.01M12 12.2h.01M12 18.7h.01'],
  ],
  netsuke: [
    [
      'paper',
      'M4 21c0-6 4-9 8-9s8 3 8 9zM7 12C4 9 7 6 9.5 8 8 4 9 1 10.5 2s1 4 .8 6C13 4 14.5 2 15.5 3s0 5-2 7c1 2-3 5-6.5 2z',
    ],
    ['line', 'M8.5 9.5h.01'],
  ],
  shikki: [
    ['ink', 'M3 8h18c0 7-3 9-7 9.5V20h-4v-2.5C6 17 3 15 3 8z'],
    ['gold', 'M2.5 6.5h19V9h-19z'],
    ['gold', disc(12, 13, 1.6)],
  ],
  shamisen: [
    ['line', 'M9 15 20 2M17 3l3 3M19 1.5l3 3'],
    ['paper', 'M3 14h8v8H3z'],
    ['gold', 'M3 14h8v2.5H3z'],
  ],
  sumie: [
    ['paper', 'M5 3h14v18H5z'],
    ['line', 'M4 3h16M4 21h16M9 18c0-5 1-9 2-12M9.5 13c2-1 4-1 6 0M10 9c2-2 3-2 5-2'],
    ['vermilion', 'M14.5 16.5h2.5V19h-2.5z'],
  ],
  ukiyoe: [
    ['paper', 'M2 4h20v16H2z'],
    ['sea', 'M3.5 18.5c2-1 3-8 8-9 3 0 5 2 4 4-2-2-4 0-3 2s4 2 8 1.5v1.5z'],
    ['vermilion', disc(17.5, 8, 2)],
  ],
  // meals
  dango: [
    ['line', 'M4 22 20 3'],
    ['sakura', disc(16.5, 7, 3.4)],
    ['paper', disc(12, 12.3, 3.4)],
    ['moss', disc(7.5, 17.6, 3.4)],
  ],
  misoshiru: [
    ['ink', 'M3 11h18c0 6-3 9-6 9.5V22H9v-1.5C6 20 3 17 3 11z'],
    ['gold', 'M4 11q8-4 16 0-8 3-16 0z'],
    ['line', 'M9 6.5q-1-2 0-4M15 6.5q-1-2 0-4'],
  ],
  nigirimeshi: [
    ['paper', 'M12 2c2 0 3 2 5 6s5 8 4 11-2 3-9 3-8 0-9-3 2-7 4-11 3-6 5-6z'],
    ['ink', 'M7.5 14h9v8h-9z'],
  ],
  soba: [
    ['gold', 'M2 16h20l-2 5H4z'],
    ['line', 'M4 15q0-6 4-7t8 0 4 7M7 15q1-4 3-4M11 15q1-5 4-4M6 11q6-3 12 0'],
    ['moss', 'M10 7l2-2 2 2-2 2z'],
  ],
  sushi: [
    ['paper', 'M4 13h16v5q-8 3-16 0z'],
    ['vermilion', 'M2 13q2-7 10-7t10 7q-10-3-20 0z'],
    ['light', 'M8 8l2 3M12 7l2 3.5M16 8l1.5 3'],
  ],
  tempura: [
    ['gold', 'M4 18c-2-8 4-14 11-13 3 1 4 4 2 6-6 0-7 3-8 8-1 2-4 2-5-1z'],
    ['vermilion', 'M15 5l5-4 3 3-4 4z'],
    ['light', 'M7 12l3 1M10 8.5l2 2'],
  ],
  tofu: [
    ['paper', 'M4 9l8-4 8 4v8l-8 4-8-4z'],
    ['line', 'M4 9l8 4 8-4M12 13v8'],
    ['moss', 'M10 8q2-3 5-1-2 3-5 1z'],
  ],
  yakitori: [
    ['line', 'M3 22 21 2'],
    ['gold', 'M6 15l4-1 1 4-4 2zM14 6l4-1 1 4-4 2z'],
    ['moss', 'M10 10.5l4-1 1 4-4 2z'],
  ],
  donburi: [
    ['paper', 'M4 12c1-6 4-8 8-8s7 2 8 8z'],
    ['gold', 'M6 11q2-6 6-5t6 5z'],
    ['indigo', 'M2 11.5h20c0 6-3 9-6 9.5v1H8v-1c-3-.5-6-3.5-6-9.5z'],
    ['light', 'M6 16q6 3 12 0'],
  ],
  fugu: [
    ['gold', 'M3 13c0-5 4-9 9-8 4 1 6 4 7 7l4-4v10l-4-4c-2 4-5 6-8 6-5 0-8-3-8-7z'],
    ['paper', 'M4 15c3 2 10 2 13 1-1 3-5 4-7 4-3 0-5-2-6-5z'],
    ['line', 'M8 11h.01M9 5 8 2M13 5.5 14 3M10 20l-1 2.5M14 19.5l1 2'],
  ],
  sashimi: [
    ['indigo', 'M1 17h22l-3 4H4z'],
    ['vermilion', 'M4 16 7 9h4l-2 7zM9.5 16l3-7h4l-2 7zM15 16l3-7h3l-1 7z'],
    ['light', 'M7.5 11l1.5 3M13 11l1.5 3'],
  ],
  tai_meshi: [
    ['ink', 'M2 13h20c0 5-3 8-10 8S2 18 2 13z'],
    ['paper', 'M3 13q9-6 18 0z'],
    ['vermilion', 'M4 8c3-4 9-5 13-1l4-3v8l-4-2c-4 3-10 2-13-2z'],
    ['line', 'M8 7.5h.01'],
  ],
  udon: [
    ['vermilion', 'M2 12h20c0 6-3 9-6 9.5V22H8v-.5C5 21 2 18 2 12z'],
    ['light', 'M5 15q3 3 7 1t7 0'],
    ['paper', 'M4 12q1-5 4-4t3 4zM9 12q1-6 4-5t3 5zM14 12q1-5 3-4t3 4z'],
    ['line', 'M16 7 22 1M14 6l5-5'],
  ],
  unagi: [
    ['ink', 'M2 6h20v14H2z'],
    ['paper', 'M4 8h16v10H4z'],
    ['gold', 'M5 10q7-3 14 0v2q-7 2-14 0zM5 14.5q7-3 14 0v2q-7 2-14 0z'],
  ],
  // travelers: what each carries
  hiroshige: [
    ['gold', 'M9 13 20 2l2 2-11 11z'],
    ['ink', 'M10 13c-4 0-4 4-7 8 5 0 9-2 9-6z'],
  ],
  chuubei: [
    ['paper', 'M3 6h18v13H3z'],
    ['line', 'M3 6l9 7 9-7'],
    ['vermilion', disc(12, 14, 2.4)],
  ],
  kinko: [
    ['line', 'M3 21 9 15'],
    ['paper', 'M9 13 20 2h2v2L11 15z'],
    ['gold', 'M6 12l6 6-2 1-5-5z'],
  ],
  yoshiyasu: [
    ['paper', 'M5 4h14v16H5z'],
    ['gold', 'M3 2h18v3H3zM3 19h18v3H3z'],
    ['line', 'M9 9v7M12 9v5M15 9v6'],
  ],
  satsuki: [
    ['vermilion', disc(12, 12, 9.5)],
    ['light', 'M12 3v18M3 12h18M6 6l12 12M18 6 6 18'],
  ],
  mitsukuni: [
    ['gold', 'M12 4c3 0 4 3 2.5 5.5 4 2 5 4.5 5 7 0 4-3 6-7.5 6s-7.5-2-7.5-6c0-2.5 1-5 5-7C8 7 9 4 12 4z'],
    ['line', 'M12 4V1M9 9.5h6'],
  ],
  sasayakko: [
    ['sakura', 'M12 21 1 9C6 2 18 2 23 9z'],
    ['light', 'M12 21V4M12 21 6 6M12 21l6-15'],
    ['gold', 'M12 21l-3-3.5q3-1.5 6 0z'],
  ],
  hirotada: [
    [
      'plum',
      disc(12, 4, 2.4) +
        disc(18, 7, 2.4) +
        disc(20, 13, 2.4) +
        disc(6, 7, 2.4) +
        disc(4, 13, 2.4) +
        disc(8, 18, 2.4) +
        disc(16, 18, 2.4),
    ],
    ['red', 'M12 17v6M10 23h4'],
  ],
  umegae: [
    ['vermilion', 'M6 5h12l-2 7 2 7H6l2-7z'],
    ['paper', 'M3 4h18v4H3zM3 16h18v4H3z'],
    ['line', 'M6 8l5 4-5 4M18 8l-5 4 5 4'],
  ],
  zen_emon: [
    ['gold', 'M2 4h20v16H2z'],
    ['paper', 'M4 6h16v12H4z'],
    ['line', 'M4 10h16M8 6v12M12 6v12M16 6v12'],
    ['vermilion', disc(8, 14, 1.5) + disc(12, 12.5, 1.5) + disc(16, 15, 1.5) + disc(12, 16, 1.5)],
  ],
};
