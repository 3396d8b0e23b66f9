// The guided first voyage: one hint at a time, shown once each, when it is true for the first time.
import type { View } from '../../lib/protocol';
import type { LessonHint } from '../contract';
import type { TsuroView } from './types';

export interface Step extends LessonHint {
  when: (view: View, legal: string[]) => boolean;
}

const step = (text: string, when: (view: TsuroView, legal: string[]) => boolean, at?: string): Step => ({
  text: `tsuro.learn.${text}`,
  when: (view, legal) => when(view as TsuroView, legal),
  ...(at ? { at } : {}),
});
const me = (view: TsuroView) => (view.viewer === null ? undefined : view.ships[view.viewer]);
const mine = (view: TsuroView) => view.viewer !== null && view.seat === view.viewer;
const placing = (view: TsuroView) => mine(view) && view.phase === 'place';
const beasts = (view: TsuroView) => view.daikaiju.some((one) => one.place === 'board');
const neighbours = (view: TsuroView) =>
  view.ships.filter((ship) => ship.ahead !== null && ship.ahead === me(view)?.ahead).length > 1;

export const STEPS: Step[] = [
  step('over', (view) => view.phase === 'over'),
  step('goal', () => true),
  step('start', (view) => mine(view) && view.phase === 'start', '.mark.legal'),
  step('place', (view) => placing(view), '.ghost'),
  step('turn', (view) => placing(view), '.hand'),
  step('ghost', (view) => placing(view), '.ghost'),
  step('closed', (view, legal) => placing(view) && legal.length < 12, '.would'),
  step('daikaiju', (view) => beasts(view) && view.phase !== 'start', '[data-daikaiju]'),
  step('could', (view) => beasts(view) && placing(view), '[data-could]'),
  step('calm', (view) => !beasts(view) && view.phase === 'place' && !mine(view)),
  step('neighbours', (view) => placing(view) && neighbours(view)),
  step('room', (view) => placing(view) && Object.keys(view.tiles).length > 12),
  step('swap', (view) => mine(view) && view.phase === 'swap', '.swap'),
  step('relocate', (view) => mine(view) && view.phase === 'relocate', '.mark.legal'),
  step('lost', (view) => me(view) !== undefined && me(view)!.fate !== 'afloat' && view.phase !== 'over'),
];

/** The first hint that is true now and was not shown before; who has lost the ship is told nothing more of sailing. */
export function hint(view: View, legal: string[], shown: ReadonlySet<string>): LessonHint | null {
  const afloat = (me(view as TsuroView)?.fate ?? 'afloat') === 'afloat';
  const fits = ({ text, when }: Step) => !shown.has(text) && (afloat || /lost$|over$/.test(text)) && when(view, legal);
  return STEPS.find(fits) ?? null;
}
