// How seats are called and shown, the same everywhere.
import type { SeatLook } from '../games/contract';
import { has, t } from './i18n.svelte';
import type { Table } from './protocol';

/** Bots are called by their level, in the reader's language. */
export function botName(level: string): string {
  return has(`level.${level}`) ? t(`level.${level}`) : level;
}

export function looks(table: Table, mine: number[]): SeatLook[] {
  return table.seats.map(({ seat, name, bot }) => ({
    seat,
    name: bot ? t('seat.bot', { level: botName(bot), number: seat + 1 }) : name || t('seat.empty'),
    bot,
    mine: mine.includes(seat),
  }));
}

/** Words for a refusal; codes we have no words for are told in general. */
export function refusal(code: string): string {
  return has(`refusal.${code}`) ? t(`refusal.${code}`) : t('refusal.failed');
}
