// Places and lines of the sea, and the stage: events moved on over a real voyage must lead to what the server showed.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import facts from './facts.json';
import { berth, line, ribbon, SEA } from './layout';
import { beside, course, laid, MARKS, markAt, pairsOf, placing, rotations, ROUND, SQUARES, written } from './sea';
import { after, onItsWake, plan, Stage, steps, voyage } from './stage.svelte';
import type { TsuroEvent, TsuroView } from './types';
import record from './voyage.json';

const VIEW = {
  game: 'tsuro_seas',
  viewer: 0,
  players: 3,
  seat: 0,
  active: 0,
  first: 0,
  legal: [],
  mine: {},
  wrecked: [],
  decks: { wakes: [] },
  ending: null,
  ...record.before,
} as unknown as TsuroView;

describe('places', () => {
  it('has 49 squares and 56 marks, each mark once on the way round', () => {
    expect(SQUARES).toHaveLength(49);
    expect(new Set(ROUND).size).toBe(56);
    expect([...ROUND].sort()).toEqual([...MARKS].sort());
    expect(beside('a1', 0)).toBeNull();
    expect(beside('a1', 1)).toBe('b1');
    expect(beside('g7', 3)).toBe('f7');
  });

  it('moors ships outside the sea, next to each other on the way round', () => {
    const spots = ROUND.map((mark) => berth(markAt(mark)));
    for (const { x, y } of spots) expect(x < 0 || y < 0 || x > SEA || y > SEA).toBe(true);
    spots.forEach((one, i) => {
      const next = spots[(i + 1) % spots.length]!;
      expect(Math.hypot(one.x - next.x, one.y - next.y)).toBeLessThan(75);
    });
    expect(markAt('n5')).toEqual({ square: 'c1', port: 0 });
    expect(markAt('s1')).toEqual({ square: 'a7', port: 5 });
    expect(markAt('w2')).toEqual({ square: 'a1', port: 6 });
    expect(markAt('e14')).toEqual({ square: 'g7', port: 3 });
  });
});

describe('tiles', () => {
  it('turns as it is written', () => {
    expect(facts.patterns.reduce((sum, _, tile) => sum + rotations(tile), 0)).toBe(105);
    expect(written(0, 3)).toBe(0);
    expect(written(9, -1)).toBe(1);
    expect(placing(1, -1)).toBe('place 1 r3');
    expect(laid(33, 2).paths).toEqual(pairsOf(33));
    expect(ribbon([0, 5])).toMatch(/^M33\.3 0C/);
  });

  it('rounds a corner as a quarter of an ellipse', () => {
    expect(ribbon([7, 1])).toBe('M0 33.3C36.8 33.3 66.7 18.4 66.7 0'); // crosses its mirror image on one side's third
    expect(ribbon([0, 2])).toBe('M33.3 0C33.3 18.4 63.2 33.3 100 33.3');
  });

  it('draws what lies on the board as the server lays it', () => {
    for (const { after: view } of record.moments) {
      for (const tile of Object.values(view.tiles)) {
        const same = (pairs: number[][]) => pairs.map((pair) => [...pair].sort().join()).sort();
        expect(same(laid(tile.tile, tile.turns).paths)).toEqual(same(tile.paths));
      }
    }
  });
});

