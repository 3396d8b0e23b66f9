// Events, moves and waiting in words.
import { t } from '../../lib/i18n.svelte';
import { actor } from '../../lib/seatLooks';
import type { ByEvent, Source } from '../contract';
import facts from './facts.json';
import { area, isle, kindOf, numberOf } from './island';
import { type Deed, type DuoView, type Isle, type DuoEvent } from './types';

export const coins = (n: number) => t('duo.coins', { n });
export const points = (n: number) => t('duo.points', { n });
export const goods = (n: number) => t('duo.goods', { n });
export const tiles = (n: number) => t('duo.tiles', { n });
/** So many of one good: "3 fans". */
export const some = (good: string, n: number) => t(`duo.some.${good}`, { n });

const board = (view?: DuoView): Isle | null => view?.board ?? isle();

/** A place's name: what it is and its number, an area by where it lies and what it shows. */
export function placeName(place: string, view?: DuoView): string {
  const kind = kindOf(place);
  if (kind === 'area') {
    const shown = area(board(view), place);
    const where = t(`duo.area.${place}`);
    return shown ? t('duo.place.area', { where, symbol: t(`duo.symbol.${shown.symbol}`) }) : where;
  }
  return t(`duo.place.${kind}`, { n: numberOf(place) });
}

/** What a place offers to whoever may come there. */
export function gives(place: string, view: DuoView): string {
  const kind = kindOf(place);
  if (kind === 'coastal_town') {
    const token = view.trade[place as keyof DuoView['trade']];
    return token ? t('duo.gives.coastal_town', { good: t(`duo.good.${token.good}`), coins: coins(token.price) }) : '';
  }
  if (kind === 'mountain_town') {
    const town = board(view)?.mountain_towns.find((one) => one.id === place);
    return town ? t('duo.gives.mountain_town', { goods: goods(town.goods) }) : '';
  }
  return t(`duo.gives.${kind}`);
}

export const earned = (events: DuoEvent[]) =>
  events.reduce((total, e) => total + (e.event === 'coins' ? e.coins : 0), 0);
export const count = (events: DuoEvent[], kind: DuoEvent['event']) => events.filter((e) => e.event === kind).length;

/** What a deed would surely do, in a few words. */
export function doing(deed: Deed, view: DuoView): string {
  const [verb, what] = deed.move.split(' ');
  const gain = deed.points ? `, ${t('duo.plus', { points: points(deed.points) })}` : '';
  const { events } = deed;
  switch (verb) {
    case 'paint':
      return t('duo.doing.paint', { tiles: tiles(count(events, 'painted')) }) + gain;
    case 'gift':
      return (
        t('duo.doing.gift', { symbol: t(`duo.symbol.${events.find((e) => e.event === 'gifted')?.symbol}`) }) + gain
      );
    case 'draw':
      return t('duo.doing.draw', { goods: goods(count(events, 'drew')) }) + gain;
    case 'sell': {
      const sale = events.find((e) => e.event === 'sold');
      return (
        t('duo.doing.sell', { goods: sale ? some(sale.good, sale.count) : '', coins: coins(earned(events)) }) + gain
      );
    }
    case 'wave':
      return t('duo.doing.wave', { tile: t(`duo.wave.${view.waves[what as 'artist']?.side}`) }) + gain;
    case 'visit': {
      const slot = events.find((e) => e.event === 'temple' || e.event === 'garden');
      if (slot) return t(`duo.doing.${slot.event}`, { slot: slot.slot }) + gain;
      if (count(events, 'spring')) return t('duo.doing.spring') + gain;
      return t('duo.doing.coins', { coins: coins(earned(events)) }) + gain;
    }
    default:
      return say(deed.move, view) + gain;
  }
}

type Actor = ReturnType<typeof actor>;
type Rest = [who: Actor, view: DuoView, line: DuoEvent[]];
const EVENTS: ByEvent<DuoEvent, Rest, string | null> = {
  rolled: (e, who, _, line) => {
    const rolls = line.filter((other) => other.event === 'rolled');
    return e === rolls[0]
      ? t('duo.tell.rolled', {
          ...who,
          dice: rolls.map((roll) => `${t(`duo.character.${roll.character}`)} ${roll.pips}`).join(', '),
        })
      : null;
  },
  took: (e, who) => t('duo.tell.took', { ...who, die: t(`duo.die.${e.character}`), pips: e.pips }),
  again: (e, who) => t('duo.tell.again', { ...who, die: t(`duo.die.${e.character}`), pips: e.pips }),
  moved: (e, who, view) =>
    t('duo.tell.moved', { ...who, character: t(`duo.character.${e.character}`), place: placeName(e.place, view) }),
  stayed: (_, who) => t('duo.tell.stayed', who),
  passed: (_, who) => t('duo.tell.passed', who),
  painted: (e, who) => t('duo.tell.painted', { ...who, symbol: t(`duo.symbol.${e.symbol}`), tile: e.tile + 1 }),
  gifted: (e, who) => t('duo.tell.gifted', { ...who, symbol: t(`duo.symbol.${e.symbol}`), gifts: e.gifts }),
  drew: (e, who) => t('duo.tell.drew', { ...who, good: some(e.good ?? '', 1) }),
  returned: (e, who) => t('duo.tell.returned', { ...who, goods: some(e.good, e.count) }),
  sold: (e, who) => t('duo.tell.sold', { ...who, goods: some(e.good, e.count) }),
  coins: (e, who) => t('duo.tell.coins', { ...who, coins: coins(e.coins) }),
  slab: (e, who) => t('duo.tell.slab', { ...who, slabs: e.slabs }),
  temple: (e, who) => t('duo.tell.temple', { ...who, slot: e.slot }),
  garden: (e, who) => t('duo.tell.garden', { ...who, slot: e.slot }),
  spring: (e, who) => t(e.from_opponent ? 'duo.tell.spring_taken' : 'duo.tell.spring', who),
  spring_back: () => t('duo.tell.spring_back'),
  wave: (e, who) =>
    t(e.from_opponent ? 'duo.tell.wave_taken' : 'duo.tell.wave', { ...who, tile: t(`duo.wave.${e.side}`) }),
  trigger: (e) => t(`duo.tell.trigger.${e.trigger}`),
  scored: (e, who) => t('duo.tell.scored', { ...who, source: t(`duo.source.${e.source}`), points: points(e.points) }),
  over: () => t('duo.tell.over'),
};
export const EVENT_KINDS = Object.keys(EVENTS);

