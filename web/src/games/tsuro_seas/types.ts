// What a view of Tsuro of the Seas holds (src/tabiji/games/tsuro_seas/views.py and standing.py).
import type { GameEvent, Preview, View } from '../../lib/protocol';

export type Side = 'n' | 'e' | 's' | 'w';
export type Pair = [number, number];
export type Fate = 'afloat' | 'edge' | 'daikaiju' | 'loop' | 'crushed' | 'devoured';

/** A wake tile as it lies. */
export interface Laid {
  tile: number;
  turns: number;
  paths: Pair[];
}

export interface Ship {
  fate: Fate;
  lost_in_turn: number | null;
  /** The square the ship faces, and the port where it will enter it. */
  ahead: string | null;
  port: number | null;
  on: string | null;
  mark: string | null;
}

export interface Daikaiju {
  id: string;
  place: 'board' | 'supply' | 'gone';
  square: string | null;
  facing: Side | null;
}

export interface Run {
  cards: number;
  of?: number[];
}

export interface TsuroView extends View {
  phase: 'start' | 'relocate' | 'place' | 'swap' | 'pass' | 'over';
  active: number;
  first: number;
  turn: number;
  tiles: Record<string, Laid>;
  daikaiju: Daikaiju[];
  ships: Ship[];
  hands: (number | null)[][];
  decks: { wakes: Run[] };
  wrecked: number[];
  ending: 'last_ship' | 'together' | 'no_room' | 'becalmed' | 'limit' | null;
  mine: { hand?: number[] };
  events?: GameEvent[];
}

/** What a daikaiju would do on one of the rolls 1 to 5. */
export interface Deed {
  does: 'walk' | 'turn' | 'eaten';
  square?: string | null;
  side?: Side;
  facing?: Side;
  crushed?: number;
  ate?: string;
}

/** What could happen with the next roll: worked out by the rules, never here. */
export interface Roll {
  restless: number;
  arrivals: number;
  squares: Record<string, { reach: number; stand: number }>;
  daikaiju: Record<string, Deed[]>;
}

export type TsuroOutlook = Preview & { standing?: { roll?: Roll } };
