// Events, moves and waiting in words.
import { percent, t } from '../../lib/i18n.svelte';
import { actor } from '../../lib/seatLooks';
import type { ByEvent } from '../contract';
import facts from './facts.json';
import { written } from './sea';
import type { Deed, TsuroView, TsuroEvent } from './types';

export const tiles = (n: number) => t('tsuro.tiles', { n });
export const beast = (id: string) => t(`tsuro.beast.${id}`);
export const mark = (name: string) => t('tsuro.mark', { side: name[0] ?? '', number: Number(name.slice(1)) });
export const fate = (id: string) => t(`tsuro.fate.${id}`);

type Actor = ReturnType<typeof actor>;
const EVENTS: ByEvent<TsuroEvent, [who: Actor], string | null> = {
  first: (_, who) => t('tsuro.tell.first', who),
  drew: () => null, // at the end of every turn: the hands show it
  arrived: (e) => {
    const values = { beast: beast(e.daikaiju), square: e.square };
    return t(e.crushed === undefined ? 'tsuro.tell.arrived' : 'tsuro.tell.arrived_crushed', values);
  },
  started: (e, who) => t('tsuro.tell.started', { ...who, mark: mark(e.mark) }),
  relocated: (e, who) => t('tsuro.tell.relocated', { ...who, mark: mark(e.mark) }),
  stayed: (e, who) => t('tsuro.tell.stayed', { ...who, mark: mark(e.mark) }),
  rolled: (e, who) => {
    const { gold, blue, action } = e;
    if (action === null) return t('tsuro.tell.rolled_calm', { ...who, gold, blue });
    return t(action === facts.arrival ? 'tsuro.tell.rolled_new' : 'tsuro.tell.rolled', { ...who, gold, blue, action });
  },
  walked: (e) => {
    const mover = beast(e.daikaiju);
    if (e.square === null) return t('tsuro.tell.walked_off', { beast: mover });
    const values = { beast: mover, square: e.square };
    if (e.ate !== undefined) return t('tsuro.tell.walked_ate', { ...values, prey: beast(e.ate) });
    return t(e.crushed === undefined ? 'tsuro.tell.walked' : 'tsuro.tell.walked_crushed', values);
  },
  turned: (e) => t('tsuro.tell.turned', { beast: beast(e.daikaiju) }),
  placed: (e, who) => t('tsuro.tell.placed', { ...who, square: e.square }),
  sailed: (_, who) => t('tsuro.ui.sails_on', who),
  lost: (e, who) => t('tsuro.tell.lost', { ...who, fate: fate(e.fate) }),
  swapped: (e, who) =>
    e.taken === undefined || e.given === undefined
      ? t('tsuro.tell.swapped', who)
      : t('tsuro.tell.swapped_own', { ...who, given: e.given, taken: e.taken }),
  returned: (e, who) => t('tsuro.tell.returned', { ...who, tiles: tiles(e.count) }),
  passed: (_, who) => t('tsuro.tell.passed', who),
  over: (e) => t(`tsuro.ending.${e.ending}`),
};
export const EVENT_KINDS = Object.keys(EVENTS);

/** A line of the log, or null for what needs no words. */
export function tell(event: TsuroEvent, names: string[], view: TsuroView): string | null {
  const who = actor('seat' in event ? event.seat : -1, names, view.viewer);
  const words = EVENTS[event.event] as ((event: TsuroEvent, who: Actor) => string | null) | undefined;
  return words ? words(event, who) : t('tsuro.tell.other');
}

/** What the table waits for, and whose turn it is. */
export function waiting({ phase, seat, turn, ending, active, viewer }: TsuroView, names: string[]): string {
  if (phase === 'over') return t(`tsuro.ending.${ending ?? 'last_ship'}`);
  return t(`tsuro.wait.${phase}`, { ...actor(seat ?? active, names, viewer), turn });
}

const MOVES: Record<string, (rest: string[]) => string> = {
  start: ([name]) => t('tsuro.say.start', { mark: mark(name ?? '') }),
  relocate: ([name]) => t('tsuro.say.relocate', { mark: mark(name ?? '') }),
  stay: () => t('tsuro.say.stay'),
  place: ([tile, turns]) => t('tsuro.say.place', { tile: Number(tile), degrees: 90 * Number(turns?.slice(1) ?? 0) }),
  swap: ([pair]) => {
    const [given, taken] = (pair ?? '').split('>').map(Number);
    return t('tsuro.say.swap', { given: given ?? 0, taken: taken ?? 0 });
  },
  keep: () => t('tsuro.say.keep'),
  pass: () => t('tsuro.say.pass'),
};
export const MOVE_KINDS = Object.keys(MOVES);

/** A legal move in words; a move we have no words for is shown as it is written. */
export function say(move: string, _view?: unknown): string {
  const [verb, ...rest] = move.split(' ');
  return MOVES[verb ?? '']?.(rest) ?? move;
}

export function deed(roll: number, one: Deed): string {
  if (one.does === 'turn') return t('tsuro.deed.turn', { roll });
  if (one.does === 'eaten') return t('tsuro.deed.eaten', { roll });
  if (one.square == null) return t('tsuro.deed.off', { roll, side: one.side });
  const what = one.ate !== undefined ? 'ate' : one.crushed !== undefined ? 'crushed' : 'walk';
  return t(`tsuro.deed.${what}`, { roll, square: one.square });
}

export const chance = (share: number) => (share > 0 && share < 0.01 ? `<${percent(0.01)}` : percent(share));
export const turnsOf = (tile: number, turns: number) => 90 * written(tile, turns);
