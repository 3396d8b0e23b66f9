// The animations of the board: the view shown is advanced event by event to the present one.
import { AnimationQueue, duration, pause, Transient, type Step } from '../animation.svelte';
import facts from './facts.json';
import { course } from './island';
import type { Before, Character, DuoEvent, DuoView, Good, Isle, Tile } from './types';

/** Something that leaves a space for a player's boards, or a board for the bag. */
export interface Flight {
  id: number;
  icon: string;
  seat: number;
  /** The part of the player's boards it flies to. */
  home: string;
  place: string;
  away: boolean;
  n: number;
  time: number;
}

/** What a space just gave, readable for a moment. */
export interface News {
  id: number;
  place: string;
  text: string;
  icon: string;
}

/** A painting is given away, or a track is finished: what everybody looks at for a moment. */
export interface Moment {
  track: 'temple' | 'garden' | 'gold' | 'gifts';
  seat: number;
  finished: boolean;
}

/** Events that change nothing to look at, or say what others already said. */
const QUIET = new Set(['rolled', 'over', 'passed', 'scored']);
const STAY = 2200;
/** A moment takes so many tempos, and never longer than two seconds. */
const MOMENT = 6;
const LONGEST_MOMENT = 2000;
const HOMES: Record<string, string> = {
  coins: 'coins',
  slab: 'slabs',
  temple: 'temple',
  garden: 'garden',
  painted: 'paintings',
  gifted: 'paintings',
  drew: 'goods',
  returned: 'goods',
  sold: 'goods',
  spring: 'tiles',
  wave: 'tiles',
};

/** How many tempos an event is shown for. */
function length(event: DuoEvent): number {
  switch (event.event) {
    case 'moved':
      return 2;
    case 'trigger':
      return event.trigger === 'length' ? 2 : MOMENT;
    case 'rolled':
      return event.character === 'artist' ? 1.6 : 0; // three dice fall together
    case 'took':
      return 0.7;
    case 'passed':
    case 'scored':
    case 'over':
      return 0;
    default:
      return 1;
  }
}

export const plan = (events: DuoEvent[]): Step<DuoEvent>[] =>
  events.map((event) => ({ events: [event], length: length(event) }));
export const steps = (events: DuoEvent[]): number => duration(plan(events));

export class Stage extends AnimationQueue<DuoView, DuoEvent> {
  /** The pawn that walks or acts, to be followed. */
  actor = $state.raw<{ seat: number; character: Character } | null>(null);
  /** Milliseconds of one step on the island. */
  hop = $state(0);
  rolling = $state(false);
  moment = $state.raw<Moment | null>(null);
  flights = new Transient<Flight>();
  news = new Transient<News>();
  private isle: Isle;

  constructor(view: DuoView, isle: Isle, words: (event: DuoEvent) => string | null) {
    super(view, plan, words, QUIET);
    this.isle = isle;
    this.lines = this.say(view.events ?? []);
  }

  protected reset(): void {
    this.rolling = false;
    this.moment = null;
    this.actor = null;
    this.hop = 0;
    this.flights.clear();
  }

  protected async play(
    { events: [event], length }: Step<DuoEvent>,
    tempo: number,
    current: () => boolean,
  ): Promise<void> {
    if (!event) return;
    const seat = 'seat' in event ? (event.seat ?? null) : null;
    if (event.event === 'moved' && seat !== null) return this.walk(seat, event.character, event.place, tempo, current);
    if (event.event === 'rolled') this.rolling = true;
    this.shown = { ...this.shown, ...after(this.shown, event) };
    if (seat !== null) this.fly(event, seat, tempo);
    this.moment = momentOf(event, this.shown);
    if (this.moment) {
      await pause(Math.min(LONGEST_MOMENT, tempo * MOMENT));
      if (current()) this.moment = null;
      return;
    }
    if (!length) return;
    await pause(tempo * length);
    if (event.event === 'rolled' && current()) this.rolling = false;
  }

  private async walk(
    seat: number,
    character: Character,
    to: string,
    tempo: number,
    current: () => boolean,
  ): Promise<void> {
    this.actor = { seat, character };
    const way = course(this.isle, character, this.shown.pawns[seat]![character], to);
    this.hop = Math.max(60, Math.min(tempo * 0.8, (tempo * 3) / Math.max(1, way.length)));
    for (const place of way) {
      const pawns = this.shown.pawns.map((one, i) => (i === seat ? { ...one, [character]: place } : one));
      this.shown = { ...this.shown, pawns };
      await pause(this.hop);
      if (!current()) return;
    }
    this.hop = tempo;
  }

