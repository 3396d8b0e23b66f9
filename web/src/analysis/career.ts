// Analyzed matches of one person and one game, together.
import type { AnalyzedMatch } from '../lib/protocol';

interface Together {
  accuracy: number | null;
  luck: number;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** Accuracy over all decisions, and the mean luck. */
export function together(matches: AnalyzedMatch[]): Together {
  const all = matches.flatMap((match) => Object.values(match.seat.kinds));
  const stake = sum(all.map((kind) => kind.at_stake));
  return {
    accuracy: stake > 0 ? 1 - sum(all.map((kind) => kind.cost)) / stake : null,
    luck: sum(matches.map((match) => match.seat.luck)) / Math.max(1, matches.length),
  };
}

/** Each kind of decision: accuracy, and what it cost in a match; the costliest first. */
export function kinds(matches: AnalyzedMatch[]): { name: string; accuracy: number | null; cost: number }[] {
  const names = [...new Set(matches.flatMap((match) => Object.keys(match.seat.kinds)))];
  return names
    .map((name) => {
      const found = matches.flatMap((match) => match.seat.kinds[name] ?? []);
      const cost = sum(found.map((kind) => kind.cost));
      const stake = sum(found.map((kind) => kind.at_stake));
      return { name, accuracy: stake > 0 ? 1 - cost / stake : null, cost: cost / matches.length };
    })
    .sort((a, b) => b.cost - a.cost);
}
