// How seats are called and shown, the same everywhere.
import type { SeatLook } from '../games/contract';
import { has, t } from './i18n.svelte';
import type { Table } from './protocol';

/** Bots are called by their level, in the reader's language. */
export function botName(level: string): string {
  return has(`level.${level}`) ? t(`level.${level}`) : level;
}

/** Whoever sits at a seat: a person by name, a bot by its level and the number of the seat. */
export function seatName({ name, bot }: { name: string; bot: string | null }, seat: number): string {
  return bot ? t('seat.bot', { level: botName(bot), number: seat + 1 }) : name;
}

export function seatLooks(table: Table, mine: number[]): SeatLook[] {
  return table.seats.map(({ seat, name, bot }) => ({
    seat,
    name: seatName({ name, bot }, seat) || t('seat.empty'),
    bot,
    mine: mine.includes(seat),
  }));
}

/** Who did something, as messages ask for it: `{you, select, yes {You walk} other {{name} walks}}`. */
export function actor(seat: number, names: string[], viewer: number | null): { name: string; you: 'yes' | 'no' } {
  return { name: names[seat] ?? '', you: seat === viewer ? 'yes' : 'no' };
}

/** Words for a refusal; codes we have no words for are told in general. */
export function errorText(code: string): string {
  return has(`error.${code}`) ? t(`error.${code}`) : t('error.failed');
}
