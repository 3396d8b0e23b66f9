// Events, moves and waiting in words.
import { has, t } from '../../lib/i18n.svelte';
import { actor } from '../../lib/seatLooks';
import type { ByEvent, Source } from '../contract';
import facts from './facts.json';
import { innName, inns, isReturn, spaceAt } from './road';
import type { Before, TokaidoEvent, TokaidoView } from './types';

export const coins = (n: number) => t('tokaido.coins', { n });
/** Coins as what is paid or given: many languages have another form for it. */
const paid = (n: number) => t('tokaido.coins_object', { n });
export const points = (n: number) => t('tokaido.points', { n });
const cards = (n: number) => t('tokaido.cards', { n });
export const souvenir = (id: string) => `${t(`tokaido.souvenir.${id}`)} (${t(`tokaido.gloss.${id}`)})`;
export const meal = (id: string) => `${t(`tokaido.meal.${id}`)} (${t(`tokaido.gloss.${id}`)})`;

/** Why something is closed. */
export function why(reason: string): string {
  return t(has(`tokaido.reason.${reason}`) ? `tokaido.reason.${reason}` : 'tokaido.reason.other');
}

export function pawnName(pawn: number, names: string[], view: TokaidoView): string {
  return pawn < view.players ? (names[pawn] ?? '') : t('tokaido.neutral');
}

/** A stop's name: a space, or an inn by its own name. */
export function stopName(stop: number, back: boolean): string {
  const space = spaceAt(stop, back);
  return space === 'inn' ? t(innName(stop, back)) : t(`tokaido.space.${space}`);
}

type Actor = ReturnType<typeof actor>;
const EVENTS: ByEvent<TokaidoEvent, [who: Actor, view: TokaidoView], string> = {
  took: (e, who) => t('tokaido.tell.took', { ...who, traveler: t(`tokaido.traveler.${e.traveler}`) }),
  revealed: (e, who) =>
    t('tokaido.tell.revealed', { ...who, traveler: t(`tokaido.traveler.${e.traveler}`), coins: coins(e.coins) }),
  lined_up: (e, who, view) => {
    const place = view.pawns.length - e.slot;
    return e.coins
      ? t('tokaido.tell.lined_up_coins', { ...who, place, coins: e.coins })
      : t('tokaido.tell.lined_up', { ...who, place });
  },
  moved: (e, who, view) => t('tokaido.tell.moved', { ...who, stop: e.stop, space: stopName(e.stop, isReturn(view)) }),
  coins: (e, who) =>
    t(e.space === 'encounter' ? 'tokaido.tell.coins.encounter' : 'tokaido.tell.coins.farm', {
      ...who,
      coins: paid(e.coins),
    }),
  shown: (e) => t('tokaido.tell.shown', { souvenir: souvenir(e.souvenir) }),
  bought: (e, who) =>
    e.coins
      ? t('tokaido.tell.bought', { ...who, coins: paid(e.coins), souvenir: souvenir(e.souvenir) })
      : t('tokaido.tell.bought_too', { ...who, souvenir: souvenir(e.souvenir) }),
  given: (e, who) => t('tokaido.tell.given', { ...who, souvenir: souvenir(e.souvenir) }),
  returned: (e) => t('tokaido.tell.returned', { cards: cards(e.cards) }),
  panorama: (e, who) =>
    t('tokaido.tell.panorama', {
      ...who,
      panorama: t(`tokaido.panorama.${e.panorama}`),
      number: e.number,
      length: facts.panoramas[e.panorama],
    }),
  bathed: (_, who) => t('tokaido.tell.bathed', who),
  donated: (e, who) =>
    t(e.from_bank ? 'tokaido.tell.donated_bank' : 'tokaido.tell.donated', { ...who, coins: paid(e.coins) }),
  met: (e, who) => t('tokaido.tell.met', { ...who, encounter: t(`tokaido.encounter.${e.encounter}`) }),
  looked: (e, who) => {
    const [first, second] = e.encounters.map((id) => t(`tokaido.encounter.${id}`));
    return t('tokaido.tell.looked', { ...who, first: first!, second: second! });
  },
  tucked: (e, who) => t('tokaido.tell.tucked', { ...who, encounter: t(`tokaido.encounter.${e.encounter}`) }),
  ability: (e, who) => t('tokaido.tell.ability', { ...who, traveler: t(`tokaido.traveler.${e.traveler}`) }),
  served: (e) => t('tokaido.tell.served', { cards: cards(e.cards) }),
  treat: (e, who) => t('tokaido.tell.treat', { ...who, meal: meal(e.meal) }),
  refused: (_, who) => t('tokaido.tell.refused', who),
  ate: (e, who) =>
    e.coins
      ? t('tokaido.tell.ate', { ...who, meal: meal(e.meal), coins: paid(e.coins) })
      : t('tokaido.tell.ate_free', { ...who, meal: meal(e.meal) }),
  fasted: (_, who) => t('tokaido.tell.fasted', who),
  discarded: () => t('tokaido.tell.discarded'),
  cleared: (e) => t('tokaido.tell.cleared', { cards: cards(e.cards) }),
  ranked: (e, who) => t('tokaido.tell.ranked', { ...who, place: e.rank + 1, coins: coins(e.coins) }),
  achieved: (e, who) => t('tokaido.tell.achieved', { ...who, achievement: t(`tokaido.achievement.${e.achievement}`) }),
  over: () => t('tokaido.tell.over'),
};
export const EVENT_KINDS = Object.keys(EVENTS);

