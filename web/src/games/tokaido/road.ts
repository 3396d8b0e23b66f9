// The road as the component data has it: stops in walking order, legs between inns.
import type { Closed, Preview } from '../../lib/protocol';
import facts from './facts.json';
import type { Space, TokaidoView } from './types';

const STOPS = facts.road.stops as Space[];
export const LAST = STOPS.length - 1;
export const LEGS = STOPS.filter((space) => space === 'inn').length - 1;

let walkedBack = false;

/** Which way the table walks is part of its setting; the board tells it to the words, which know only the view. */
export function walk(options: Record<string, unknown>): void {
  walkedBack = Boolean(options.return_trip);
}

export function isReturn(view: TokaidoView): boolean {
  return view.options ? Boolean(view.options.return_trip) : walkedBack;
}

export function spaceAt(stop: number, back: boolean): Space {
  return STOPS[back ? LAST - stop : stop] ?? 'inn';
}

/** Whether two may stand there with this many players. */
export function isDouble(stop: number, back: boolean, players: number): boolean {
  return players >= facts.road.double_min_players && facts.road.double.includes(back ? LAST - stop : stop);
}

/** The five inns in walking order. */
export function inns(back: boolean): number[] {
  return STOPS.map((_, stop) => stop).filter((stop) => spaceAt(stop, back) === 'inn');
}

/** The leg (0 to 3) a stop lies on; an inn belongs to the leg that ends there. */
export function legOf(stop: number, back: boolean): number {
  return Math.max(0, inns(back).findIndex((inn) => stop <= inn) - 1);
}

/** Message id of an inn's name. */
export function innName(stop: number, back: boolean): string {
  const number = inns(back).indexOf(stop);
  if (number === 0) return back ? 'tokaido.inn.edo' : 'tokaido.inn.kyoto';
  if (number === LEGS) return back ? 'tokaido.inn.kyoto' : 'tokaido.inn.edo';
  return `tokaido.inn.${number}`;
}

/** Where a pawn stands that is about to leave an inn, everybody having arrived there: at the start of the next leg. */
export function leaving(view: TokaidoView, stop: number, back: boolean): boolean {
  if (spaceAt(stop, back) !== 'inn' || stop === LAST) return false;
  if (stop === 0) return true;
  if (view.phase !== 'move') return false;
  return view.pawns.every((pawn) => pawn.stop >= stop);
}

/** Why a stop is closed. The server tells of the nearest stops; those farther on or back are closed as they are. */
export function closedAt(preview: Pick<Preview, 'closed'> | null, stop: number): Closed | undefined {
  const told = preview?.closed ?? [];
  const same = (reason: string) =>
    told.filter((one) => one.reason === reason).map((one) => [Number(one.what), one] as const);
  const beyond = same('beyond_inn').at(-1);
  const behind = same('behind')[0];
  if (beyond && stop > beyond[0]) return { ...beyond[1], what: String(stop) };
  if (behind && stop < behind[0]) return { ...behind[1], what: String(stop) };
  return told.find((one) => one.what === String(stop));
}

/** The leg to look at: where the deciding pawn walks, or stands while its visit goes on. */
export function currentLeg(view: TokaidoView, back: boolean): number {
  const pawn = view.pawns[view.pawn ?? 0];
  if (!pawn || view.phase === 'over') return LEGS - 1;
  return legOf(leaving(view, pawn.stop, back) ? pawn.stop + 1 : pawn.stop, back);
}
