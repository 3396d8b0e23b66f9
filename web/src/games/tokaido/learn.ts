// The guided first journey: one hint at a time, shown once each, when it is true for the first time.
import type { View } from '../../lib/protocol';
import type { LessonHint } from '../contract';
import { inns, isReturn, LAST } from './road';
import type { TokaidoView } from './types';

export interface Step extends LessonHint {
  when: (view: View, legal: string[]) => boolean;
}

const step = (text: string, when: (view: TokaidoView, legal: string[]) => boolean, at?: string): Step => ({
  text: `tokaido.learn.${text}`,
  when: (view, legal) => when(view as TokaidoView, legal),
  ...(at ? { at } : {}),
});
const me = (view: TokaidoView) => (view.viewer === null ? undefined : view.seats[view.viewer]);
const stop = (view: TokaidoView) => (view.viewer === null ? 0 : (view.pawns[view.viewer]?.stop ?? 0));
const mine = (view: TokaidoView) => view.viewer !== null && view.seat === view.viewer;
const walking = (view: TokaidoView) => mine(view) && view.phase === 'move' && view.pawn === view.viewer;

export const STEPS: Step[] = [
  step('over', (view) => view.phase === 'over'),
  step('goal', () => true),
  step('take', (view) => mine(view) && view.phase === 'take', '.tile'),
  step('walk', (view) => walking(view), '.stop.legal'),
  step('turn', (view) => view.phase === 'move' && !mine(view), '.pawn.acts'),
  step('village', (view) => mine(view) && view.phase === 'buy', '.cards'),
  step('temple', (view) => mine(view) && view.phase === 'donate', '.cards'),
  step('meal', (view) => mine(view) && view.phase === 'eat', '.cards'),
  step('special', (view) => mine(view) && ['see', 'keep', 'treat'].includes(view.phase)),
  step('panorama', (view) => Object.values(me(view)?.panoramas ?? {}).some((n) => n > 0), '.pictures'),
  step('encounter', (view) => (me(view)?.encounters.length ?? 0) > 0),
  step('farm', (view) => walking(view) && (me(view)?.coins ?? 9) <= 1, '[data-home=purse]'),
  step(
    'inn',
    (view) => walking(view) && inns(isReturn(view)).some((inn) => inn > stop(view) && inn - stop(view) <= 4),
    '.stop.inn.legal',
  ),
  step('closed', (view, legal) => walking(view) && stop(view) > 0 && legal.length < 8, '.stop.closed'),
  step('wait', (view) => !mine(view) && stop(view) > 0 && inns(isReturn(view)).includes(stop(view))),
  step('last_leg', (view) => walking(view) && stop(view) >= (inns(isReturn(view)).at(-2) ?? LAST)),
];

/** The first hint that is true now and was not shown before. */
export function hint(view: View, legal: string[], shown: ReadonlySet<string>): LessonHint | null {
  return STEPS.find((one) => !shown.has(one.text) && one.when(view, legal)) ?? null;
}
