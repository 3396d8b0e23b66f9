// Events, moves and waiting in words.
import { has, t } from '../../lib/i18n.svelte';
import type { GameEvent, View } from '../../lib/protocol';
import type { Source } from '../contract';
import facts from './facts.json';
import { innName, inns, isReturn, spaceAt } from './road';
import type { PanoramaName, TokaidoView } from './types';

export const coins = (n: number) => t('tokaido.coins', { n });
export const points = (n: number) => t('tokaido.points', { n });
const cards = (n: unknown) => t('tokaido.cards', { n: Number(n) });
export const souvenir = (id: string) => `${t(`tokaido.souvenir.${id}`)} (${t(`tokaido.gloss.${id}`)})`;
export const meal = (id: string) => `${t(`tokaido.meal.${id}`)} (${t(`tokaido.gloss.${id}`)})`;

/** Why something is closed. */
export function why(reason: string): string {
  return t(has(`tokaido.reason.${reason}`) ? `tokaido.reason.${reason}` : 'tokaido.reason.other');
}

export function pawnName(pawn: number, names: string[], view: View): string {
  return pawn < view.players ? (names[pawn] ?? '') : t('tokaido.neutral');
}

/** A stop's name: a space, or an inn by its own name. */
export function stopName(stop: number, back: boolean): string {
  const space = spaceAt(stop, back);
  return space === 'inn' ? t(innName(stop, back)) : t(`tokaido.space.${space}`);
}

const EVENTS: Record<string, (event: GameEvent, name: string, view: TokaidoView) => string> = {
  took: (e, name) => t('tokaido.tell.took', { name, traveler: t(`tokaido.traveler.${e.traveler}`) }),
  revealed: (e, name) =>
    t('tokaido.tell.revealed', { name, traveler: t(`tokaido.traveler.${e.traveler}`), coins: coins(Number(e.coins)) }),
  lined_up: (e, name, view) => {
    const place = view.pawns.length - Number(e.slot);
    return e.coins
      ? t('tokaido.tell.lined_up_coins', { name, place, coins: Number(e.coins) })
      : t('tokaido.tell.lined_up', { name, place });
  },
  moved: (e, name, view) =>
    t('tokaido.tell.moved', { name, stop: Number(e.stop), space: stopName(Number(e.stop), isReturn(view)) }),
  coins: (e, name) =>
    t(e.space === 'encounter' ? 'tokaido.tell.coins.encounter' : 'tokaido.tell.coins.farm', {
      name,
      coins: coins(Number(e.coins)),
    }),
  shown: (e) => t('tokaido.tell.shown', { souvenir: souvenir(String(e.souvenir)) }),
  bought: (e, name) =>
    e.coins
      ? t('tokaido.tell.bought', { name, coins: coins(Number(e.coins)), souvenir: souvenir(String(e.souvenir)) })
      : t('tokaido.tell.bought_too', { name, souvenir: souvenir(String(e.souvenir)) }),
  given: (e, name) => t('tokaido.tell.given', { name, souvenir: souvenir(String(e.souvenir)) }),
  returned: (e) => t('tokaido.tell.returned', { cards: cards(e.cards) }),
  panorama: (e, name) =>
    t('tokaido.tell.panorama', {
      name,
      panorama: t(`tokaido.panorama.${e.panorama}`),
      number: Number(e.number),
      length: facts.panoramas[e.panorama as PanoramaName],
    }),
  bathed: (_, name) => t('tokaido.tell.bathed', { name }),
  donated: (e, name) =>
    t(e.from_bank ? 'tokaido.tell.donated_bank' : 'tokaido.tell.donated', { name, coins: coins(Number(e.coins)) }),
  met: (e, name) => t('tokaido.tell.met', { name, encounter: t(`tokaido.encounter.${e.encounter}`) }),
  looked: (e, name) => {
    const [first, second] = (e.encounters as string[]).map((id) => t(`tokaido.encounter.${id}`));
    return t('tokaido.tell.looked', { name, first: first!, second: second! });
  },
  tucked: (e, name) => t('tokaido.tell.tucked', { name, encounter: t(`tokaido.encounter.${e.encounter}`) }),
  ability: (e, name) => t('tokaido.tell.ability', { name, traveler: t(`tokaido.traveler.${e.traveler}`) }),
  served: (e) => t('tokaido.tell.served', { cards: cards(e.cards) }),
  treat: (e, name) => t('tokaido.tell.treat', { name, meal: meal(String(e.meal)) }),
  refused: (_, name) => t('tokaido.tell.refused', { name }),
  ate: (e, name) =>
    e.coins
      ? t('tokaido.tell.ate', { name, meal: meal(String(e.meal)), coins: coins(Number(e.coins)) })
      : t('tokaido.tell.ate_free', { name, meal: meal(String(e.meal)) }),
  fasted: (_, name) => t('tokaido.tell.fasted', { name }),
  discarded: () => t('tokaido.tell.discarded'),
  cleared: (e) => t('tokaido.tell.cleared', { cards: cards(e.cards) }),
  ranked: (e, name) => t('tokaido.tell.ranked', { name, place: Number(e.rank) + 1, coins: coins(Number(e.coins)) }),
  achieved: (e, name) => t('tokaido.tell.achieved', { name, achievement: t(`tokaido.achievement.${e.achievement}`) }),
  over: () => t('tokaido.tell.over'),
};
export const EVENT_KINDS = Object.keys(EVENTS);

