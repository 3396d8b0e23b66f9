// The win curve: shares of the victory over the match, and what moved them.
import type { AnalysisSummary, AnalyzedDecision } from '../lib/protocol';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The way of one seat: all of it, and its parts by what moved it. */
export interface Way {
  line: string;
  decisions: string;
  luck: string;
}

const LEAST = 0.005; // a smaller change is not drawn apart
const n = (value: number) => Math.round(value * 10) / 10;

export const xAt = (frame: Frame, point: number, total: number) =>
  frame.left + ((frame.width - frame.left - frame.right) * point) / Math.max(1, total);
export const yAt = (frame: Frame, share: number) =>
  frame.top + (frame.height - frame.top - frame.bottom) * (1 - Math.min(1, Math.max(0, share)));

/** A seat's way through the decisions that are known so far, of so many. */
export function way(
  frame: Frame,
  seat: number,
  decisions: AnalyzedDecision[],
  total: number,
  result: number[] | null,
): Way {
  const at = (point: number, share: number) => `${n(xAt(frame, point, total))} ${n(yAt(frame, share))}`;
  const found = { line: '', decisions: '', luck: '' };
  decisions.forEach((one, i) => {
    const before = one.before[seat] ?? 0;
    const after =
      decisions[i + 1]?.before[seat] ?? result?.[seat] ?? before + (one.skill[seat] ?? 0) + (one.luck[seat] ?? 0);
    const between = before + (one.skill[seat] ?? 0);
    found.line += `${i ? 'L' : 'M'}${at(i, before)}`;
    if (Math.abs(between - before) >= LEAST) found.decisions += `M${at(i, before)}L${at(i + 0.5, between)}`;
    if (Math.abs(after - between) >= LEAST) found.luck += `M${at(i + 0.5, between)}L${at(i + 1, after)}`;
    if (i === decisions.length - 1) found.line += `L${at(i + 1, after)}`;
  });
  return found;
}

/** A seat's way after the decisions that are known, roughly. */
export function sketched(frame: Frame, seat: number, sketch: number[][], known: number, total: number): string {
  const points = sketch
    .slice(known)
    .map((shares, i) => `${n(xAt(frame, known + i, total))} ${n(yAt(frame, shares[seat] ?? 0))}`);
  return points.length > 1 ? `M${points.join('L')}` : '';
}

/** The inside of a picture of the curve, by day and without anything from outside. */
export function curveArt(
  decisions: AnalyzedDecision[],
  summary: AnalysisSummary,
  colors: string[],
): { inside: string; height: number } {
  const frame = { width: 1200, height: 400, left: 56, right: 56, top: 40, bottom: 24 };
  const rule = (share: number) =>
    `<path d="M${frame.left} ${n(yAt(frame, share))}H${frame.width - frame.right}" stroke="#d8cfbc" stroke-width="2"/>`;
  const ways = summary.seats.map((_, seat) => {
    const { line } = way(frame, seat, decisions, decisions.length, summary.result);
    return `<path d="${line}" fill="none" stroke="${colors[seat % colors.length]}" stroke-width="6" stroke-linejoin="round"/>`;
  });
  return {
    height: frame.height,
    inside: `<rect width="${frame.width}" height="${frame.height}" fill="#fdfaf3"/>${[0, 0.25, 0.5, 0.75, 1].map(rule).join('')}${ways.join('')}`,
  };
}
