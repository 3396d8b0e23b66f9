// Numbers of an analysis in words.
import type { GameClient, SeatLook } from '../games/contract';
import { decimal, locale, percent, t } from '../lib/i18n.svelte';
import type { AnalyzedDecision, ReasonInfo, TurningPointInfo, View } from '../lib/protocol';

/** A difference of shares with its sign: +12 %. */
export function change(share: number): string {
  return new Intl.NumberFormat(locale.language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(share);
}

export function accuracy(share: number | null): string {
  return share === null ? '–' : percent(Math.max(0, share));
}

/** A turning point: whose it was, what happened, and how much it moved whom. */
export function turningPoint(
  point: TurningPointInfo,
  decisions: AnalyzedDecision[],
  client: GameClient,
  view: View,
  seats: SeatLook[],
): { what: string; how: string } {
  const one = decisions[point.number - 1];
  const name = seats[point.seat]?.name ?? '';
  const how = t('analysis.moved', { name, change: change(point.change[point.seat] ?? 0) });
  if (!one) return { what: t('analysis.deal'), how };
  const move = client.say(one.played, view);
  const mover = seats[one.seat]?.name ?? '';
  const what =
    point.cause === 'decision'
      ? t('analysis.point.decision', { name: mover, move })
      : t('analysis.point.luck', { name: mover, move });
  return { what, how };
}

/** Why a better move is better, in a line. */
export function reason(why: ReasonInfo, client: GameClient): string {
  const source = client.reason?.(why.source) ?? t(`analysis.source.${why.source}`);
  const say = (value: number) => (why.unit === 'chance' ? percent(value) : decimal(value));
  return t(`analysis.why.${why.unit}`, { source, best: say(why.best), played: say(why.played) });
}

/** The address of the moment of a decision in the replay, with the analysis opened. */
export function moment(table: string, decision: AnalyzedDecision | undefined): string {
  return `/table/${table}/replay?analysis#${decision?.entry ?? 1}`;
}