/** A line of the log, with what it brought behind it. */
export function tell(event: GameEvent, names: string[], view: View): string {
  const name = event.pawn === undefined ? '' : pawnName(Number(event.pawn), names, view);
  const words = EVENTS[event.event]?.(event, name, view as TokaidoView) ?? t('tokaido.tell.other');
  const extra = event.event === 'ability' && event.coins ? `, +${coins(Number(event.coins))}` : '';
  return event.points ? `${words}: +${points(Number(event.points))}${extra}` : words + extra;
}

/** What the table waits for, and why it is that player's turn. */
export function waiting(view: View, names: string[]): string {
  const v = view as TokaidoView;
  if (v.seat === null || v.phase === 'over') return t('tokaido.wait.over');
  const name = names[v.seat] ?? '';
  if (v.phase === 'move') {
    if (v.pawn !== null && v.pawn >= v.players) return t('tokaido.wait.neutral', { name });
    const again = (v.events as GameEvent[] | undefined)?.some((e) => e.event === 'moved' && e.pawn === v.pawn);
    return t(again ? 'tokaido.wait.move_again' : 'tokaido.wait.move', { name });
  }
  const back = isReturn(v);
  const inn = t(innName(inns(back)[Math.max(0, v.inn_number)] ?? 0, back));
  return t(`tokaido.wait.${v.phase}`, { name, inn });
}

const MOVES: Record<string, (rest: string[], view: TokaidoView) => string> = {
  take: ([id]) => t('tokaido.say.take', { traveler: t(`tokaido.traveler.${id}`) }),
  move: ([stop], view) => t('tokaido.say.move', { stop: Number(stop), space: stopName(Number(stop), isReturn(view)) }),
  buy: (ids) =>
    ids[0] === 'nothing'
      ? t('tokaido.say.buy_nothing')
      : t('tokaido.say.buy', { souvenirs: ids.map((id) => t(`tokaido.souvenir.${id}`)).join(', ') }),
  eat: ([id]) =>
    id === 'nothing'
      ? t('tokaido.say.eat_nothing')
      : t('tokaido.say.eat', { meal: t(`tokaido.meal.${id}`), coins: coins(price(String(id))) }),
  donate: ([n]) => t('tokaido.say.donate', { coins: coins(Number(n)) }),
  see: ([id]) =>
    id === 'nothing' ? t('tokaido.say.see_nothing') : t('tokaido.say.see', { panorama: t(`tokaido.panorama.${id}`) }),
  keep: ([id]) => t('tokaido.say.keep', { encounter: t(`tokaido.encounter.${id}`) }),
  accept: () => t('tokaido.say.accept'),
  refuse: () => t('tokaido.say.refuse'),
};
export const MOVE_KINDS = Object.keys(MOVES);

/** A legal move in words; a move we have no words for is shown as it is written. */
export function say(move: string, view: View): string {
  const [verb, ...rest] = move.split(' ');
  return MOVES[verb ?? '']?.(rest, view as TokaidoView) ?? move;
}

/** The printed price of a meal or a souvenir. */
export function price(id: string): number {
  const meals = facts.meals as Record<string, { price: number }>;
  const souvenirs = facts.souvenirs as Record<string, { price: number }>;
  return (meals[id] ?? souvenirs[id])?.price ?? 0;
}

export function sources(view: View): Source[] {
  const { seats } = view as TokaidoView;
  return Object.keys(seats[0]?.earned ?? {}).map((id) => ({
    id,
    label: t(`tokaido.source.${id}`),
    points: seats.map((seat) => seat.earned[id] ?? 0),
  }));
}

/** Who moves next: farthest back first, on one stop whoever stands farther from the road. At the end: by points. */
export function order(view: View): number[] {
  const { pawns, players, phase, seats } = view as TokaidoView;
  const all = Array.from({ length: players }, (_, seat) => seat);
  if (phase === 'over') return all.sort((a, b) => seats[b]!.points - seats[a]!.points || a - b);
  return all.sort((a, b) => {
    const [one, two] = [pawns[a]!, pawns[b]!];
    return one.stop - two.stop || (two.slot ?? 0) - (one.slot ?? 0) || a - b;
  });
}
