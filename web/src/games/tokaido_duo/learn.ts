// The guided first journey: one hint at a time, shown once each, when it is true for the first time.
import type { View } from '../../lib/protocol';
import { kindOf } from './island';
import type { DuoView } from './types';

export interface Step {
  text: string;
  when: (view: View, legal: string[]) => boolean;
}

const step = (text: string, when: (view: DuoView, legal: string[]) => boolean): Step => ({
  text: `duo.learn.${text}`,
  when: (view, legal) => when(view as DuoView, legal),
});
const mine = (view: DuoView) => view.viewer !== null && view.seat === view.viewer;
const me = (view: DuoView) => (view.viewer === null ? undefined : view.seats[view.viewer]);
const acts = (view: DuoView, kind: string) =>
  mine(view) && view.phase === 'act' && view.character === 'pilgrim' && kindOf(view.pawns[view.viewer!]!.pilgrim) === kind;

export const STEPS: Step[] = [
  step('over', (view) => view.phase === 'over'),
  step('welcome', () => true),
  step('die', (view) => mine(view) && view.phase === 'die'),
  step('turns', (view) => !mine(view) && view.phase !== 'over'),
  step('pilgrim', (view) => mine(view) && view.phase === 'go' && view.character === 'pilgrim'),
  step('merchant', (view) => mine(view) && view.phase === 'go' && view.character === 'merchant'),
  step('artist', (view) => mine(view) && view.phase === 'go' && view.character === 'artist'),
  step('seashore', (view) => acts(view, 'seashore')),
  step('spring', (view) => acts(view, 'hot_spring')),
  step('again', (view) => mine(view) && view.phase === 'again'),
  step('paint', (view, legal) => mine(view) && legal.some((move) => move.startsWith('paint'))),
  step('gift', (_, legal) => legal.includes('gift')),
  step('keep', (view) => mine(view) && view.phase === 'keep'),
  step('sell', (view, legal) => mine(view) && legal.some((move) => move.startsWith('sell'))),
  step('return', (view) => mine(view) && view.phase === 'return'),
  step('faith', (view) => (me(view)?.temple ?? 1) > 1 || (me(view)?.garden ?? 1) > 1),
  step('gold', (view) => (me(view)?.slabs ?? 0) > 0),
  step('last', (view) => view.triggers.length > 0 && view.phase !== 'over'),
];

/** The first hint that is true now and was not shown before. */
export function hint(view: View, legal: string[], shown: ReadonlySet<string>): string | null {
  return STEPS.find((one) => !shown.has(one.text) && one.when(view, legal))?.text ?? null;
}
