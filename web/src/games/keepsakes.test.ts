// The pictures to share: SVG that a browser can paint from its text alone.
import { describe, expect, test } from 'vitest';
import { HIGH, type Art } from '../lib/keepsake';
import type { GameEvent, Result, View } from '../lib/protocol';
import { art as journey } from './tokaido/keepsake';
import { art as gallery } from './tokaido_duo/keepsake';
import { VIEW } from './tokaido_duo/sample';
import { art as sea } from './tsuro_seas/keepsake';
import voyage from './tsuro_seas/voyage.json';

const moments = voyage.moments as unknown as { events: GameEvent[]; after: View }[];
const past = moments.flatMap(({ events }) => events);
const last = { ...moments.at(-1)!.after, players: voyage.players } as View;
const result = { winners: [0] } as unknown as Result;

const hung = (given: number, kept: number) =>
  ({
    ...VIEW,
    seats: VIEW.seats.map((one) => ({
      ...one,
      paintings: Array.from({ length: given + kept }, (_, i) => ({
        symbol: (['mountain', 'waterfall', 'bamboo', 'moon'] as const)[i % 4],
        state: i < given ? 'gifted' : 'revealed',
      })),
    })),
  }) as unknown as View;

/** Every element is closed in its turn, and every attribute stands in quotes once. */
function wellFormed(text: string): void {
  const open: string[] = [];
  const rest = text.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w-]*="[^"<&]*")*)\s*(\/?)>/g,
    (_, end, name, said, alone) => {
      const names = [...(said as string).matchAll(/([\w-]+)="/g)].map(([, one]) => one);
      expect(new Set(names).size).toBe(names.length);
      if (end) expect(open.pop()).toBe(name);
      else if (!alone) open.push(name as string);
      return '';
    },
  );
  expect(open).toEqual([]);
  expect(rest.trim()).toBe('');
}

const ARTS: Record<string, Art> = {
  tokaido: journey({ seats: [{ panoramas: { paddy: 3, mountain: 2, sea: 0 } }] } as unknown as View, 0),
  'duo, nothing given': gallery(hung(0, 0)),
  'duo, some given': gallery(hung(4, 3)),
  'duo, all given': gallery(hung(10, 0)),
  'duo, all kept': gallery(hung(0, 10)),
  tsuro: sea(last, 0, past, result),
  'tsuro, before the first tile': sea({ ...last, tiles: {}, daikaiju: [] } as unknown as View, 0, [], result),
};

describe.each(Object.entries(ARTS))('the picture of %s', (_, { inside, height }) => {
  test('is well-formed', () => wellFormed(inside));

  test('needs nothing from outside: no address, class or variable, and only colors of the day', () => {
    expect(inside).not.toMatch(/https?:|class=|style=|var\(|light-dark|NaN|undefined|null|Infinity/);
    const ids = [...inside.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = [...inside.matchAll(/url\(([^)]*)\)|href="([^"]*)"/g)].map(([, url, href]) => url ?? href);
    expect(asked.filter((one) => !one!.startsWith('#') || !ids.includes(one!.slice(1)))).toEqual([]);
  });

  test('leaves room for eight names below', () => {
    expect(height).toBeGreaterThan(300);
    expect(HIGH - height - 84).toBeGreaterThan(4 * 30);
  });
});

test('a wall has a frame for each painting that was given, and one that stays empty', () => {
  const paintings = (given: number, kept: number) => gallery(hung(given, kept)).inside.match(/<svg /g)?.length ?? 0;
  expect(paintings(4, 3)).toBe(2 * 7);
  expect(paintings(0, 0)).toBe(0);
  expect(gallery(hung(0, 0)).inside).toContain('stroke-dasharray');
  expect(gallery(hung(1, 0)).inside).not.toContain('stroke-dasharray');
});

test('the sea has the wake of every ship in its color, and who has won in a halo', () => {
  const { inside } = ARTS.tsuro!;
  for (const color of ['#2f4b7c', '#c8452f', '#5f7f4a'])
    expect(inside).toMatch(RegExp(`stroke="${color}" stroke-width="7.5"`));
  expect(inside.match(/#f4cf6b/g)).toHaveLength(1);
});