  private fly(event: DuoEvent, seat: number, tempo: number): void {
    const home = HOMES[event.event];
    if (!home) return;
    const character = this.actor?.character ?? this.shown.character ?? 'pilgrim';
    const place = this.shown.pawns[seat]?.[character] ?? '';
    const away = ['returned', 'sold', 'gifted'].includes(event.event);
    const icon = iconOf(event);
    const n = 'coins' in event ? event.coins : 'count' in event ? event.count : 1;
    this.flights.add({ icon, seat, home, place, away, n, time: tempo * 1.6 }, tempo * 1.8);
    const text =
      event.event === 'coins'
        ? `+${n}`
        : away && event.event !== 'gifted'
          ? `−${n}`
          : event.event === 'temple' || event.event === 'garden'
            ? `${event.slot}`
            : '';
    if (text) this.news.add({ place, text, icon }, Math.max(STAY, tempo * 4));
  }
}

/** The viewer's own gift, or a track that somebody finished; the gift that finishes one is seen with it. */
function momentOf(event: DuoEvent, view: DuoView): Moment | null {
  if (event.event === 'trigger' && event.trigger !== 'length' && event.seat !== undefined)
    return { track: event.trigger, seat: event.seat, finished: true };
  const own = event.event === 'gifted' && event.seat === view.viewer && event.gifts < facts.decks.paintings;
  return own ? { track: 'gifts', seat: event.seat, finished: false } : null;
}

const ICONS: Partial<Record<DuoEvent['event'], string>> = {
  coins: 'coin',
  slab: 'slab',
  spring: 'hot_spring',
  wave: 'wave',
};

function iconOf(event: DuoEvent): string {
  const thing = 'good' in event ? event.good : 'symbol' in event ? event.symbol : undefined;
  return thing ?? ICONS[event.event] ?? event.event;
}

/** What an event changes of what is drawn. */
export function after(view: DuoView, event: DuoEvent): Partial<DuoView> {
  const p = 'seat' in event ? (event.seat ?? -1) : -1;
  switch (event.event) {
    case 'rolled':
      return { dice: { ...view.dice, [event.character]: { pips: event.pips, taken_by: null } }, roller: p, turn: 0 };
    case 'took':
      return {
        dice: { ...view.dice, [event.character]: { pips: event.pips, taken_by: p } },
        character: event.character,
      };
    case 'spring':
      return { hot_spring: p, seats: view.seats.map((one, i) => ({ ...one, hot_spring: i === p })) };
    case 'spring_back':
      return { hot_spring: null, seats: view.seats.map((one) => ({ ...one, hot_spring: false })) };
    case 'wave':
      return {
        waves: { ...view.waves, [event.character]: { ...view.waves[event.character], holder: p } },
        seats: view.seats.map((one, i) => {
          const others = one.waves.filter((tile) => tile !== event.character);
          return { ...one, waves: i === p ? [...others, event.character] : others };
        }),
      };
    case 'trigger':
      return { triggers: [...view.triggers, event.trigger] };
  }
  const seat = view.seats[p];
  if (!seat) return {};
  const now: Before = { ...seat };
  const goods = (good: Good, n: number) => ({ ...seat.goods, [good]: seat.goods[good] + n });
  switch (event.event) {
    case 'coins':
      now.coins += event.coins;
      break;
    case 'slab':
      now.coins -= facts.coins_per_slab;
      now.slabs = event.slabs;
      break;
    case 'temple':
      now.temple = event.slot;
      break;
    case 'garden':
      now.garden = event.slot;
      break;
    case 'drew':
      if (event.good) now.goods = goods(event.good, 1);
      break;
    case 'returned':
    case 'sold':
      now.goods = goods(event.good, -event.count);
      break;
    case 'painted':
      now.paintings = seat.paintings.map((tile, i): Tile =>
        i === event.tile ? { symbol: event.symbol ?? null, state: 'revealed' } : tile,
      );
      break;
    case 'gifted':
      now.gifts = event.gifts;
      now.paintings = seat.paintings.map((tile, i): Tile => (i < now.gifts ? { ...tile, state: 'gifted' } : tile));
      break;
    default:
      return {};
  }
  return { seats: view.seats.map((one, i) => (i === p ? now : one)) };
}
