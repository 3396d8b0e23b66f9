// What Tokaido Duo tells, as generated from the engine's types, and what the client adds to it.
import type { Board, Character, Event, Good, Standing, View } from '../../lib/generated/tokaido_duo';
import type { GamePreview } from '../../lib/protocol';

export type {
  Area,
  Before,
  Board as Isle,
  Character,
  Deed,
  Event as DuoEvent,
  Goal,
  Good,
  Painting as Tile,
  Pawns,
  Side,
  StationKind as Kind,
  Symbol,
  Ways,
} from '../../lib/generated/tokaido_duo';
export const CHARACTERS: Character[] = ['pilgrim', 'merchant', 'artist'];
export const GOODS: Good[] = ['kimono', 'ceramic', 'doll', 'fan'];

export interface DuoView extends View {
  board?: Board;
}

export type DuoPreview = GamePreview<Event, Standing>;
