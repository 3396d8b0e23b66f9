// What an event adds to or takes from a purse and a score, read off the event alone.
import type { TokaidoEvent, TokaidoPreview } from './types';

export interface Gain {
  coins: number;
  points: number;
  unsure: boolean;
}

export function change(event: TokaidoEvent): { coins: number; points: number } {
  const points = event.points ?? 0;
  switch (event.event) {
    case 'coins':
    case 'ability':
    case 'lined_up':
      return { coins: event.coins, points };
    case 'bought':
    case 'ate':
      return { coins: -event.coins, points };
    case 'donated':
      return { coins: event.from_bank ? 0 : -event.coins, points };
    default:
      return { coins: 0, points };
  }
}

/** What a move would surely bring its pawn. */
export function gain(prospect: TokaidoPreview['previews'][number] | undefined, pawn: number): Gain | null {
  if (!prospect) return null;
  const sum: Gain = { coins: 0, points: 0, unsure: prospect.uncertain };
  for (const event of prospect.events) {
    if (!('pawn' in event) || event.pawn !== pawn || event.event === 'ranked' || event.event === 'revealed') continue;
    const { coins, points } = change(event);
    sum.coins += coins;
    sum.points += points;
  }
  return sum;
}

/** The same, or null where nothing is known: while a game is interpreted, a move that reveals something has no events. */
export function knownGain(prospect: TokaidoPreview['previews'][number] | undefined, pawn: number): Gain | null {
  return prospect?.events.length ? gain(prospect, pawn) : null;
}
