// What Tokaido tells, as generated from the engine's types, and what the client adds to it.
import type { Event, Panorama, Standing, View } from '../../lib/generated/tokaido';
import type { GamePreview, Setting } from '../../lib/protocol';

export type {
  Achievement,
  Before,
  Event as TokaidoEvent,
  Panorama as PanoramaName,
  Space,
  Standing,
} from '../../lib/generated/tokaido';
export const PANORAMAS: Panorama[] = ['paddy', 'mountain', 'sea'];

export interface TokaidoView extends View {
  standing?: Standing;
  options?: Setting['options'];
}

export type TokaidoPreview = GamePreview<Event, Standing>;
