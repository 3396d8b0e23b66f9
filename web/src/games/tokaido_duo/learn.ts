// The guided first journey: what a first match needs, in the order in which it is needed.
import type { View } from '../../lib/protocol';
import type { LessonHint } from '../contract';
import type { Character, DuoView } from './types';

/** A hint, when it is true, and the thing it is about. */
export interface Step extends LessonHint {
  when: (view: DuoView, legal: string[], selected: string | null) => boolean;
}

const step = (text: string, when: Step['when'], at?: string): Step => ({
  text: `duo.learn.${text}`,
  when,
  ...(at ? { at } : {}),
});
const mine = (view: DuoView) => view.viewer !== null && view.seat === view.viewer;
const asked = (view: DuoView, phase: DuoView['phase']) => mine(view) && view.phase === phase;
const acts = (view: DuoView, legal: string[], verb: string) =>
  asked(view, 'act') && legal.some((move) => move.startsWith(verb));
/** A character is explained while its die is looked at, before anything is decided. */
const explains = (id: Character): Step =>
  step(
    id,
    (view, _, selected) => selected === `die ${id}` || (asked(view, 'go') && view.character === id),
    '.place.open',
  );

export const STEPS: Step[] = [
  step('over', (view) => view.phase === 'over'),
  step('welcome', (view) => view.phase !== 'over'),
  step('last', (view) => view.triggers.length > 0 && mine(view)),
  explains('pilgrim'),
  explains('merchant'),
  explains('artist'),
  step('seashore', (view, legal) => acts(view, legal, 'wave'), '.choices'),
  step('gift', (view, legal) => acts(view, legal, 'gift'), '.choices'),
  step('sell', (view, legal) => acts(view, legal, 'sell'), '.choices'),
  step('keep', (view) => asked(view, 'keep'), '.stock'),
  step('return', (view) => asked(view, 'return')),
  step('again', (view) => asked(view, 'again')),
  step('die', (view, _, selected) => asked(view, 'die') && selected === null, '.dice'),
  step('turns', (view, _, selected) => asked(view, 'die') && selected === null && view.turn > 0, '.dice'),
  step('spring', (view) => asked(view, 'die') && view.seats[view.viewer!]!.hot_spring),
  step('ends', (view, _, selected) => asked(view, 'die') && selected === null && view.round > 2),
];

/** The first hint that is true now and was not read before. */
export function hint(
  view: View,
  legal: string[],
  read: ReadonlySet<string>,
  selected: string | null,
): LessonHint | null {
  return STEPS.find((one) => !read.has(one.text) && one.when(view as DuoView, legal, selected)) ?? null;
}
