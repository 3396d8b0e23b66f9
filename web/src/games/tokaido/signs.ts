// The small signs under an open stop: what is sure, or what kind of thing waits there.
import facts from './facts.json';
import type { Gain } from './ledger';

export interface Sign {
  kind: 'coin' | 'point' | 'bag' | 'bowl' | 'plain';
  text: string;
}

/** Five petals around a middle: the sign of points. */
export const FLOWER = [0, 1, 2, 3, 4]
  .map((i) => [Math.sin((i * 2 * Math.PI) / 5) * 2.7, -Math.cos((i * 2 * Math.PI) / 5) * 2.7])
  .map(([x, y]) => `M${(x! - 2).toFixed(2)} ${y!.toFixed(2)}a2 2 0 1 0 4 0a2 2 0 1 0-4 0z`)
  .join('');

/** Signs of a space; `own` when one's own pawn goes there, not the neutral traveler. */
export function signsOf(space: string, sum: Gain | null | undefined, own: boolean): Sign[] {
  if (!sum) return [];
  const signs: Sign[] = [];
  if (sum.coins) signs.push({ kind: 'coin', text: `${sum.coins > 0 ? '+' : '−'}${Math.abs(sum.coins)}` });
  if (sum.points) signs.push({ kind: 'point', text: `+${sum.points}` });
  if (!own) return signs;
  if (space === 'temple') signs.push({ kind: 'coin', text: '1–3' });
  else if (space === 'hot_spring') signs.push({ kind: 'point', text: '2–3' });
  else if (space === 'village') signs.push({ kind: 'bag', text: '' });
  else if (space === 'inn') signs.push({ kind: 'bowl', text: String(facts.meal_points) });
  else if (sum.unsure) signs.push({ kind: 'plain', text: '?' });
  return signs;
}
