// The drawing of the road, the stage and the first journey's hints.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brush, feet, layout } from './layout';
import { gain } from './ledger';
import { hint } from './learn';
import { closedAt, currentLeg, inns, isDouble, LAST, leaving, legOf, spaceAt } from './road';
import { Stage } from './stage.svelte';
import type { TokaidoView, TokaidoEvent } from './types';

const before = {
  traveler: 'kinko',
  chosen: true,
  coins: 3,
  points: 0,
  temple: 0,
  meals: [null],
  souvenirs: [],
  hot_springs: [],
  encounters: [],
  achievements: [],
  panoramas: { paddy: 0, mountain: 0, sea: 0 },
  earned: {},
};
const view = (stops: number[], more: object = {}) =>
  ({
    game: 'tokaido',
    viewer: 0,
    players: stops.length,
    phase: 'move',
    seat: 0,
    pawn: 0,
    legal: [],
    inn_number: 0,
    stall: [],
    inn: [],
    mine: {},
    neutral: null,
    pawns: stops.map((stop) => ({ stop, slot: 0 })),
    seats: stops.map(() => before),
    ...more,
  }) as unknown as TokaidoView;

describe('the road', () => {
  it('has five inns and legs of 13, 12, 13 and 12 spaces', () => {
    expect(inns(false)).toEqual([0, 14, 27, 41, 54]);
    expect(inns(true)).toEqual([0, 13, 27, 40, 54]);
    expect(legOf(0, false)).toBe(0);
    expect(legOf(14, false)).toBe(0);
    expect(legOf(15, false)).toBe(1);
    expect(spaceAt(1, true)).toBe(spaceAt(53, false));
    expect(isDouble(1, false, 4)).toBe(true);
    expect(isDouble(1, false, 3)).toBe(false);
  });

  it('shows travelers at the next leg once all have arrived at an inn', () => {
    expect(leaving(view([14, 14]), 14, false)).toBe(true);
    expect(leaving(view([14, 13]), 14, false)).toBe(false);
    expect(leaving(view([14, 14], { phase: 'eat' }), 14, false)).toBe(false);
    expect(currentLeg(view([14, 14]), false)).toBe(1);
    expect(currentLeg(view([14, 14], { phase: 'eat' }), false)).toBe(0);
  });

  it.each([344, 620, 804, 1080, 1600])('lies within %i pixels, every stop once, none on another', (width) => {
    const plan = layout(width, 2, false);
    const nodes = plan.legs.flatMap((leg) =>
      leg.nodes.filter((node) => node.inn !== 'start' || node.stop === 0).map((node) => ({ ...node, r: leg.r })),
    );
    expect(nodes.map((node) => node.stop)).toEqual(Array.from({ length: LAST + 1 }, (_, i) => i));
    for (const node of nodes) {
      expect(node.x - node.r).toBeGreaterThan(0);
      expect(node.x + node.r).toBeLessThan(width);
    }
    for (const leg of plan.legs)
      for (const [i, a] of leg.nodes.entries())
        for (const b of leg.nodes.slice(i + 1))
          expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(2 * leg.r);
    expect(brush(plan.legs[0]!.nodes, 20)).not.toContain('NaN');
  });

  it('queues travelers at an inn from the road outwards', () => {
    const leg = layout(1000, 0, false).legs[0]!;
    const [start, end] = [leg.nodes[0]!, leg.nodes.at(-1)!];
    expect(feet(leg, end, 0, 5, false).x).toBeLessThan(feet(leg, end, 4, 5, false).x);
    expect(feet(leg, start, 0, 5, false).x).toBeGreaterThan(feet(leg, start, 4, 5, false).x);
  });
});

it('knows why stops far away are closed', () => {
  const told = (what: number, reason: string) => ({ what: String(what), reason, rule: 'TK-11' });
  const preview = {
    number: 1,
    previews: [],
    closed: [
      told(14, 'behind'),
      told(15, 'behind'),
      told(20, 'occupied'),
      told(28, 'beyond_inn'),
      told(29, 'beyond_inn'),
    ],
  };
  expect([2, 15, 18, 20, 29, 50].map((stop) => closedAt(preview, stop)?.reason)).toEqual([
    'behind',
    'behind',
    undefined,
    'occupied',
    'beyond_inn',
    'beyond_inn',
  ]);
  expect(closedAt(null, 3)).toBeUndefined();
});

