// What Tsuro of the Seas tells, as generated from the engine's types.
import type { Eaten, Event, Fate, Standing, Turn, Walk } from '../../lib/generated/tsuro_seas';
import type { GamePreview } from '../../lib/protocol';
import type { Point } from './layout';

export type {
  Daikaiju,
  Event as TsuroEvent,
  Fate,
  Laid,
  Roll,
  Ship,
  Side,
  View as TsuroView,
} from '../../lib/generated/tsuro_seas';
export type Pair = [number, number];

/** What a daikaiju would do on one of the rolls 1 to 5. */
export type Deed = Walk | Turn | Eaten;

export type TsuroPreview = GamePreview<Event, Standing>;

/** What a placement would do, drawn before it is made. */
export interface Ghost {
  square: string;
  /** The tile as printed, and how often it is turned. */
  base: Pair[];
  turns: number;
  wrong: boolean;
  courses: { seat: number; d: string; end: Point & { angle: number }; fate: Fate | null }[];
}
