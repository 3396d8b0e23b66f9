// What an event adds to or takes from a purse and a score, read off the event alone.
import type { GameEvent, MovePreview } from '../../lib/protocol';

export interface Gain {
  coins: number;
  points: number;
  unsure: boolean;
}

export function change(event: GameEvent): { coins: number; points: number } {
  const coins = Number(event.coins ?? 0);
  const points = Number(event.points ?? 0);
  switch (event.event) {
    case 'coins':
    case 'ability':
    case 'lined_up':
      return { coins, points };
    case 'bought':
    case 'ate':
      return { coins: -coins, points };
    case 'donated':
      return { coins: event.from_bank ? 0 : -coins, points };
    default:
      return { coins: 0, points };
  }
}

/** What a move would surely bring its pawn. */
export function gain(prospect: MovePreview | undefined, pawn: number): Gain | null {
  if (!prospect) return null;
  const sum: Gain = { coins: 0, points: 0, unsure: prospect.uncertain };
  for (const event of prospect.events) {
    if (event.pawn !== pawn || event.event === 'ranked' || event.event === 'revealed') continue;
    const { coins, points } = change(event);
    sum.coins += coins;
    sum.points += points;
  }
  return sum;
}
