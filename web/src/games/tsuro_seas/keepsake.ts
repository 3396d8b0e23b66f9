// The sea with every voyage for an image to share; beside it two of the daikaiju that roam there, as prints of their own.
import { drawnByDay } from '../../lib/drawingByDay';
import { SEAT_COLORS, WIDE, type Art } from '../../lib/keepsake';
import type { GameEvent, Result, View } from '../../lib/protocol';
import { SHAPES } from '../../lib/seatShapes';
import { CREATURES } from './creatures';
import facts from './facts.json';
import { corner, middle, piece, SEA, U } from './layout';
import { RIG } from './rig';
import swell from './swell.svg?raw';
import type { TsuroEvent, TsuroView } from './types';
import { passages, type Passage } from './voyages';

const HEIGHT = 400;
const RIM = 28;
const SCALE = HEIGHT / (SEA + 2 * RIM);
const PRINT = 248;
const WAVES = / d="([^"]+)"/.exec(swell)![1]!;
const FOAM = '#f1f7f4';
const own = (seat: number) => SEAT_COLORS[seat % SEAT_COLORS.length]!;

/** A daikaiju without its numbers, in a square of so much about a point. */
export function beast(id: string, x: number, y: number, size: number): string {
  const { drawing, ground } = CREATURES[id]!;
  const gold = (facts.daikaiju as Record<string, { colour: string }>)[id]!.colour === 'gold';
  const back = { sky: gold ? '#f3dfae' : '#bcd3e6', deep: '#8fbccb', dark: '#3a4a63' }[ground];
  return `<svg x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}" viewBox="-48 -48 96 96">
<rect x="-48" y="-48" width="96" height="96" fill="${back}"/>
<circle cx="12" cy="-14" r="26" fill="${gold ? '#e0a83a' : '#f4f0e2'}" opacity="${{ sky: 0.55, deep: 0.25, dark: 0.3 }[ground]}"/>
${drawnByDay(drawing, 2.2)}
<rect x="-48" y="-48" width="96" height="96" fill="none" stroke="${gold ? '#6d4e08' : '#1f4583'}" stroke-width="3"/></svg>`;
}

/** A ship with its bow to the north, without its crest. */
export const hull = (seat: number): string =>
  `<path d="${RIG.hull}" fill="${own(seat)}" stroke="#fdfaf3" stroke-width="2.5"/><path d="${RIG.deck}" fill="#c79a66"/>
<path d="${RIG.planks}" fill="none" stroke="rgb(40 26 14 / 60%)" stroke-width="1.4" stroke-linecap="round"/>
<path d="${RIG.sail}" fill="#fdfaf3" stroke="#22252b" stroke-width="1.8"/>
<path d="${RIG.batten}" fill="none" stroke="${own(seat)}" stroke-width="2.4"/>`;

/** What stays upright however a ship is turned. */
export const crest = (seat: number): string =>
  `<circle r="10.5" fill="#fdfaf3" stroke="rgb(20 24 38 / 70%)" stroke-width="1.2"/>
<path transform="translate(-8 -8) scale(0.667)" d="${SHAPES[seat % SHAPES.length]}" fill="${own(seat)}" stroke="#22252b" stroke-width="1.2"/>`;

const ship = (seat: number, angle: number): string =>
  `<g stroke-linejoin="round"><g transform="rotate(${angle})">${hull(seat)}</g>${crest(seat)}</g>`;

/** Open water. */
export const WATER = `<linearGradient id="deep" x2="0" y2="1"><stop offset="0" stop-color="#123c52"/>
<stop offset="0.5" stop-color="#2a7088"/><stop offset="1" stop-color="#174a61"/></linearGradient>
<pattern id="swell" width="280" height="200" patternUnits="userSpaceOnUse"><path fill="#fff" fill-opacity=".16" d="${WAVES}"/></pattern>
<rect width="${WIDE}" height="${HEIGHT}" fill="url(#deep)"/><rect width="${WIDE}" height="${HEIGHT}" fill="url(#swell)"/>`;

function wake({ seat, starts, legs }: Passage): string {
  const begun = starts.map(
    ({ x, y }) => `<circle cx="${x}" cy="${y}" r="9" fill="${own(seat)}" stroke="${FOAM}" stroke-width="3"/>`,
  );
  // leg by leg: who came later crosses over
  const sailed = legs
    .map(piece)
    .map(
      (d) =>
        `<path d="${d}" stroke="${FOAM}" stroke-width="13"/><path d="${d}" stroke="${own(seat)}" stroke-width="7.5" stroke-linecap="round"/>`,
    );
  return `${begun.join('')}<g fill="none">${sailed.join('')}</g>`;
}

function arrived({ seat, end, fate }: Passage, won: boolean): string {
  if (!end) return '';
  const halo = won ? '<circle r="36" fill="rgb(244 217 138 / 45%)" stroke="#f4cf6b" stroke-width="4"/>' : '';
  const lost = fate !== 'afloat';
  const ripple = (rx: number, ry: number) =>
    `<ellipse rx="${rx}" ry="${ry}" fill="rgb(255 255 255 / 10%)" stroke="rgb(255 255 255 / 80%)" stroke-width="2" stroke-dasharray="26 9"/>`;
  return `<g transform="translate(${end.x} ${end.y})">${halo}${lost ? ripple(33, 30) + ripple(24, 21) : ''}
<g opacity="${lost ? 0.8 : 1}">${ship(seat, end.angle)}</g></g>`;
}

export function art(view: View, _seat: number, past: GameEvent[], result: Result): Art {
  const { players, tiles, daikaiju } = view as TsuroView;
  const sailed = passages(past as TsuroEvent[], players);
  const roaming = daikaiju.filter((one) => one.square !== null);
  const laid = Object.keys(tiles).map((square) => {
    const { x, y } = corner(square);
    return `<rect x="${x + 1}" y="${y + 1}" width="${U - 2}" height="${U - 2}" rx="6" fill="rgb(255 255 255 / 7%)"/>`;
  });
  const beasts = roaming.map(({ id, square }) => {
    const { x, y } = middle(square!);
    return `<g opacity="0.75">${beast(id, x, y, U - 4)}</g>`;
  });
  const foam = sailed.map(({ legs }) => `<path d="${legs.map(piece).join('')}"/>`);
  // one to the left and one to the right, where so many roam
  const shown = roaming.length > 1 ? [roaming[0]!, roaming.at(-1)!] : [];
  const aside = (WIDE - HEIGHT) / 4;
  const prints = shown.map(({ id }, i) => beast(id, i ? WIDE - aside : aside, HEIGHT / 2, PRINT));
  return {
    inside: `${WATER}
${prints.join('')}
<g transform="translate(${(WIDE - HEIGHT) / 2} 0) scale(${SCALE}) translate(${RIM} ${RIM})">
<rect x="${-RIM}" y="${-RIM}" width="${SEA + 2 * RIM}" height="${SEA + 2 * RIM}" fill="#2b1817"/>
<rect width="${SEA}" height="${SEA}" fill="url(#deep)"/>${laid.join('')}${beasts.join('')}
<g fill="none" stroke="rgb(255 255 255 / 16%)" stroke-width="24" stroke-linejoin="round">${foam.join('')}</g>
${sailed.map(wake).join('')}${sailed.map((one) => arrived(one, result.winners.includes(one.seat))).join('')}
<rect width="${SEA}" height="${SEA}" fill="none" stroke="#c79a3b" stroke-width="3"/></g>`,
    height: HEIGHT,
  };
}
