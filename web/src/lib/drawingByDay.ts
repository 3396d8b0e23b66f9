// A drawing as SVG that needs no style from outside, in the colors that components/Drawing.svelte has by day.
import { WASHES, type Drawing, type STROKES } from './drawing';

export const EDGE = '#22252b';
export const DAY: Record<string, string> = {
  paper: '#fdfaf3',
  dark: '#363a45',
  plum: '#74476f',
  moss: '#5f7f4a',
  indigo: '#2f4b7c',
  vermilion: '#c8452f',
  gold: '#c79a3b',
  sakura: '#e3a7a4',
  sea: '#4f8fa3',
  skin: '#f2d6b8',
  straw: '#dcc083',
  wood: '#a9764a',
  shade: 'rgb(20 22 40 / 20%)',
  shine: 'rgb(255 252 240 / 45%)',
  blush: 'rgb(200 69 47 / 30%)',
};
const LINES: Record<(typeof STROKES)[number], [color: string, width: number]> = {
  line: [EDGE, 1.25],
  mark: [EDGE, 1],
  light: [DAY.paper!, 1.1],
  red: ['#b53b27', 1.3],
};

export function drawnByDay(drawing: Drawing, line: number): string {
  const near = (n: number) => Math.round(n * 100) / 100;
  const parts = drawing.map(([look, d, width]) => {
    const [color, much] = LINES[look as keyof typeof LINES] ?? [];
    if (color) return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width ?? near(line * much!)}"/>`;
    if (look.endsWith('.')) return `<path d="${d}" fill="${DAY[look.slice(0, -1)]}"/>`;
    if ((WASHES as readonly string[]).includes(look)) return `<path d="${d}" fill="${DAY[look]}"/>`;
    return (
      `<path d="${d}" fill="${EDGE}" stroke="${EDGE}" stroke-width="${line}"/>` +
      `<path d="${d}" fill="${DAY[look]}" transform="translate(${near(line * -0.26)} ${near(line * -0.3)})"/>`
    );
  });
  return `<g stroke-linejoin="round" stroke-linecap="round">${parts.join('')}</g>`;
}
