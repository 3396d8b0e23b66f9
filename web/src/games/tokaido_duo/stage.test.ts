// Ways over the island, the drawing's layout, what the stage shows when, and the lesson.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { area, course, kindOf, numberOf } from './island';
import { feet, layout, NARROW, PAWN, trail } from './layout';
import { hint } from './learn';
import { pills } from './pills';
import { ISLE, VIEW } from './sample';
import { after, Stage } from './stage.svelte';
import { EVENT_KINDS } from './words';
import type { DuoView, DuoEvent } from './types';

it('knows places by their names', () => {
  for (const { id, kind } of ISLE.ring) expect(kindOf(id)).toBe(kind);
  expect(kindOf('m3')).toBe('mountain_town');
  for (const one of ISLE.areas) expect(kindOf(one.id)).toBe('area');
  expect([numberOf('sea3'), numberOf('w')]).toEqual([3, 0]);
  expect(area(ISLE, 'n1')?.stations[0]).toBe('c1');
});

it('lets pawns be seen walking: along the coast, along routes, from area to area', () => {
  expect(course(ISLE, 'pilgrim', 'sea4', 't1')).toEqual(['c1', 't1']);
  expect(course(ISLE, 'merchant', 'c1', 'c8')).toEqual(['m1', 'c8']);
  const way = course(ISLE, 'artist', 'w', 'e');
  expect(way.at(-1)).toBe('e');
  ['w', ...way].slice(0, -1).forEach((from, i) => expect(area(ISLE, from)?.touches).toContain(way[i]));
});

describe.each([304, 344, 374, 599, 600, 820, 888, 1100])('at a width of %i', (width) => {
  const plan = layout(ISLE, width, 400);

  it('draws every place within the sheet, and stations apart from each other', () => {
    expect(plan.tall).toBe(width < NARROW);
    for (const spot of Object.values(plan.at)) {
      expect(spot.x).toBeGreaterThan(plan.r);
      expect(spot.x).toBeLessThan(width - plan.r);
      expect(spot.y).toBeGreaterThan(plan.r);
      expect(spot.y).toBeLessThan(plan.height - plan.r);
    }
    const ring = ISLE.ring.map(({ id }) => plan.at[id]!);
    ring.forEach((a, i) =>
      ring.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2 * plan.r)),
    );
  });

  it('shows a merchant at a coastal town with the whole yoke', () => {
    const half = (19.6 * plan.r) / 17;
    for (const { id } of ISLE.ring.filter(({ kind }) => kind === 'coastal_town')) {
      for (const { x } of plan.stand[id]!) {
        expect(x).toBeGreaterThanOrEqual(half);
        expect(x).toBeLessThanOrEqual(width - half);
      }
    }
  });

  it('covers the whole island with fields, each between its stations and its routes', () => {
    const surface = (path: string) => {
      const spots = path
        .slice(1, -1)
        .split('L')
        .map((pair) => pair.split(' ').map(Number) as [number, number]);
      return (
        Math.abs(
          spots.reduce(
            (sum, [x, y], i) => sum + x * spots[(i + 1) % spots.length]![1] - y * spots[(i + 1) % spots.length]![0],
            0,
          ),
        ) / 2
      );
    };
    const ring = `M${ISLE.ring.map(({ id }) => `${plan.at[id]!.x} ${plan.at[id]!.y}`).join('L')}Z`;
    const fields = plan.fields.reduce((sum, { path }) => sum + surface(path), 0);
    expect(fields / surface(ring)).toBeCloseTo(1, 3);
  });

  it('goes clockwise, turned or not', () => {
    const ring = ISLE.ring.map(({ id }) => plan.at[id]!);
    const turn = ring.reduce(
      (sum, a, i) => sum + (ring[(i + 1) % ring.length]!.x - a.x) * (ring[(i + 1) % ring.length]!.y + a.y),
      0,
    );
    expect(turn).toBeLessThan(0);
  });

  it('leaves room for a thumb on every station', () => {
    const ring = ISLE.ring.map(({ id }) => plan.at[id]!);
    expect(plan.hit).toBeGreaterThanOrEqual(20);
    ring.forEach((a, i) =>
      expect(
        Math.hypot(a.x - ring[(i + 1) % ring.length]!.x, a.y - ring[(i + 1) % ring.length]!.y),
      ).toBeGreaterThanOrEqual(40),
    );
  });

  it('stands pawns beside the signs, apart from each other and inside the sheet', () => {
    for (const [place, spot] of Object.entries(plan.at)) {
      for (const seat of [0, 1]) {
        const { x, y } = feet(plan, place, seat);
        const middle = y - PAWN.y * plan.r;
        expect(Math.hypot(x - spot.x, middle - spot.y), place).toBeGreaterThan(1.4 * plan.r);
        expect(x - PAWN.x * plan.r).toBeGreaterThanOrEqual(-1);
        expect(x + PAWN.x * plan.r).toBeLessThanOrEqual(width + 1);
        expect(y).toBeLessThanOrEqual(plan.height);
      }
    }
    for (const place of ['m2', 'n2'])
      expect(feet(plan, place, 1).x - feet(plan, place, 0).x).toBeGreaterThan(2 * plan.r);
  });

  it('draws ways', () => {
    expect(trail(plan, ['m1', 'm2', 'c2'], true)).toMatch(/^M.*L.*L/);
    expect(trail(plan, ['c1', 't1', 'g1'], false)).toContain('C');
    expect(trail(plan, ['c1'], false)).toBe('');
  });
});

