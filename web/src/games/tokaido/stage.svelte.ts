// What is on the stage: the last view, moved on event by event to the present one, each at its time.
import { change } from './ledger';
import type { Before, TokaidoEvent, TokaidoView } from './types';

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

interface Scene {
  view: TokaidoView;
  events: TokaidoEvent[];
}

const QUIET = new Set(['looked', 'tucked', 'treat', 'over', 'took', 'lined_up']);
const spoken = (event: TokaidoEvent) => !QUIET.has(event.event);
const STAY = 2200;

const BRIEF = new Set(['lined_up', 'shown', 'looked', 'tucked', 'took']);
/** How many steps an event is shown for; a walk takes two, however far it goes. */
function length(event: TokaidoEvent): number {
  if (BRIEF.has(event.event)) return 1 / 3;
  return event.event === 'achieved' || event.event === 'moved' ? 2 : 1;
}

export function steps(events: TokaidoEvent[]): number {
  return events.reduce((sum, event) => sum + length(event), 0);
}

export class Stage {
  shown = $state.raw<TokaidoView>()!;
  busy = $state(false);
  /** The pawn that walks or acts, to be followed. */
  actor = $state<number | null>(null);
  /** Milliseconds of one step on the road. */
  hop = $state(0);
  flights = $state<Flight[]>([]);
  news = $state<News[]>([]);
  lines = $state.raw<string[]>([]);
  /** The last way somebody went. */
  trail = $state.raw<Trail | null>(null);
  private goal: TokaidoView;
  private scenes: Scene[] = [];
  private run = 0;
  private next = 0;
  private words: (event: TokaidoEvent) => string;

  constructor(view: TokaidoView, words: (event: TokaidoEvent) => string) {
    this.shown = view;
    this.goal = view;
    this.words = words;
  }

  /** Play the events that lead to a view, then show it. What comes meanwhile waits for its turn, and is played faster. */
  async show(view: TokaidoView, events: TokaidoEvent[], tempo: number): Promise<void> {
    this.scenes.push({ view, events });
    if (!tempo || !events.length) return this.skip();
    if (this.busy) return;
    const run = ++this.run;
    this.busy = true;
    this.lines = [];
    for (let scene = this.scenes.shift(); scene; scene = this.scenes.shift()) {
      this.goal = scene.view;
      for (const event of scene.events) {
        await this.play(event, tempo / (1 + this.scenes.length / 2), () => run === this.run);
        if (run !== this.run) return;
      }
      this.shown = scene.view;
    }
    this.settle();
  }

  /** Be at the end at once. */
  skip(): void {
    this.run++;
    const last = this.scenes.at(-1);
    if (last) {
      this.goal = last.view;
      const moved = last.events.find((event) => event.event === 'moved');
      if (moved) this.mark(moved.pawn, moved.stop);
      if (last.events.length) this.lines = last.events.filter(spoken).map((event) => this.words(event));
    }
    this.scenes = [];
    this.settle();
  }

  private settle(): void {
    this.shown = this.goal;
    this.busy = false;
    this.actor = null;
    this.hop = 0;
    this.flights = [];
  }

  private async play(event: TokaidoEvent, tempo: number, still: () => boolean): Promise<void> {
    const pawn = 'pawn' in event ? event.pawn : null;
    if (spoken(event)) this.lines = [...this.lines, this.words(event)].slice(-3);
    if (event.event === 'moved' && pawn !== null) return this.walk(pawn, event.stop, tempo, still);
    if (pawn !== null) this.actor = pawn;
    const { coins, points } = change(event);
    this.shown = { ...this.shown, ...after(this.shown, event) };
    if (pawn !== null && pawn < this.shown.players) {
      if (coins) this.fly('coin', pawn, coins, tempo);
      if (points) this.fly('point', pawn, points, tempo);
      if (['panorama', 'bathed', 'met', 'bought', 'given', 'ate'].includes(event.event)) this.fly('card', pawn, 1, tempo);
    }
    await pause(tempo * length(event));
  }

  private async walk(pawn: number, to: number, tempo: number, still: () => boolean): Promise<void> {
    this.actor = pawn;
    this.news = this.news.filter((one) => one.pawn !== pawn);
    this.mark(pawn, to);
    const from = this.shown.pawns[pawn]!.stop;
    this.hop = Math.max(50, Math.min(tempo * 0.7, (tempo * 2) / Math.max(1, to - from)));
    for (let stop = from + 1; stop <= to; stop++) {
      const slot = stop === to ? (this.goal.pawns[pawn]?.slot ?? 0) : 0;
      const pawns = this.shown.pawns.map((one, i) => (i === pawn ? { stop, slot } : one));
      this.shown = { ...this.shown, pawns };
      await pause(this.hop);
      if (!still()) return;
    }
    this.hop = tempo;
  }

  private mark(pawn: number, to: number): void {
    const from = this.shown.pawns[pawn]?.stop ?? to;
    if (from < to) this.trail = { pawn, from, to };
  }

  private fly(kind: Flight['kind'], pawn: number, n: number, tempo: number): void {
    const id = this.next++;
    this.flights = [...this.flights, { id, kind, pawn, away: n < 0, n: Math.abs(n), time: tempo * 1.6 }];
    setTimeout(() => (this.flights = this.flights.filter((one) => one.id !== id)), tempo * 1.8);
    if (kind === 'card') return;
    const stop = this.shown.pawns[pawn]?.stop ?? 0;
    this.news = [...this.news, { id, stop, pawn, kind, text: `${n > 0 ? '+' : '−'}${Math.abs(n)}` }];
    setTimeout(() => (this.news = this.news.filter((one) => one.id !== id)), Math.max(STAY, tempo * 4));
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What an event changes of what is drawn. */
function after(view: TokaidoView, event: TokaidoEvent): Partial<TokaidoView> {
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
