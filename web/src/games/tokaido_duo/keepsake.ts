// The walls of both artists for an image to share: the paintings that were given in their frames, below them what is left
// in the studio.
import { SEAT_COLORS, WIDE, type Art } from '../../lib/keepsake';
import type { View } from '../../lib/protocol';
import { byDay } from '../../lib/wash';
import { walls, type Hung, type Wall } from './gallery';
import { painting, HIGH as TALL, WIDE as BROAD } from './painting';
import type { DuoView } from './types';

const HEIGHT = 352;
const GAP = 4;
const FLOOR = 12;
const ABOVE = 28;
const SIDE = 22;
const SHEET = { wide: 84, high: 44, gap: 10 };
const RIM = 7;

/** A painting, so wide, with its upper left corner there. */
export function hang({ symbol, number }: Hung, x: number, y: number, wide: number, id: string): string {
  const { sky, washes } = painting(symbol, number);
  const stops = sky.map(([day], i) => `<stop offset="${i}" stop-color="${day}"/>`).join('');
  return `<svg x="${x}" y="${y}" width="${wide}" height="${(wide * TALL) / BROAD}" viewBox="0 0 ${BROAD} ${TALL}">
<linearGradient id="${id}" x2="0" y2="1">${stops}</linearGradient>
<rect width="${BROAD}" height="${TALL}" fill="url(#${id})"/>${washes.map(byDay).join('')}</svg>`;
}

const near = (n: number) => Math.round(n * 10) / 10;

/** As many columns as make the frames largest in a room. */
function grid(n: number, wide: number, high: number, gap: number): { columns: number; size: number } {
  const fits = Array.from({ length: n }, (_, i) => {
    const [columns, rows] = [i + 1, Math.ceil(n / (i + 1))];
    const size = Math.min((wide - gap * (columns - 1)) / columns, (((high - gap * (rows - 1)) / rows) * BROAD) / TALL);
    return { columns, size };
  });
  return fits.reduce((best, one) => (one.size > best.size ? one : best));
}

function wallOf({ seat, given, kept }: Wall, left: number, wide: number): string {
  const studio = kept.length ? SHEET.high + 20 : 0;
  const [roomWide, roomHigh] = [wide - 2 * SIDE - 2 * RIM, HEIGHT - ABOVE - FLOOR - studio - 30];
  const gap = 2 * RIM + 12;
  const { columns, size } = grid(Math.max(1, given.length), roomWide, roomHigh, gap);
  const tall = (size * TALL) / BROAD;
  const rows = Math.max(1, Math.ceil(given.length / columns));
  const top = ABOVE + (roomHigh - rows * tall - (rows - 1) * gap) / 2;
  const spot = (i: number): [x: number, y: number] => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, Math.max(1, given.length) - row * columns);
    const from = (wide - inRow * size - (inRow - 1) * gap) / 2;
    return [near(left + from + (i % columns) * (size + gap)), near(top + row * (tall + gap))];
  };
  const frame = (x: number, y: number, style: string) =>
    `<rect x="${x - RIM}" y="${y - RIM}" width="${near(size + 2 * RIM)}" height="${near(tall + 2 * RIM)}" rx="3" ${style}/>`;
  const framed = given.map((one, i) => {
    const [x, y] = spot(i);
    return (
      frame(x + 3, y + 7, 'fill="#3a2320" opacity="0.28"') +
      frame(x, y, 'fill="#3a2320"') +
      `<rect x="${x - 1.5}" y="${y - 1.5}" width="${near(size + 3)}" height="${near(tall + 3)}" fill="#c79a3b"/>` +
      hang(one, x, y, near(size), `g${seat}-${one.number}`)
    );
  });
  const bare = given.length
    ? ''
    : frame(...spot(0), 'fill="none" stroke="#3a2320" stroke-width="4" stroke-dasharray="14 10" opacity="0.35"');
  const begin = left + (wide - kept.length * (SHEET.wide + SHEET.gap) + SHEET.gap) / 2;
  const shown = Math.min(1, (wide - 2 * SIDE) / (kept.length * (SHEET.wide + SHEET.gap)));
  const sheets = kept.map((one, i) => {
    const wider = SHEET.wide * shown;
    const x = near((shown < 1 ? left + SIDE : begin) + i * (wider + SHEET.gap * shown));
    const y = HEIGHT - FLOOR - SHEET.high - 10;
    return (
      `<rect x="${x - 2}" y="${y - 2}" width="${near(wider + 4)}" height="${near((wider * TALL) / BROAD + 4)}" fill="#fffdf6"/>` +
      hang(one, x, y, near(wider), `k${seat}-${one.number}`)
    );
  });
  return `<rect x="${left}" width="${wide}" height="${HEIGHT}" fill="url(#wall)"/>
<rect x="${left}" width="${wide}" height="6" fill="${SEAT_COLORS[seat]}"/>
<rect x="${left}" y="${HEIGHT - FLOOR}" width="${wide}" height="${FLOOR}" fill="#5a3a2c"/>
${framed.join('')}${bare}<g opacity="0.8">${sheets.join('')}</g>`;
}

export function art(view: View): Art {
  const all = walls(view as DuoView);
  const wide = (WIDE - GAP * (all.length - 1)) / all.length;
  const post = `<rect width="${WIDE}" height="${HEIGHT}" fill="#5a3a2c"/>`; // seen between the walls
  const light =
    '<linearGradient id="wall" x2="0" y2="1"><stop offset="0" stop-color="#e9dcc0"/><stop offset="1" stop-color="#f6ecd6"/></linearGradient>';
  return { inside: post + light + all.map((one, i) => wallOf(one, i * (wide + GAP), wide)).join(''), height: HEIGHT };
}
