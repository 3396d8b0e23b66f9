// The animations of the board: the view shown is advanced event by event to the present one. Ships that face a new tile
// sail together; everything else is shown in the order of the journal.
import type { GameEvent } from '../../lib/protocol';
import { AnimationQueue, duration, pause, type Step } from '../animation.svelte';
import { arrival, berth, line, type Point } from './layout';
import { course, markAt, type Berth, type Leg } from './sea';
import type { Daikaiju, Fate, Laid, Ship, Side, TsuroView } from './types';

/** A ship on its way along its wake. */
export interface Voyage {
  id: number;
  seat: number;
  d: string;
  time: number;
  lost: boolean;
}

/** A ship going down. */
export interface Sinking extends Point {
  id: number;
  seat: number;
  angle: number;
  time: number;
}

export interface Dice {
  seat: number;
  gold: number;
  blue: number;
  action: number | null;
}

const WEIGHTS: Record<string, number> = {
  first: 0, drew: 0.15, returned: 0.15, swapped: 0.6, passed: 0.5, over: 0.2, placed: 0.7, sailed: 2.2, started: 0.9,
  relocated: 1, stayed: 0.8, rolled: 1.5, walked: 0.9, turned: 0.6, arrived: 1.1, lost: 2.2,
};
const WORDLESS = new Set(['first', 'returned']);
const SINKING = 1.4; // a loss takes longer
const MOST_TEMPOS = 6.5; // longer chains go faster, as far as one can follow
const FASTEST = 0.5;

/** How long events that happen together are shown, in tempos. */
const weigh = (step: GameEvent[]) =>
  (WEIGHTS[step[0]!.event] ?? 1) + (onItsWake(step[0]!) && step.some((event) => event.event === 'lost') ? SINKING : 0);

/** Where a ship that sailed or was lost on its wake came to its end. */
export function voyage(tiles: Record<string, Laid>, from: Berth, event: GameEvent): Leg[] {
  if (event.event === 'sailed') {
    return course(tiles, from, { square: String(event.ahead), port: Number(event.port), leaves: false });
  }
  return course(tiles, from, { square: String(event.square), port: Number(event.port), leaves: event.fate === 'edge' });
}
export const onItsWake = (event: GameEvent) =>
  event.event === 'sailed' || (event.event === 'lost' && ['edge', 'daikaiju', 'loop'].includes(String(event.fate)));

/** Ships that sail at the same time are one step; everything else is shown one after the other. */
export function plan(events: GameEvent[]): Step<GameEvent>[] {
  const together: GameEvent[][] = [];
  for (const event of events) {
    const last = together.at(-1);
    if (last && onItsWake(event) && onItsWake(last[0]!)) last.push(event);
    else together.push([event]);
  }
  const total = together.reduce((sum, step) => sum + weigh(step), 0);
  const pace = Math.max(FASTEST, Math.min(1, Math.min(events.length + 0.5, MOST_TEMPOS) / total));
  return together.map((step) => ({ events: step, length: pace * weigh(step) }));
}

export const steps = (events: GameEvent[]): number => duration(plan(events));

export class Stage extends AnimationQueue<TsuroView, GameEvent> {
  dice = $state.raw<Dice | null>(null);
  /** The number the daikaiju act on. */
  roll = $state<number | null>(null);
  acting = $state<string | null>(null);
  /** The dice are in the air. */
  rolling = $state(false);
  /** Daikaiju that leave the board, and where to. */
  exits = $state.raw<Record<string, Side>>({});
  voyages = $state.raw<Voyage[]>([]);
  sinking = $state.raw<Sinking[]>([]);
  /** Milliseconds of the present step. */
  time = $state(0);
  private next = 0;

  constructor(view: TsuroView, words: (event: GameEvent) => string | null) {
    super(view, plan, words, WORDLESS);
    // who comes in the middle sees the last roll and reads the last lines
    this.skipped(view.events ?? []);
    this.lines = this.say(view.events ?? []);
  }

  protected reset(): void {
    this.acting = null;
    this.rolling = false;
    this.roll = null;
    this.exits = {};
    this.voyages = [];
    this.sinking = [];
    this.time = 0;
  }

  protected override skipped(events: GameEvent[]): void {
    for (const event of events) if (event.event === 'rolled') this.throw(event);
  }

  private throw(event: GameEvent): void {
    this.dice = {
      seat: Number(event.seat),
      gold: Number(event.gold),
      blue: Number(event.blue),
      action: event.action === null ? null : Number(event.action),
    };
  }

