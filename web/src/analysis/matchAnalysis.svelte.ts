// The analysis of a finished match: asked for once, and read as it is found.
import { api, ApiError } from '../lib/api';
import type { AnalysisInfo, AnalysisSummary, AnalyzedDecision } from '../lib/protocol';

export type Grades = Record<number, AnalyzedDecision['grade']>;
const SHORT = 50; // milliseconds between the first two looks: something is found soon
const LONG = 300; // and later

export class MatchAnalysis {
  status = $state<AnalysisInfo['status'] | 'unknown'>('unknown');
  total = $state(0);
  decisions = $state.raw<AnalyzedDecision[]>([]);
  summary = $state.raw<AnalysisSummary | null>(null);
  /** Shares of the victory before each decision and at the end, roughly: until they are judged. */
  sketch = $state.raw<number[][]>([]);
  /** The code of what the server refused. */
  wrong = $state('');
  /** The grades of moves, by the entry of the log. */
  grades: Grades = $derived(Object.fromEntries(this.decisions.map((one) => [one.entry, one.grade])));
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pause = SHORT;
  private asked = false;
  private closed = false;

  constructor(readonly table: string) {}

  get busy(): boolean {
    return this.status === 'waiting' || this.status === 'running';
  }

  /** See what there is. */
  async look(): Promise<void> {
    await this.ask(async () => this.take(await api.analysis(this.table, this.decisions.length)));
  }

  /** Let the match be analyzed, and follow it. */
  async begin(): Promise<void> {
    this.asked = true;
    this.status = 'waiting';
    await this.ask(async () => this.take(await api.analyze(this.table)));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(work: () => Promise<void>): Promise<void> {
    this.wrong = '';
    try {
      await work();
    } catch (error) {
      this.wrong = error instanceof ApiError ? error.code : 'failed';
      this.status = 'unknown';
    }
  }

  private take(found: AnalysisInfo): void {
    if (this.closed) return;
    this.total = found.total ?? 0;
    const last = this.decisions.at(-1)?.number ?? 0;
    this.decisions = [...this.decisions, ...(found.decisions ?? []).filter((one) => one.number > last)];
    this.summary = found.summary ?? null;
    if (found.sketch?.length) this.sketch = found.sketch; // told once
    // another node may not know of it yet, or has lost it: it is asked, too
    const lost = found.status === 'none' && this.asked;
    this.status = lost ? 'waiting' : found.status;
    if (found.status === 'failed') this.wrong = 'failed';
    if (!this.busy) return;
    this.timer = setTimeout(() => void (lost ? this.begin() : this.look()), this.pause);
    this.pause = Math.min(1.5 * this.pause, LONG);
  }
}
