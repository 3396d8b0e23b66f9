// What is painted without a line around it, as data: components/Washes.svelte paints it on a page, `byDay` in an image.

/** Something painted: a path with its color by day and in the dark theme, and how much of it. */
export interface Wash {
  d: string;
  day: string;
  night: string;
  opacity?: number;
  /** Drawn as a line of this width instead. */
  line?: number;
}

/** As SVG that needs no style from outside. */
export const byDay = ({ d, day, opacity = 1, line }: Wash): string =>
  line
    ? `<path d="${d}" fill="none" stroke="${day}" stroke-width="${line}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`
    : `<path d="${d}" fill="${day}" opacity="${opacity}"/>`;