it('reads what a move would surely bring', () => {
  const events: TokaidoEvent[] = [
    { event: 'moved', pawn: 0, stop: 3 },
    { event: 'ability', pawn: 0, traveler: 'umegae', coins: 1, points: 1 },
  ];
  expect(gain({ move: 'move 3', events, uncertain: true }, 0)).toEqual({ coins: 1, points: 1, unsure: true });
  expect(
    gain(
      {
        move: 'donate 2',
        events: [{ event: 'donated', pawn: 0, from_bank: false, coins: 2, points: 2 }],
        uncertain: false,
      },
      0,
    ),
  ).toEqual({ coins: -2, points: 2, unsure: false });
  expect(gain(undefined, 0)).toBeNull();
});

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const goal = view([7, 4], { seats: [{ ...before, coins: 6 }, before] });
  const events: TokaidoEvent[] = [
    { event: 'moved', pawn: 0, stop: 7 },
    { event: 'coins', pawn: 0, space: 'farm', coins: 3 },
  ];

  it('gives a panorama a moment of its own: one of the viewer, or one that is finished', async () => {
    const panel = (pawn: number, number: number): TokaidoEvent[] => [
      { event: 'panorama', pawn, panorama: 'paddy', number, points: number },
    ];
    const stage = new Stage(view([3, 4]), (event) => event.event);
    for (const [pawn, number, seen] of [
      [0, 1, true],
      [1, 2, false],
      [1, 3, true],
    ] as const) {
      const done = stage.show(view([3, 4]), panel(pawn, number), 100);
      expect(stage.moment !== null, `${pawn} ${number}`).toBe(seen);
      expect(stage.moment?.finished ?? false).toBe(number === 3);
      await vi.advanceTimersByTimeAsync(700);
      await done;
      expect(stage.moment).toBeNull();
    }
    void stage.show(view([3, 4]), panel(0, 2), 100);
    stage.skip();
    expect(stage.moment).toBeNull();
    await stage.show(view([3, 4]), panel(0, 3), 0); // without motion
    expect(stage.moment).toBeNull();
  });

  it('walks stop by stop, then fills the purse, then is at the goal', async () => {
    const stage = new Stage(view([3, 4]), (event) => event.event);
    const done = stage.show(goal, events, 100);
    expect(stage.shown.pawns[0]!.stop).toBe(4);
    await vi.advanceTimersByTimeAsync(60);
    expect(stage.shown.pawns[0]!.stop).toBe(5);
    expect(stage.shown.seats[0]!.coins).toBe(3);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(stage.busy).toBe(false);
    expect(stage.shown).toBe(goal);
    expect(stage.lines).toEqual(['moved', 'coins']);
  });

  it('plays what comes meanwhile afterwards, in order', async () => {
    const stage = new Stage(view([3, 4]), (event) => event.event);
    const done = stage.show(goal, events, 100);
    const later = view([7, 8]);
    void stage.show(later, [{ event: 'moved', pawn: 1, stop: 8 }], 100);
    expect(stage.shown.pawns[1]!.stop).toBe(4);
    await vi.advanceTimersByTimeAsync(3000);
    await done;
    expect(stage.shown).toBe(later);
    expect(stage.busy).toBe(false);
  });

  it('can be skipped, and shows everything at once without a tempo', async () => {
    const stage = new Stage(view([3, 4]), (event) => event.event);
    const done = stage.show(goal, events, 100);
    stage.skip();
    expect(stage.shown).toBe(goal);
    await vi.advanceTimersByTimeAsync(1000);
    await done;
    expect(stage.shown).toBe(goal);
    const still = new Stage(view([3, 4]), (event) => event.event);
    void still.show(goal, events, 0);
    expect(still.shown).toBe(goal);
    expect(still.trail).toEqual({ pawn: 0, from: 3, to: 7 });
  });
});

it('gives one hint at a time, each once', () => {
  const shown = new Set<string>();
  expect(hint(view([0, 0], { phase: 'take' }), [], shown)?.text).toBe('tokaido.learn.goal');
  shown.add('tokaido.learn.goal');
  expect(hint(view([0, 0], { phase: 'take' }), [], shown)?.text).toBe('tokaido.learn.take');
  shown.add('tokaido.learn.take');
  expect(hint(view([0, 0], { phase: 'take' }), [], shown)).toBeNull();
  expect(hint(view([0, 1]), ['move 1'], shown)).toMatchObject({ text: 'tokaido.learn.walk', at: '.stop.legal' });
  expect(hint(view([0, 1], { phase: 'over' }), [], new Set())?.text).toBe('tokaido.learn.over');
});
