// The animations of the board: the view shown is advanced event by event to the present one.
import { AnimationQueue, duration, pause, Transient, type Step } from '../animation.svelte';
import { change } from './ledger';
import facts from './facts.json';
import type { Before, PanoramaName, TokaidoEvent, TokaidoView } from './types';

/** Something that leaves a space for a purse, a score or a collection. */
export interface Flight {
  id: number;
  kind: 'coin' | 'point' | 'card';
  pawn: number;
  /** From a purse to the space. */
  away: boolean;
  n: number;
  time: number;
}

/** What a space just gave, readable for a moment. */
export interface News {
  id: number;
  stop: number;
  pawn: number;
  text: string;
  kind: 'coin' | 'point' | 'card';
}

export interface Trail {
  pawn: number;
  from: number;
  to: number;
}

/** A panorama that grows, or is finished, as wide as the board. */
export interface Moment {
  name: PanoramaName;
  pawn: number;
  n: number;
  finished: boolean;
}

const QUIET = new Set(['looked', 'tucked', 'treat', 'over', 'took', 'lined_up']);
const BRIEF = new Set(['lined_up', 'shown', 'looked', 'tucked', 'took']);
const STAY = 2200;
/** A moment takes so many tempos, and never longer than two seconds. */
const MOMENT = 6;
const LONGEST_MOMENT = 2000;
const finishes = (event: TokaidoEvent) =>
  event.event === 'panorama' && event.number >= facts.panoramas[event.panorama as PanoramaName];

/** How many tempos an event is shown for; a walk takes two, however far it goes. */
function length(event: TokaidoEvent): number {
  if (BRIEF.has(event.event)) return 1 / 3;
  if (finishes(event)) return MOMENT;
  return event.event === 'achieved' || event.event === 'moved' ? 2 : 1;
}

export const plan = (events: TokaidoEvent[]): Step<TokaidoEvent>[] =>
  events.map((event) => ({ events: [event], length: length(event) }));
export const steps = (events: TokaidoEvent[]): number => duration(plan(events));

export class Stage extends AnimationQueue<TokaidoView, TokaidoEvent> {
  /** The pawn that walks or acts, to be followed. */
  actor = $state<number | null>(null);
  /** Milliseconds of one step on the road. */
  hop = $state(0);
  /** The last way somebody went. */
  trail = $state.raw<Trail | null>(null);
  /** What everybody looks at for a moment. */
  moment = $state.raw<Moment | null>(null);
  flights = new Transient<Flight>();
  news = new Transient<News>();

  constructor(view: TokaidoView, words: (event: TokaidoEvent) => string | null) {
    super(view, plan, words, QUIET);
  }

  protected reset(): void {
    this.actor = null;
    this.hop = 0;
    this.moment = null;
    this.flights.clear();
  }

  protected override skipped(events: TokaidoEvent[]): void {
    for (const event of events) if (event.event === 'moved') this.mark(event.pawn, event.stop);
  }

  protected async play(
    { events: [event], length }: Step<TokaidoEvent>,
    tempo: number,
    current: () => boolean,
  ): Promise<void> {
    if (!event) return;
    const pawn = 'pawn' in event ? event.pawn : null;
    if (event.event === 'moved' && pawn !== null) return this.walk(pawn, event.stop, tempo, current);
    if (pawn !== null) this.actor = pawn;
    const { coins, points } = change(event);
    this.shown = { ...this.shown, ...after(this.shown, event) };
    if (pawn !== null && pawn < this.shown.players) {
      if (coins) this.fly('coin', pawn, coins, tempo);
      if (points) this.fly('point', pawn, points, tempo);
      if (['panorama', 'bathed', 'met', 'bought', 'given', 'ate'].includes(event.event))
        this.fly('card', pawn, 1, tempo);
    }
    if (event.event !== 'panorama' || !(finishes(event) || pawn === this.shown.viewer)) return pause(tempo * length);
    this.moment = {
      name: event.panorama as PanoramaName,
      pawn: event.pawn,
      n: event.number,
      finished: finishes(event),
    };
    await pause(Math.min(LONGEST_MOMENT, tempo * MOMENT));
    if (current()) this.moment = null;
  }

  private async walk(pawn: number, to: number, tempo: number, current: () => boolean): Promise<void> {
    this.actor = pawn;
    this.news.remove((one) => one.pawn === pawn);
    this.mark(pawn, to);
    const from = this.shown.pawns[pawn]!.stop;
    this.hop = Math.max(50, Math.min(tempo * 0.7, (tempo * 2) / Math.max(1, to - from)));
    for (let stop = from + 1; stop <= to; stop++) {
      const slot = stop === to ? (this.goal.pawns[pawn]?.slot ?? 0) : 0;
      const pawns = this.shown.pawns.map((one, i) => (i === pawn ? { stop, slot } : one));
      this.shown = { ...this.shown, pawns };
      await pause(this.hop);
      if (!current()) return;
    }
    this.hop = tempo;
  }

  private mark(pawn: number, to: number): void {
    const from = this.shown.pawns[pawn]?.stop ?? to;
    if (from < to) this.trail = { pawn, from, to };
  }

  private fly(kind: Flight['kind'], pawn: number, n: number, tempo: number): void {
    this.flights.add({ kind, pawn, away: n < 0, n: Math.abs(n), time: tempo * 1.6 }, tempo * 1.8);
    if (kind === 'card') return;
    const stop = this.shown.pawns[pawn]?.stop ?? 0;
    this.news.add({ stop, pawn, kind, text: `${n > 0 ? '+' : '−'}${Math.abs(n)}` }, Math.max(STAY, tempo * 4));
  }
}

/** What an event changes of what is drawn. */
export function after(view: TokaidoView, event: TokaidoEvent): Partial<TokaidoView> {
  const pawn = 'pawn' in event ? event.pawn : -1;
  const { coins, points } = change(event);
  const seat = view.seats[pawn];
  const part: Partial<TokaidoView> = {};
  if (event.event === 'shown') part.stall = [...view.stall, event.souvenir].slice(-3);
  if (event.event === 'returned') part.stall = [];
  if (event.event === 'donated' && !seat && view.neutral) part.neutral = { temple: view.neutral.temple + event.coins };
  if (!seat) return part;
  const now: Before = { ...seat, coins: seat.coins + coins, points: seat.points + points };
  switch (event.event) {
    case 'revealed':
      now.traveler = event.traveler;
      now.coins = event.coins;
      break;
    case 'panorama':
      now.panoramas = { ...seat.panoramas, [event.panorama]: event.number };
      break;
    case 'bathed':
      now.hot_springs = [...seat.hot_springs, event.card];
      break;
    case 'donated':
      now.temple = seat.temple + event.coins;
      break;
    case 'met':
      now.encounters = [...seat.encounters, event.encounter];
      break;
    case 'bought':
    case 'given':
      now.souvenirs = [...seat.souvenirs, event.souvenir];
      if (event.event === 'bought') part.stall = view.stall.filter((card) => card !== event.souvenir);
      break;
    case 'achieved':
      now.achievements = [...seat.achievements, event.achievement];
      break;
  }
  part.seats = view.seats.map((one, i) => (i === pawn ? now : one));
  return part;
}