it('shows what a place offers in signs', () => {
  expect(pills([])).toEqual([]);
  expect(pills([{ move: 'sell 2', points: 5, events: [{ event: 'coins', seat: 0, coins: 6 }] }])).toEqual([
    { icon: 'coin', text: '+6' },
    { icon: 'point', text: '+5' },
  ]);
  expect(
    pills([
      {
        move: 'paint',
        points: 0,
        events: [
          { event: 'painted', seat: 0, tile: 0 },
          { event: 'painted', seat: 0, tile: 1 },
        ],
      },
      { move: 'gift', points: 2, events: [] },
    ]),
  ).toEqual([
    { icon: 'paint', text: '×2' },
    { icon: 'gift', text: '' },
    { icon: 'point', text: '+2' },
  ]);
  const waves = ['wave pilgrim', 'wave artist'].map((move) => ({ move, points: 0, events: [] }));
  expect(pills(waves)).toEqual([{ icon: 'wave', text: '' }]);
});

describe('an event on the stage', () => {
  const told = (event: DuoEvent): DuoView => ({ ...VIEW, ...after(VIEW, event) });
  const seat = VIEW.seats[0]!;
  it.each<[DuoEvent, (view: DuoView) => unknown, unknown]>([
    [{ event: 'rolled', seat: 1, character: 'artist', pips: 2 }, (v) => v.dice.artist, { pips: 2, taken_by: null }],
    [{ event: 'took', seat: 1, character: 'artist', pips: 2 }, (v) => v.dice.artist.taken_by, 1],
    [{ event: 'coins', seat: 0, coins: 4 }, (v) => v.seats[0]!.coins, seat.coins + 4],
    [{ event: 'slab', seat: 0, slabs: 2 }, (v) => [v.seats[0]!.coins, v.seats[0]!.slabs], [seat.coins - 10, 2]],
    [{ event: 'temple', seat: 0, slot: 8 }, (v) => v.seats[0]!.temple, 8],
    [{ event: 'garden', seat: 0, slot: 5 }, (v) => v.seats[0]!.garden, 5],
    [{ event: 'drew', seat: 0, good: 'fan' }, (v) => v.seats[0]!.goods.fan, seat.goods.fan + 1],
    [{ event: 'returned', seat: 0, good: 'fan', count: 1 }, (v) => v.seats[0]!.goods.fan, seat.goods.fan - 1],
    [{ event: 'sold', seat: 0, good: 'doll', count: 2 }, (v) => v.seats[0]!.goods.doll, seat.goods.doll - 2],
    [
      { event: 'painted', seat: 0, symbol: 'moon', tile: 9 },
      (v) => v.seats[0]!.paintings[9],
      { symbol: 'moon', state: 'revealed' },
    ],
    [{ event: 'gifted', seat: 0, symbol: 'moon', gifts: 1 }, (v) => v.seats[0]!.paintings[0]!.state, 'gifted'],
    [{ event: 'spring', seat: 1, from_opponent: false }, (v) => [v.hot_spring, v.seats[1]!.hot_spring], [1, true]],
    [{ event: 'spring_back', seat: 1 }, (v) => v.hot_spring, null],
    [
      { event: 'wave', seat: 1, character: 'artist', side: 'master', from_opponent: false },
      (v) => [v.waves.artist.holder, v.seats[1]!.waves.includes('artist')],
      [1, true],
    ],
    [{ event: 'trigger', seat: 0, trigger: 'gold' }, (v) => v.triggers.includes('gold'), true],
  ])('%o', (event, part, value) => expect(part(told(event))).toEqual(value));

  it('of any other kind changes nothing but where pawns stand', () => {
    for (const event of ['again', 'stayed', 'passed', 'scored', 'over', 'unheard of'])
      expect(after(VIEW, { event, seat: 0 } as unknown as DuoEvent)).toEqual({});
    expect(EVENT_KINDS).toContain('again');
  });
});

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const start = { ...VIEW, pawns: [{ pilgrim: 'c1', merchant: 'm1', artist: 'w' }, VIEW.pawns[1]!] } as DuoView;
  const goal = { ...start, pawns: [{ pilgrim: 'c2', merchant: 'm1', artist: 'w' }, VIEW.pawns[1]!] } as DuoView;
  const events: DuoEvent[] = [
    { event: 'moved', seat: 0, character: 'pilgrim', place: 'c2' },
    { event: 'coins', seat: 0, coins: 3 },
  ];

  it('walks place by place, then fills the purse, then is at the goal', async () => {
    const stage = new Stage(start, ISLE, (event) => event.event);
    const done = stage.show(goal, events, 100);
    expect(stage.shown.pawns[0]!.pilgrim).toBe('t1');
    await vi.advanceTimersByTimeAsync(130);
    expect(stage.shown.pawns[0]!.pilgrim).toBe('g1');
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect([stage.busy, stage.shown, stage.lines]).toEqual([false, goal, ['moved', 'coins']]);
  });

  it('plays what comes meanwhile afterwards, and can be skipped', async () => {
    const stage = new Stage(start, ISLE, (event) => event.event);
    void stage.show(goal, events, 100);
    const later = { ...goal, round: 99 } as DuoView;
    void stage.show(later, [{ event: 'temple', seat: 0, slot: 2 }], 100);
    expect(stage.shown.round).not.toBe(99);
    stage.skip();
    expect([stage.shown, stage.busy]).toEqual([later, false]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(stage.shown).toBe(later);
  });

  it('gives a gift of the viewer and a finished track a moment of their own', async () => {
    const gift = (seat: number, gifts: number): DuoEvent => ({ event: 'gifted', seat, symbol: 'moon', gifts });
    const trigger = (name: 'garden' | 'gifts' | 'length'): DuoEvent => ({ event: 'trigger', seat: 1, trigger: name });
    const seen = { ...start, viewer: 0 } as DuoView;
    const stage = new Stage(seen, ISLE, (event) => event.event);
    for (const [event, moment] of [
      [gift(0, 3), { track: 'gifts', seat: 0, finished: false }],
      [gift(1, 3), null],
      [gift(0, 10), null], // the finished track follows
      [trigger('gifts'), { track: 'gifts', seat: 1, finished: true }],
      [trigger('garden'), { track: 'garden', seat: 1, finished: true }],
      [trigger('length'), null],
    ] as const) {
      const done = stage.show(seen, [event], 900);
      expect(stage.moment, JSON.stringify(event)).toEqual(moment);
      await vi.advanceTimersByTimeAsync(2000); // and no longer
      await done;
      expect(stage.moment).toBeNull();
    }
    void stage.show(seen, [gift(0, 2)], 100);
    stage.skip();
    expect(stage.moment).toBeNull();
    await stage.show(seen, [trigger('garden')], 0); // without motion
    expect(stage.moment).toBeNull();
  });

  it('shows everything at once without a tempo', () => {
    const stage = new Stage(start, ISLE, (event) => event.event);
    void stage.show(goal, events, 0);
    expect(stage.shown).toBe(goal);
  });
});

describe('the lesson', () => {
  const view = { ...VIEW, viewer: VIEW.seat, phase: 'die', turn: 0, round: 1, triggers: [] } as DuoView;
  const read = (...texts: string[]) => new Set(texts.map((text) => `duo.learn.${text}`));
  const text = (shown: ReadonlySet<string>, selected: string | null = null, now = view) =>
    hint(now, now.legal, shown, selected)?.text.slice('duo.learn.'.length);

  it('begins with the goal, then the dice', () => {
    expect(text(read())).toBe('welcome');
    expect(text(read('welcome'))).toBe('die');
    expect(text(read('welcome', 'die'))).toBeUndefined();
  });

  it('explains a character when its die is selected, once', () => {
    for (const id of ['pilgrim', 'merchant', 'artist']) {
      expect(text(read('welcome'), `die ${id}`)).toBe(id);
      expect(text(read('welcome', id), `die ${id}`)).toBeUndefined();
    }
  });

  it('ends with what to look at next time', () => {
    const end = { ...view, phase: 'over', seat: null } as DuoView;
    expect(text(read(), null, end)).toBe('over');
    expect(text(read('over'), null, end)).toBeUndefined();
  });
});
