// What a view of Tokaido holds (src/tabiji/games/tokaido/views.py and standing.py).
import type { Preview, Setting, View } from '../../lib/protocol';

export type Space = 'inn' | 'village' | 'farm' | 'temple' | 'hot_spring' | 'encounter' | PanoramaName;
export type PanoramaName = 'paddy' | 'mountain' | 'sea';
export const PANORAMAS: PanoramaName[] = ['paddy', 'mountain', 'sea'];

/** A run of cards of a deck, with what they may be when that is known. */
export interface Run {
  cards: number;
  of?: (string | number)[];
}

export interface Before {
  traveler: string | null;
  chosen: boolean;
  coins: number;
  points: number;
  earned: Record<string, number>;
  temple: number;
  panoramas: Record<PanoramaName, number>;
  meals: (string | null)[];
  souvenirs: string[];
  hot_springs: number[];
  encounters: string[];
  achievements: string[];
}

export interface TokaidoView extends View {
  phase: 'take' | 'move' | 'buy' | 'donate' | 'see' | 'keep' | 'treat' | 'eat' | 'over';
  pawn: number | null;
  pawns: { stop: number; slot: number | null }[];
  seats: Before[];
  neutral: { temple: number } | null;
  inn_number: number;
  decks: Record<'meals' | 'souvenirs' | 'encounters' | 'hot_springs', Run[]>;
  stall: string[];
  inn: Run[];
  mine: { dealt?: string[]; encounters?: string[]; treat?: string };
  standing?: Standing;
  options?: Setting['options'];
}

/** Facts that follow from the rules: never worked out here. */
export interface Standing {
  temple: { pawn: number; coins: number; rank: number; points: number }[];
  achievements: Record<string, { seats: number[]; taken: boolean; merits?: number[] }>;
  souvenirs: Record<string, number>;
}

export type TokaidoOutlook = Preview & { standing?: Standing };
