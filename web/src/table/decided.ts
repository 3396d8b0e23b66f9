// What decided a match: the sources in which the winner and the next differ most.
import type { Source } from '../games/contract';

/** Whose points are compared: the first two of those who stayed. Who left is last, with any number of points, also if a
 * bot has played on: there points have decided nothing. */
export function rivals(order: number[], lost: number[], scores: number[]): [number, number] | null {
  const [first, second] = order.filter((seat) => !lost.includes(seat));
  if (first === undefined || second === undefined || scores[first]! < scores[second]!) return null;
  return [first, second];
}

export function differences(
  sources: Source[],
  first: number,
  second: number,
  most = 3,
): { label: string; by: number }[] {
  return sources
    .map((source) => ({ label: source.label, by: (source.points[first] ?? 0) - (source.points[second] ?? 0) }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => Math.abs(b.by) - Math.abs(a.by))
    .slice(0, most);
}
