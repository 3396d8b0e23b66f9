// What is on the stage: the last view, moved on event by event to the present one, each at its time.
import { course } from './island';
import { COINS_PER_SLAB, type Before, type Character, type DuoView, type Good, type Isle, type Tile, type DuoEvent } from './types';

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

/** Events that change nothing to look at, or say what others already said. */
const QUIET = new Set(['rolled', 'over', 'passed', 'scored']);
const spoken = (event: DuoEvent) => !QUIET.has(event.event);
const MOST_LINES = 4;
const STAY = 2200;
const HOMES: Record<string, string> = {
  coins: 'coins', slab: 'slabs', temple: 'temple', garden: 'garden', painted: 'paintings', gifted: 'paintings',
  drew: 'goods', returned: 'goods', sold: 'goods', spring: 'tiles', wave: 'tiles',
};

export class Stage {
  shown = $state.raw<DuoView>()!;
  busy = $state(false);
  /** The pawn that walks or acts, to be followed. */
  actor = $state.raw<{ seat: number; character: Character } | null>(null);
  /** Milliseconds of one step on the island. */
  hop = $state(0);
  rolling = $state(false);
  flights = $state.raw<Flight[]>([]);
  news = $state.raw<News[]>([]);
  lines = $state.raw<string[]>([]);
  private goal: DuoView;
  private scenes: { view: DuoView; events: DuoEvent[] }[] = [];
  private run = 0;
  private next = 0;
  private words: (event: DuoEvent) => string;
  private isle: Isle;

  constructor(view: DuoView, isle: Isle, words: (event: DuoEvent) => string) {
    this.shown = view;
    this.goal = view;
    this.isle = isle;
    this.words = words;
    this.lines = (view.events ?? []).filter(spoken).map(words).slice(-MOST_LINES);
  }

  /** Play the events that lead to a view, then show it. What comes meanwhile waits for its turn, and is played faster. */
  async show(view: DuoView, events: DuoEvent[], tempo: number): Promise<void> {
    this.scenes.push({ view, events });
    if (!tempo || !events.length) return this.skip();
    if (this.busy) return;
    const run = ++this.run;
    this.busy = true;
    for (let scene = this.scenes.shift(); scene; scene = this.scenes.shift()) {
      this.goal = scene.view;
      if (scene.events.some(spoken)) this.lines = [];
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
      const told = last.events.filter(spoken);
      if (told.length) this.lines = told.map((event) => this.words(event)).slice(-MOST_LINES);
    }
    this.scenes = [];
    this.settle();
  }

  private settle(): void {
    this.shown = this.goal;
    this.busy = false;
    this.rolling = false;
    this.actor = null;
    this.hop = 0;
    this.flights = [];
  }

  private async play(event: DuoEvent, tempo: number, still: () => boolean): Promise<void> {
    const seat = 'seat' in event ? (event.seat ?? null) : null;
    if (spoken(event)) this.lines = [...this.lines, this.words(event)].slice(-MOST_LINES);
    if (event.event === 'moved' && seat !== null) return this.walk(seat, event.character, event.place, tempo, still);
    if (event.event === 'rolled') {
      this.rolling = true;
      this.shown = { ...this.shown, ...after(this.shown, event) };
      if (event.character !== 'artist') return; // three dice fall together
      await pause(tempo * 1.6);
      if (still()) this.rolling = false;
      return;
    }
    this.shown = { ...this.shown, ...after(this.shown, event) };
    if (seat !== null) this.fly(event, seat, tempo);
    if (['passed', 'scored', 'over'].includes(event.event)) return;
    await pause(event.event === 'trigger' ? tempo * 2 : event.event === 'took' ? tempo * 0.7 : tempo);
  }

  private async walk(seat: number, character: Character, to: string, tempo: number, still: () => boolean): Promise<void> {
    this.actor = { seat, character };
    const way = course(this.isle, character, this.shown.pawns[seat]![character], to);
    this.hop = Math.max(60, Math.min(tempo * 0.8, (tempo * 3) / Math.max(1, way.length)));
    for (const place of way) {
      const pawns = this.shown.pawns.map((one, i) => (i === seat ? { ...one, [character]: place } : one));
      this.shown = { ...this.shown, pawns };
      await pause(this.hop);
      if (!still()) return;
    }
    this.hop = tempo;
  }

  private fly(event: DuoEvent, seat: number, tempo: number): void {
    const home = HOMES[event.event];
    if (!home) return;
    const id = this.next++;
    const character = this.actor?.character ?? this.shown.character ?? 'pilgrim';
    const place = this.shown.pawns[seat]?.[character] ?? '';
    const away = ['returned', 'sold', 'gifted'].includes(event.event);
    const icon = iconOf(event);
    const n = 'coins' in event ? event.coins : 'count' in event ? event.count : 1;
    this.flights = [...this.flights, { id, icon, seat, home, place, away, n, time: tempo * 1.6 }];
    setTimeout(() => (this.flights = this.flights.filter((one) => one.id !== id)), tempo * 1.8);
    const text = event.event === 'coins' ? `+${n}` : away && event.event !== 'gifted' ? `−${n}` : event.event === 'temple' || event.event === 'garden' ? `${event.slot}` : '';
    if (!text) return;
    this.news = [...this.news, { id, place, text, icon }];
    setTimeout(() => (this.news = this.news.filter((one) => one.id !== id)), Math.max(STAY, tempo * 4));
  }
}

const ICONS: Partial<Record<DuoEvent['event'], string>> = { coins: 'coin', slab: 'slab', spring: 'hot_spring', wave: 'wave' };

function iconOf(event: DuoEvent): string {
  const thing = 'good' in event ? event.good : 'symbol' in event ? event.symbol : undefined;
  return thing ?? ICONS[event.event] ?? event.event;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What an event changes of what is drawn. */
export function after(view: DuoView, event: DuoEvent): Partial<DuoView> {
  const p = 'seat' in event ? (event.seat ?? -1) : -1;
  switch (event.event) {
    case 'rolled':
      return { dice: { ...view.dice, [event.character]: { pips: event.pips, taken_by: null } }, roller: p, turn: 0 };
    case 'took':
      return { dice: { ...view.dice, [event.character]: { pips: event.pips, taken_by: p } }, character: event.character };
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
      now.coins -= COINS_PER_SLAB;
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
      now.paintings = seat.paintings.map((tile, i): Tile => (i === event.tile ? { symbol: event.symbol ?? null, state: 'revealed' } : tile));
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
