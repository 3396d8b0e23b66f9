// The coach: asks what each own move cost, and has a word to say when that was much.
import { api } from '../lib/api';
import { locale } from '../lib/i18n.svelte';
import type { LiveTable } from '../lib/liveTable.svelte';
import type { CoachVerdict, Table } from '../lib/protocol';

const COSTLY = 0.05; // of the victory

/** Nobody is coached in a match that may be rated, nor where hints are not allowed. */
export function mayCoach(table: Table): boolean {
  return table.hints && (table.rated === 'alone' || table.rated === 'several_seats');
}

export class Coach {
  /** The verdict on one's last move, if there is something to say. */
  verdict = $state.raw<CoachVerdict | null>(null);
  private before: number | undefined | null = null;
  private ready = $state(false);

  constructor(
    private readonly live: LiveTable,
    private readonly table: string,
  ) {}

  /** What can be said now: its texts are there, too. */
  get word(): CoachVerdict | null {
    return this.ready && !this.live.position?.over ? this.verdict : null;
  }

  /** In an effect: look at the number of one's own last move that was not taken back. */
  follow(): void {
    if (!this.ready) void locale.load('analysis').then(() => (this.ready = true));
    const number = this.live.log.findLast(
      (line) => line.entry.kind === 'move' && !line.undone && this.live.mine.includes(line.entry.seat ?? -1),
    )?.entry.number;
    const before = this.before;
    if (number === before) return;
    this.before = number;
    this.verdict = null;
    if (before === null || number === undefined || number < before!) return; // it was there before, or one went back
    api.coach(this.table).then(
      (found) => {
        if (number === this.before && found.cost >= COSTLY && found.cost > found.unsure) this.verdict = found;
      },
      () => undefined, // it only helps
    );
  }

  back(): void {
    this.verdict = null;
    this.live.undo();
  }
}
