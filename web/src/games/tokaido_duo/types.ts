// What a view of Tokaido Duo holds (src/tabiji/games/tokaido_duo/views.py, standing.py and boards.py).
import type { Closed, GameEvent, Preview, View } from '../../lib/protocol';

export type Character = 'pilgrim' | 'merchant' | 'artist';
export type Good = 'kimono' | 'ceramic' | 'doll' | 'fan';
export type Symbol = 'moon' | 'waterfall' | 'mountain' | 'bamboo';
export type Kind = 'coastal_town' | 'temple' | 'garden' | 'seashore' | 'hot_spring';
export type Side = 'serene' | 'hasty' | 'cunning' | 'strong' | 'master' | 'inspired';
export const CHARACTERS: Character[] = ['pilgrim', 'merchant', 'artist'];
export const GOODS: Good[] = ['kimono', 'ceramic', 'doll', 'fan'];

export interface Tile {
  symbol: Symbol | null;
  state: 'hidden' | 'revealed' | 'gifted';
}

export interface Before {
  color: 'purple' | 'green';
  points: number;
  earned: { faith: number; trade: number; culture: number };
  temple: number;
  garden: number;
  coins: number;
  slabs: number;
  goods: Record<Good, number>;
  storage: number;
  paintings: Tile[];
  face_down: Record<Symbol, number>;
  gifts: number;
  waves: Character[];
  hot_spring: boolean;
}

export type Pawns = Record<Character, string>;

export interface DuoView extends View {
  phase: 'die' | 'go' | 'act' | 'keep' | 'return' | 'again' | 'over';
  round: number;
  roller: number;
  turn: number;
  mover: number | null;
  character: Character | null;
  second_use: boolean;
  dice: Record<Character, { pips: number; taken_by: number | null }>;
  pawns: Pawns[];
  seats: Before[];
  trade: Record<string, { good: Good; price: number }>;
  waves: Record<Character, { side: Side; holder: number | null }>;
  hot_spring: number | null;
  bag: Record<Good, number>;
  triggers: string[];
}

export interface Area {
  id: string;
  symbol: Symbol;
  stations: string[];
  mountain_towns: string[];
  touches: string[];
}

/** The island as the board file has it. */
export interface Isle {
  name: string;
  title: string;
  provenance: 'reconstructed' | 'printed';
  note: string;
  certainty: Record<string, 'certain' | 'high' | 'medium' | 'low'>;
  ring: { id: string; kind: Kind }[];
  mountain_towns: { id: string; goods: number }[];
  routes: [string, string][];
  areas: Area[];
  dice: Record<Character, number[]>;
  tracks: { temple: number[]; garden: number[]; gold_slabs: number[]; gifts: number[] };
  layout: Record<string, [number, number]>;
}

/** Something that can be done on arrival, as far as it is certain. */
export interface Deed {
  move: string;
  points: number;
  events: GameEvent[];
}

export interface Goal {
  place: string;
  ways: string[][];
  deeds: Deed[];
  /** The only deed, where nobody would decline it: it is done with the movement. */
  follow: string | null;
}

export interface Ways {
  open: Goal[];
  stays: boolean;
  closed: Closed[];
}

/** Facts that follow from the rules: never worked out here. */
export interface Standing {
  ways: Partial<Record<Character, Ways>>;
  /** What can be done where the pawn has arrived. */
  deeds: Deed[];
}

export type DuoOutlook = Preview & { standing?: Standing };
