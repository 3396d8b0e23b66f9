import { describe, expect, test } from 'vitest';
import { berth } from './layout';
import type { TsuroEvent, TsuroView } from './types';
import voyage from './voyage.json';
import { dyes, passages, wakeKey } from './voyages';

const MOMENTS = voyage.moments as unknown as { events: TsuroEvent[]; after: TsuroView }[];

describe('voyages', () => {
  test('end where the ships are, at every moment of a match', () => {
    const past: TsuroEvent[] = [];
    let checked = 0;
    for (const { events, after } of MOMENTS) {
      past.push(...events);
      const found = passages(past, voyage.players);
      after.ships.forEach((ship, seat) => {
        expect(found[seat]!.fate).toBe(ship.fate);
        if (ship.ahead === null || ship.port === null) return;
        expect(found[seat]!.end).toEqual(berth({ square: ship.ahead, port: ship.port }));
        checked += 1;
      });
    }
    expect(checked).toBeGreaterThan(20);
    expect(passages(past, voyage.players).some((one) => one.legs.length > 4)).toBe(true);
  });

  test('color only wakes of tiles that still lie there', () => {
    const past = MOMENTS.flatMap(({ events }) => events);
    const last = MOMENTS.at(-1)!.after;
    const sailed = passages(past, voyage.players);
    const colors = dyes(sailed, last.tiles);
    for (const [square, wakes] of Object.entries(colors)) {
      const lies = last.tiles[square]!.paths.map(([one, two]) => wakeKey(one, two));
      for (const [wake, seat] of Object.entries(wakes)) {
        expect(lies).toContain(wake);
        const legs = sailed[seat]!.legs.filter((leg) => leg.square === square);
        expect(legs.map((leg) => wakeKey(leg.in, leg.out))).toContain(wake);
      }
    }
    expect(Object.keys(colors).length).toBeGreaterThan(0);
    expect(dyes(sailed, {})).toEqual({});
  });
});