  protected async play({ events, length }: Step<GameEvent>, tempo: number, current: () => boolean): Promise<void> {
    const [event] = events;
    if (!event) return;
    this.time = tempo * length;
    this.rolling = event.event === 'rolled';
    if (onItsWake(event)) return this.sail(events, current);
    this.acting = typeof event.daikaiju === 'string' ? event.daikaiju : null;
    if (event.event === 'rolled') {
      this.throw(event);
      this.roll = this.dice!.action;
    } else if (!['walked', 'turned', 'arrived', 'lost'].includes(event.event)) this.roll = null;
    if (event.event === 'lost') this.sink(Number(event.seat));
    if (event.event === 'walked' && event.square === null) {
      this.exits = { ...this.exits, [String(event.daikaiju)]: event.side as Side };
      await pause(this.time);
      if (!current()) return;
      this.shown = { ...this.shown, ...after(this.shown, event) };
      return;
    }
    this.shown = { ...this.shown, ...after(this.shown, event) };
    await pause(this.time);
  }

  private async sail(step: GameEvent[], current: () => boolean): Promise<void> {
    this.acting = null;
    const before = this.shown;
    const ends: [number, Leg[], Berth, GameEvent][] = [];
    for (const event of step) {
      const seat = Number(event.seat);
      const ship = before.ships[seat];
      if (ship?.ahead == null || ship.port === null) continue;
      const from = { square: ship.ahead, port: ship.port };
      ends.push([seat, voyage(before.tiles, from, event), from, event]);
    }
    const lost = step.some((event) => event.event === 'lost');
    const going = this.time * (lost ? 0.45 : 0.75);
    this.voyages = ends.map(([seat, legs, from, event]) => ({
      id: this.next++,
      seat,
      d: line(from, legs),
      time: going,
      lost: event.event === 'lost',
    }));
    await pause(going);
    if (!current()) return; // somebody skipped, or the next thing is shown
    this.time -= going;
    this.voyages = [];
    let shown = before;
    for (const [seat, legs, from, event] of ends) {
      if (event.event === 'lost') this.sink(seat, arrival(from, legs));
      shown = { ...shown, ...after(shown, event) };
    }
    this.shown = shown;
    await pause(this.time);
  }

  private sink(seat: number, at?: Point & { angle: number }): void {
    const ship = this.shown.ships[seat];
    const place = at ?? (ship?.ahead != null && ship.port !== null ? berth({ square: ship.ahead, port: ship.port }) : null);
    if (!place) return;
    const id = this.next++;
    this.sinking = [...this.sinking, { id, seat, ...place, time: this.time }];
  }
}

const moored = (mark: string, ship: Ship): Ship => {
  const { square, port } = markAt(mark);
  return { ...ship, ahead: square, port, on: null, mark };
};

/** What an event changes of what is drawn. */
export function after(view: TsuroView, event: GameEvent): Partial<TsuroView> {
  const seat = Number(event.seat ?? -1);
  const ship = (change: (one: Ship) => Ship) => view.ships.map((one, i) => (i === seat ? change(one) : one));
  const hand = (change: (one: (number | null)[]) => (number | null)[]) =>
    view.hands.map((one, i) => (i === seat ? change(one) : one));
  const beast = (change: Partial<Daikaiju>) =>
    view.daikaiju.map((one) =>
      one.id === event.daikaiju ? { ...one, ...change } : one.id === event.ate ? { ...one, place: 'gone' as const, square: null } : one,
    );
  switch (event.event) {
    case 'drew':
      return { hands: hand((tiles) => [...tiles, ...((event.tiles as number[]) ?? Array<null>(Number(event.count)).fill(null))]) };
    case 'returned':
      return { hands: hand(() => []) };
    case 'started':
    case 'relocated':
      return { ships: ship((one) => moored(String(event.mark), one)) };
    case 'placed': {
      const tile = { tile: Number(event.tile), turns: Number(event.turns), paths: event.paths as Laid['paths'] };
      const out = (tiles: (number | null)[]) => {
        const at = Math.max(0, tiles.indexOf(tile.tile) < 0 ? tiles.indexOf(null) : tiles.indexOf(tile.tile));
        return tiles.filter((_, i) => i !== at);
      };
      return { tiles: { ...view.tiles, [String(event.square)]: tile }, hands: hand(out) };
    }
    case 'sailed':
      return { ships: ship((one) => ({ ...one, ahead: String(event.ahead), port: Number(event.port), mark: null })) };
    case 'lost':
      return { ships: ship((one) => ({ ...one, fate: event.fate as Fate, lost_in_turn: view.turn, ahead: null, port: null, on: null, mark: null })) };
    case 'turned':
      return { daikaiju: beast({ facing: event.facing as Side }) };
    case 'arrived':
    case 'walked': {
      const square = event.square as string | null;
      const facing = event.event === 'arrived' ? { facing: event.facing as Side } : {};
      const part: Partial<TsuroView> = { daikaiju: beast({ square, place: square === null ? 'gone' : 'board', ...facing }) };
      if (square !== null && event.crushed !== undefined) {
        const { [square]: crushed, ...left } = view.tiles;
        if (crushed) part.tiles = left;
      }
      return part;
    }
    default:
      return {};
  }
}