/** A line of the log, with what it brought behind it. */
export function tell(event: TokaidoEvent, names: string[], view: TokaidoView): string {
  const pawn = 'pawn' in event ? event.pawn : -1;
  const who =
    pawn < view.players ? actor(pawn, names, view.viewer) : { name: t('tokaido.neutral'), you: 'no' as const };
  const teller = EVENTS[event.event] as ((event: TokaidoEvent, who: Actor, view: TokaidoView) => string) | undefined;
  const words = teller?.(event, who, view) ?? t('tokaido.tell.other');
  const extra = event.event === 'ability' && event.coins ? `, +${coins(event.coins)}` : '';
  return event.points ? `${words}: +${points(event.points)}${extra}` : words + extra;
}

/** What the table waits for, and why it is that player's turn. */
export function waiting(v: TokaidoView, names: string[]): string {
  if (v.seat === null || v.phase === 'over') return t('tokaido.wait.over');
  const who = actor(v.seat, names, v.viewer);
  if (v.phase === 'move') {
    if (v.pawn !== null && v.pawn >= v.players) return t('tokaido.wait.neutral', who);
    const again = v.events?.some((e) => e.event === 'moved' && e.pawn === v.pawn);
    return t(again ? 'tokaido.wait.move_again' : 'tokaido.wait.move', who);
  }
  const back = isReturn(v);
  const inn = t(innName(inns(back)[Math.max(0, v.inn_number)] ?? 0, back));
  return t(`tokaido.wait.${v.phase}`, { ...who, inn });
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
  donate: ([n]) => t('tokaido.say.donate', { coins: paid(Number(n)) }),
  see: ([id]) =>
    id === 'nothing' ? t('tokaido.say.see_nothing') : t('tokaido.say.see', { panorama: t(`tokaido.panorama.${id}`) }),
  keep: ([id]) => t('tokaido.say.keep', { encounter: t(`tokaido.encounter.${id}`) }),
  accept: () => t('tokaido.say.accept'),
  refuse: () => t('tokaido.say.refuse'),
};
export const MOVE_KINDS = Object.keys(MOVES);

/** A legal move in words; a move we have no words for is shown as it is written. */
export function say(move: string, view: TokaidoView): string {
  const [verb, ...rest] = move.split(' ');
  return MOVES[verb ?? '']?.(rest, view) ?? move;
}

/** The printed price of a meal or a souvenir. */
export function price(id: string): number {
  const meals = facts.meals as Record<string, { price: number }>;
  const souvenirs = facts.souvenirs as Record<string, { price: number }>;
  return (meals[id] ?? souvenirs[id])?.price ?? 0;
}

/** What is counted on the road, in the order of the rules, and then at the end: the temple's ranks, and achievements. */
const COUNTED: (keyof Before['earned'])[] = [
  'souvenirs',
  'hot_springs',
  'temple_coins',
  'encounters',
  'panoramas',
  'meals',
  'abilities',
  'temple_rank',
  'achievements',
];

export function sources({ seats }: TokaidoView): Source[] {
  return COUNTED.map((id) => ({
    id,
    label: t(`tokaido.source.${id}`),
    points: seats.map((seat) => seat.earned[id]),
  }));
}
