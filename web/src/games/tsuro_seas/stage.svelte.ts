// The animations of the board: the view shown is advanced event by event to the present one. Ships that face a new tile
// sail together; everything else is shown in the order of the journal.
import { AnimationQueue, duration, pause, type Step } from '../animation.svelte';
import { arrival, berth, line, type Point } from './layout';
import { course, markAt, type Berth, type Leg } from './sea';
import type { Daikaiju, Laid, Ship, Side, TsuroEvent, TsuroView } from './types';

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

/** A tile that breaks. */
export interface Crushed {
  id: number;
  square: string;
  paths: Laid['paths'];
  time: number;
}

export interface Dice {
  seat: number;
  gold: number;
  blue: number;
  action: number | null;
}

const WEIGHTS: Record<string, number> = {
  first: 0,
  drew: 0.15,
  returned: 0.15,
  swapped: 0.6,
  passed: 0.5,
  over: 0.2,
  placed: 0.7,
  sailed: 2.2,
  started: 0.9,
  relocated: 1,
  stayed: 0.8,
  rolled: 1.5,
  walked: 0.9,
  turned: 0.6,
  arrived: 1.7,
  lost: 2.2,
};
const WORDLESS = new Set(['first', 'returned']);
const SINKING = 1.4; // a loss takes longer
const MOST_TEMPOS = 6.5; // longer chains go faster, as far as one can follow
const FASTEST = 0.5;

/** How long events that happen together are shown, in tempos. */
const weigh = (step: TsuroEvent[]) =>
  (WEIGHTS[step[0]!.event] ?? 1) + (onItsWake(step[0]!) && step.some((event) => event.event === 'lost') ? SINKING : 0);

type Of<Kind> = Extract<TsuroEvent, { event: Kind }>;
/** What happens to a ship on its wake. */
type Voyager = Of<'sailed'> | (Of<'lost'> & { fate: 'edge' | 'daikaiju' | 'loop' });

/** Where a ship that sailed or was lost on its wake came to its end. */
export function voyage(tiles: Record<string, Laid>, from: Berth, event: Voyager): Leg[] {
  if (event.event === 'sailed') {
    return course(tiles, from, { square: event.ahead, port: event.port, leaves: false });
  }
  return course(tiles, from, { square: event.square, port: event.port, leaves: event.fate === 'edge' });
}
export const onItsWake = (event: TsuroEvent): event is Voyager =>
  event.event === 'sailed' || (event.event === 'lost' && ['edge', 'daikaiju', 'loop'].includes(event.fate));

/** Ships that sail at the same time are one step; everything else is shown one after the other. */
export function plan(events: TsuroEvent[]): Step<TsuroEvent>[] {
  const together: TsuroEvent[][] = [];
  for (const event of events) {
    const last = together.at(-1);
    if (last && onItsWake(event) && onItsWake(last[0]!)) last.push(event);
    else together.push([event]);
  }
  const total = together.reduce((sum, step) => sum + weigh(step), 0);
  const pace = Math.max(FASTEST, Math.min(1, Math.min(events.length + 0.5, MOST_TEMPOS) / total));
  return together.map((step) => ({ events: step, length: pace * weigh(step) }));
}

export const steps = (events: TsuroEvent[]): number => duration(plan(events));

export class Stage extends AnimationQueue<TsuroView, TsuroEvent> {
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
  /** Tiles that break under a daikaiju. */
  crushed = $state.raw<Crushed[]>([]);
  /** The daikaiju that comes out of the deep. */
  rising = $state<string | null>(null);
  /** Milliseconds of the present step. */
  time = $state(0);
  private next = 0;

  constructor(view: TsuroView, words: (event: TsuroEvent) => string | null) {
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
    this.crushed = [];
    this.rising = null;
    this.time = 0;
  }

  protected override skipped(events: TsuroEvent[]): void {
    for (const event of events) if (event.event === 'rolled') this.throw(event);
  }

  private throw(event: Of<'rolled'>): void {
    const { seat, gold, blue, action } = event;
    this.dice = { seat, gold, blue, action };
  }

