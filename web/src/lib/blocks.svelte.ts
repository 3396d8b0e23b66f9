// Whom the visitor has blocked and which chats are muted: what is written there is not shown. The muted ones are known to
// this browser only.
import { api } from './api';
import type { LiveTable } from './liveTable.svelte';
import type { ChatLine } from './protocol';

const KEY = 'tabiji.muted';
const MOST = 50; // tables that are remembered

class Blocks {
  ids = $state.raw<ReadonlySet<string>>(new Set());
  muted = $state.raw<readonly string[]>(read());
  private known = false;

  async open(): Promise<void> {
    if (this.known) return;
    this.known = true;
    this.ids = new Set(await api.blocks());
  }

  async set(id: string, blocked: boolean): Promise<void> {
    await (blocked ? api.block(id) : api.unblock(id));
    this.ids = new Set(await api.blocks());
  }

  mute(table: string, muted: boolean): void {
    const others = this.muted.filter((one) => one !== table);
    this.muted = muted ? [...others, table].slice(-MOST) : others;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.muted));
    } catch {
      // a browser that keeps nothing: muted until the page is left
    }
  }

  /** The chat of a table as this visitor wants to see it. */
  heard(live: LiveTable): ChatLine[] {
    if (this.muted.includes(live.id)) return [];
    return live.chat.filter((said) => !this.ids.has(live.table?.seats[said.seat ?? -1]?.person ?? ''));
  }
}

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

export const blocks = new Blocks();
