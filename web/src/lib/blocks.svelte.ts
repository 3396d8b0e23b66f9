// Whom the visitor has blocked: what they write is not shown. Read once a page, and again after a change.
import { api } from './api';

class Blocks {
  ids = $state.raw<ReadonlySet<string>>(new Set());
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
}

export const blocks = new Blocks();