/** A line of the log; the roll is told once for all three dice. */
export function tell(event: DuoEvent, names: string[], view: DuoView, line: DuoEvent[] = [event]): string | null {
  const who = actor('seat' in event ? (event.seat ?? -1) : -1, names, view.viewer);
  const teller = EVENTS[event.event] as ((event: DuoEvent, ...rest: Rest) => string | null) | undefined;
  return teller ? teller(event, who, view, line) : t('duo.tell.other');
}

/** What the table waits for, and why it is that player's turn. */
export function waiting(v: DuoView, names: string[]): string {
  if (v.seat === null || v.phase === 'over') return t('duo.wait.over');
  const who = actor(v.seat, names, v.viewer);
  const last = v.triggers.length ? ` ${t('duo.wait.last_round')}` : '';
  if (v.phase === 'die') return t(`duo.wait.die.${Math.min(2, v.turn)}`, who) + last;
  const character = v.character ?? 'pilgrim';
  const values = {
    ...who,
    character: t(`duo.character.${character}`),
    pips: v.dice[character].pips,
    storage: v.seats[v.seat]?.storage ?? facts.storage,
  };
  if (v.phase === 'go' && v.second_use) return t('duo.wait.go_again', values) + last;
  return t(`duo.wait.${v.phase}`, values) + last;
}

const MOVES: Record<string, (rest: string[], view: DuoView) => string> = {
  die: ([id], view) => t('duo.say.die', { die: t(`duo.die.${id}`), pips: view.dice[id as 'artist']?.pips ?? 0 }),
  go: ([place], view) => t('duo.say.go', { place: placeName(place ?? '', view) }),
  stay: () => t('duo.say.stay'),
  paint: ([master]) => t(master ? 'duo.say.paint_master' : 'duo.say.paint'),
  gift: () => t('duo.say.gift'),
  draw: ([strong]) => t(strong ? 'duo.say.draw_strong' : 'duo.say.draw'),
  sell: ([n, cunning], view) => {
    const token = view.trade[view.pawns[view.seat ?? 0]?.merchant as keyof DuoView['trade']];
    const what = token ? some(token.good, Number(n)) : goods(Number(n));
    return t(cunning ? 'duo.say.sell_cunning' : 'duo.say.sell', { goods: what });
  },
  visit: (_, view) => t('duo.say.visit', { place: placeName(view.pawns[view.seat ?? 0]?.pilgrim ?? 't1', view) }),
  wave: ([id], view) => t('duo.say.wave', { tile: t(`duo.wave.${view.waves[id as 'artist']?.side}`) }),
  keep: (kept) =>
    kept[0] === 'nothing'
      ? t('duo.say.keep_nothing')
      : t('duo.say.keep', {
          goods: [...new Set(kept)].map((good) => some(good, kept.filter((one) => one === good).length)).join(', '),
        }),
  return: ([good]) => t('duo.say.return', { good: some(good ?? '', 1) }),
  again: (_, view) => t('duo.say.again', { die: t(`duo.die.${view.character ?? 'pilgrim'}`) }),
  pass: (_, view) => t(view.phase === 'again' ? 'duo.say.pass_again' : 'duo.say.pass'),
};
export const MOVE_KINDS = Object.keys(MOVES);

/** A legal move in words; a move we have no words for is shown as it is written. */
export function say(move: string, view: DuoView): string {
  const [verb, ...rest] = move.split(' ');
  return MOVES[verb ?? '']?.(rest, view) ?? move;
}

export function sources({ seats }: DuoView): Source[] {
  return (['faith', 'trade', 'culture'] as const).map((id) => ({
    id,
    label: t(`duo.source.${id}`),
    points: seats.map((seat) => seat.earned[id]),
  }));
}