describe('a real voyage', () => {
  it('is moved on event by event to what the server shows', () => {
    let before = VIEW;
    for (const moment of record.moments) {
      let now = before;
      for (const event of moment.events as TsuroEvent[]) now = { ...now, ...after(now, event) };
      const goal = moment.after as unknown as TsuroView;
      expect(now.tiles, moment.move).toEqual(goal.tiles);
      expect(
        now.daikaiju.map((one) => [one.id, one.place, one.square]),
        moment.move,
      ).toEqual(goal.daikaiju.map((one) => [one.id, one.place, one.square]));
      for (const [i, one] of now.daikaiju.entries()) if (one.square) expect(one.facing).toBe(goal.daikaiju[i]!.facing);
      expect(
        now.ships.map((ship) => [ship.ahead, ship.port, ship.mark, ship.fate]),
        moment.move,
      ).toEqual(goal.ships.map((ship) => [ship.ahead, ship.port, ship.mark, ship.fate]));
      expect(
        now.hands.map((hand) => hand.length),
        moment.move,
      ).toEqual(goal.hands.map((hand) => hand.length));
      before = { ...VIEW, ...goal };
    }
  });

  it('finds the line to every told end', () => {
    let now = VIEW;
    let sailed = 0;
    for (const moment of record.moments) {
      for (const event of moment.events as TsuroEvent[]) {
        const ship = now.ships['seat' in event ? event.seat : 0]!;
        if (onItsWake(event)) {
          const from = { square: ship.ahead!, port: ship.port! };
          const legs = voyage(now.tiles, from, event);
          const last = legs.at(-1)!;
          expect(legs.length).toBeGreaterThan(0);
          if (event.event === 'sailed') expect(beside(last.square, last.out >> 1)).toBe(event.ahead);
          if (event.event === 'lost' && event.fate === 'edge') expect(beside(last.square, last.out >> 1)).toBeNull();
          expect(line(from, legs).match(/C/g)).toHaveLength(legs.length);
          sailed++;
        }
        now = { ...now, ...after(now, event) };
      }
      now = { ...VIEW, ...(moment.after as unknown as TsuroView) };
    }
    expect(sailed).toBeGreaterThan(15);
  });

  it('goes round and round at most once', () => {
    const loop = { a1: laid(34, 0), b1: laid(34, 0), a2: laid(34, 0), b2: laid(34, 0) };
    expect(course(loop, { square: 'a1', port: 2 }, null).length).toBeLessThanOrEqual(8);
  });
});

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const busiest = record.moments.reduce((one, two) => (two.events.length > one.events.length ? two : one));
  const goal = { ...VIEW, ...(busiest.after as unknown as TsuroView) };
  const before = { ...VIEW, ...(record.moments[record.moments.indexOf(busiest) - 1]!.after as unknown as TsuroView) };

  it('lets ships sail together and everything else in order', () => {
    const shown = plan(busiest.events as TsuroEvent[]);
    expect(shown.flatMap((step) => step.events)).toEqual(busiest.events);
    expect(shown.length).toBeGreaterThan(2);
    expect(shown.length).toBeLessThan(busiest.events.length);
  });

  it('takes as long as events happened, and no longer than one can wait', () => {
    expect(steps([{ event: 'turned' } as TsuroEvent])).toBe(0.6);
    expect(steps([{ event: 'sailed' } as TsuroEvent])).toBe(1.5);
    expect(steps(Array.from({ length: 12 }, () => ({ event: 'walked' }) as TsuroEvent))).toBeCloseTo(6.5);
  });

  it('shows the end at once without a tempo, and when somebody skips', async () => {
    const stage = new Stage(before, (event) => event.event);
    await stage.show(goal, busiest.events as TsuroEvent[], 0);
    expect(stage.shown).toBe(goal);
    expect(stage.busy).toBe(false);
    const other = new Stage(before, () => null);
    void other.show(goal, busiest.events as TsuroEvent[], 300);
    expect(other.busy).toBe(true);
    other.skip();
    expect(other.shown).toBe(goal);
  });

  it('plays every moment of the voyage to its end', async () => {
    const stage = new Stage(VIEW, (event) => event.event);
    for (const moment of record.moments) {
      const view = { ...VIEW, ...(moment.after as unknown as TsuroView) };
      const shown = stage.show(view, moment.events as TsuroEvent[], 100);
      await vi.runAllTimersAsync();
      await shown;
      expect(stage.shown).toBe(view);
      expect([stage.busy, stage.voyages, stage.sinking]).toEqual([false, [], []]);
    }
    expect(stage.dice).not.toBeNull();
  });

  it('gives an arrival, a broken tile and a lost ship a moment of their own', async () => {
    const told = record.moments.flatMap((moment) => moment.events as TsuroEvent[]);
    const stage = new Stage(VIEW, () => null);
    const [risen, broken, sunk] = [new Set<string>(), new Set<string>(), new Set<number>()];
    for (const moment of record.moments) {
      const view = { ...VIEW, ...(moment.after as unknown as TsuroView) };
      const shown = stage.show(view, moment.events as TsuroEvent[], 100);
      for (; stage.busy; await vi.advanceTimersByTimeAsync(10)) {
        if (stage.rising) risen.add(stage.rising);
        for (const { square, paths, time } of stage.crushed) if (paths.length === 4 && time > 0) broken.add(square);
        for (const { seat, time } of stage.sinking) if (time > 100) sunk.add(seat);
      }
      await shown;
      expect([stage.rising, stage.crushed, stage.sinking]).toEqual([null, [], []]);
    }
    const of = (kind: string) => told.filter((event) => event.event === kind);
    expect([...risen]).toEqual(of('arrived').map((event) => 'daikaiju' in event && event.daikaiju));
    expect([...broken]).toEqual(told.flatMap((one) => ('crushed' in one && 'square' in one ? [one.square] : [])));
    expect([...sunk]).toEqual(of('lost').map((event) => 'seat' in event && event.seat));
    expect([risen.size, broken.size, sunk.size]).toEqual([4, 6, 2]);
  });
});
