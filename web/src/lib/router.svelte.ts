// Pages by address, with the browser's own history: back, forward and reload lose nothing.
import { tick } from 'svelte';
import { read, type Route } from './routes';

class Router {
  path = $state('/');
  hash = $state('');
  /** Where the reader was before, on this site. */
  before = $state<string | null>(null);
  route: Route = $derived(read(this.path));

  /** Follow the address, and links inside this site. */
  open(): void {
    this.look();
    addEventListener('popstate', () => this.look());
    addEventListener('hashchange', () => this.look());
    document.addEventListener('click', (event) => {
      if (
        event.defaultPrevented ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        event.altKey
      )
        return;
      const link = (event.target as Element | null)?.closest?.('a');
      if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
      if (link.pathname.startsWith('/api')) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(address: string, replace = false): void {
    const before = this.path;
    if (!replace && new URL(address, location.origin).pathname !== before) this.before = before;
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.look();
    if (this.path !== before) void arrive();
  }

  /** A moment or a rule in the address, without a step in the history. */
  setHash(hash: string): void {
    history.replaceState(null, '', hash ? `#${hash}` : location.pathname);
    this.hash = hash;
  }

  private look(): void {
    this.path = location.pathname;
    this.hash = decodeURIComponent(location.hash.slice(1));
  }
}

/** On another page the reader starts at the top, with the keyboard too. */
async function arrive(): Promise<void> {
  await tick();
  scrollTo(0, 0);
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

export const router = new Router();
