// The guided first journey: one hint at a time, shown once each, when it is true for the first time.
import type { View } from '../../lib/protocol';
import type { LessonHint } from '../contract';
import { inns, isReturn } from './road';
import type { TokaidoView } from './types';

export interface Step {
  text: string;
  when: (view: View, legal: string[]) => boolean;
}

const step = (text: string, when: (view: TokaidoView, legal: string[]) => boolean): Step => ({
  text: `tokaido.learn.${text}`,
  when: (view, legal) => when(view as TokaidoView, legal),
});
const me = (view: TokaidoView) => (view.viewer === null ? undefined : view.seats[view.viewer]);
const stop = (view: TokaidoView) => (view.viewer === null ? 0 : (view.pawns[view.viewer]?.stop ?? 0));
const mine = (view: TokaidoView) => view.viewer !== null && view.seat === view.viewer;
const walking = (view: TokaidoView) => mine(view) && view.phase === 'move' && view.pawn === view.viewer;

export const STEPS: Step[] = [
  step('take', (view) => mine(view) && view.phase === 'take'),
  step('turn', (view) => view.phase === 'move' && !mine(view)),
  step('walk', (view) => walking(view)),
  step('village', (view) => mine(view) && view.phase === 'buy'),
  step('temple', (view) => mine(view) && view.phase === 'donate'),
  step('meal', (view) => mine(view) && view.phase === 'eat'),
  step('special', (view) => mine(view) && ['see', 'keep', 'treat'].includes(view.phase)),
  step('panorama', (view) => Object.values(me(view)?.panoramas ?? {}).some((n) => n > 0)),
  step('encounter', (view) => (me(view)?.encounters.length ?? 0) > 0),
  step('farm', (view) => walking(view) && (me(view)?.coins ?? 9) <= 1),
  step('inn', (view) => walking(view) && inns(isReturn(view)).some((inn) => inn > stop(view) && inn - stop(view) <= 4)),
  step('closed', (view, legal) => walking(view) && stop(view) > 0 && legal.length < 8),
  step('wait', (view) => !mine(view) && stop(view) > 0 && inns(isReturn(view)).includes(stop(view))),
  step('last_leg', (view) => walking(view) && stop(view) >= (inns(isReturn(view))[3] ?? 41)),
  step('over', (view) => view.phase === 'over'),
];

/** What a hint is about, on the board or in the panel. */
const AT: Record<string, string> = { take: '.tile', turn: '.pawn.acts', walk: '.stop.legal', village: '.cards', temple: '.gifts', meal: '.cards', panorama: '.pictures', inn: '.stop.inn.legal', closed: '.stop.closed' };

/** The first hint that is true now and was not shown before. */
export function hint(view: View, legal: string[], shown: ReadonlySet<string>): LessonHint | null {
  const found = STEPS.find((one) => !shown.has(one.text) && one.when(view, legal));
  return found ? { text: found.text, at: AT[found.text.split('.')[2]!] } : null;
}
