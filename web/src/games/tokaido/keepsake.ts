// The journey as one print for an image to share: the panels brought home, cut out of the three panoramas.
import { WIDE, type Art } from '../../lib/keepsake';
import type { View } from '../../lib/protocol';
import { byDay } from '../../lib/wash';
import { PICTURES } from './country/panoramas';
import type { PanoramaName, TokaidoView } from './types';

const GAP = 4;
const HIGH = 252;
/** Two panoramas of 3 and 4 panels side by side, the one of 5 below. */
const small = (WIDE - GAP) / 2100;
const large = WIDE / 1500;
const SPOTS: [PanoramaName, x: number, y: number, scale: number][] = [
  ['paddy', 0, 0, small],
  ['mountain', 900 * small + GAP, 0, small],
  ['sea', 0, HIGH * small + GAP, large],
];

export function art(view: View, seat: number): Art {
  const have = (view as TokaidoView).seats[seat]!.panoramas;
  const pictures = SPOTS.map(([name, x, y, scale]) => {
    const { width, sky, washes } = PICTURES[name];
    const stops = sky.map((day, i) => `<stop offset="${[0, 0.26, 0.5][i]}" stop-color="${day}"/>`).join('');
    return `<g transform="translate(${x} ${y}) scale(${scale})">
<clipPath id="c-${name}"><rect width="${have[name] * 300}" height="${HIGH}"/></clipPath>
<linearGradient id="s-${name}" x2="0" y2="1">${stops}</linearGradient>
<rect width="${width}" height="${HIGH}" fill="#ece5d6"/>
<defs><g id="p-${name}"><rect width="${width}" height="${HIGH}" fill="url(#s-${name})"/>${washes.map(byDay).join('')}</g></defs>
<use href="#p-${name}" opacity="0.14"/><use href="#p-${name}" clip-path="url(#c-${name})"/></g>`;
  });
  return { inside: pictures.join(''), height: Math.round(HIGH * (small + large)) + GAP };
}
