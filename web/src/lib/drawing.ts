// Drawings as data: parts from the back to the front, each a look and a path. components/Drawing.svelte paints them.

/** Lines: `line` stands on the page, `mark` on a color; `light` and `red` are drawn over ink and paper. */
export const STROKES = ['line', 'mark', 'light', 'red'] as const;
/** Washes without a line around them. */
export const WASHES = ['shade', 'shine', 'blush'] as const;
export const FILLS = [
  'paper',
  'dark',
  'plum',
  'moss',
  'indigo',
  'vermilion',
  'gold',
  'sakura',
  'sea',
  'skin',
  'straw',
  'wood',
  'own',
] as const;
export type Fill = (typeof FILLS)[number];
/** `gold` has a line around it, `gold.` has none: it lies on something that has. */
export type Look = (typeof STROKES)[number] | (typeof WASHES)[number] | Fill | `${Fill}.`;
/** A part, with the width of its stroke where that is not the usual one. */
export type Part = [look: Look, d: string, width?: number];
export type Drawing = Part[];

const near = (n: number) => Math.round(n * 100) / 100;
export const disc = (x: number, y: number, r: number): string => oval(x, y, r, r);
export const oval = (x: number, y: number, rx: number, ry: number): string =>
  `M${near(x - rx)} ${near(y)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0-${2 * rx} 0z`;
