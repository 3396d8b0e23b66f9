// What decided a match: the sources in which the winner and the next differ most.
import type { Source } from '../games/contract';

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