  protected async play({ events, length }: Step<TsuroEvent>, tempo: number, current: () => boolean): Promise<void> {
    const [event] = events;
    if (!event) return;
    this.time = tempo * length;
    this.rolling = event.event === 'rolled';
    if (onItsWake(event)) return this.sail(events.filter(onItsWake), current);
    this.acting = 'daikaiju' in event ? event.daikaiju : null;
    if (event.event === 'rolled') {
      this.throw(event);
      this.roll = this.dice!.action;
    } else if (!['walked', 'turned', 'arrived', 'lost'].includes(event.event)) this.roll = null;
    if (event.event === 'lost') this.sink(event.seat);
    this.rising = event.event === 'arrived' ? event.daikaiju : null;
    if ((event.event === 'arrived' || event.event === 'walked') && event.square !== null) this.crush(event.square);
    if (event.event === 'walked' && event.square === null) {
      this.exits = { ...this.exits, [event.daikaiju]: event.side };
      await pause(this.time);
      if (!current()) return;
      this.shown = { ...this.shown, ...after(this.shown, event) };
      return;
    }
    this.shown = { ...this.shown, ...after(this.shown, event) };
    await pause(this.time);
  }

  private async sail(step: Voyager[], current: () => boolean): Promise<void> {
    this.acting = null;
    const before = this.shown;
    const ends: [number, Leg[], Berth, Voyager][] = [];
    for (const event of step) {
      const seat = event.seat;
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

  private crush(square: string): void {
    const tile = this.shown.tiles[square];
    if (tile) this.crushed = [...this.crushed, { id: this.next++, square, paths: tile.paths, time: this.time }];
  }

  private sink(seat: number, at?: Point & { angle: number }): void {
    const ship = this.shown.ships[seat];
    const place =
      at ?? (ship?.ahead != null && ship.port !== null ? berth({ square: ship.ahead, port: ship.port }) : null);
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
export function after(view: TsuroView, event: TsuroEvent): Partial<TsuroView> {
  const seat = 'seat' in event ? event.seat : -1;
  const ship = (change: (one: Ship) => Ship) => view.ships.map((one, i) => (i === seat ? change(one) : one));
  const hand = (change: (one: (number | null)[]) => (number | null)[]) =>
    view.hands.map((one, i) => (i === seat ? change(one) : one));
  const mover = 'daikaiju' in event ? event.daikaiju : null;
  const eaten = 'ate' in event ? event.ate : null;
  const beast = (change: Partial<Daikaiju>) =>
    view.daikaiju.map((one) =>
      one.id === mover
        ? { ...one, ...change }
        : one.id === eaten
          ? { ...one, place: 'gone' as const, square: null }
          : one,
    );
  switch (event.event) {
    case 'drew':
      return { hands: hand((tiles) => [...tiles, ...(event.tiles ?? Array<null>(event.count).fill(null))]) };
    case 'returned':
      return { hands: hand(() => []) };
    case 'started':
    case 'relocated':
      return { ships: ship((one) => moored(event.mark, one)) };
    case 'placed': {
      const tile = { tile: event.tile, turns: event.turns, paths: event.paths };
      const out = (tiles: (number | null)[]) => {
        const at = Math.max(0, tiles.indexOf(tile.tile) < 0 ? tiles.indexOf(null) : tiles.indexOf(tile.tile));
        return tiles.filter((_, i) => i !== at);
      };
      return { tiles: { ...view.tiles, [event.square]: tile }, hands: hand(out) };
    }
    case 'sailed':
      return { ships: ship((one) => ({ ...one, ahead: event.ahead, port: event.port, mark: null })) };
    case 'lost':
      return {
        ships: ship((one) => ({
          ...one,
          fate: event.fate,
          lost_in_turn: view.turn,
          ahead: null,
          port: null,
          on: null,
          mark: null,
        })),
      };
    case 'turned':
      return { daikaiju: beast({ facing: event.facing }) };
    case 'arrived':
    case 'walked': {
      const { square } = event;
      const facing = event.event === 'arrived' ? { facing: event.facing } : {};
      const part: Partial<TsuroView> = {
        daikaiju: beast({ square, place: square === null ? 'gone' : 'board', ...facing }),
      };
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
