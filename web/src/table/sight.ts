// What is asked can be seen: spaces that may be chosen lie between what sticks at the top and the panel at the bottom.
const GAP = 6; // pixels
const ABOVE = 28; // pawns, and what a space would give, stand above it

function covered(board: HTMLElement): { top: number; bottom: number; panel: HTMLElement | null } {
  const head = document.querySelector<HTMLElement>('[data-sticky]');
  const panel = board.querySelector<HTMLElement>('div.asking');
  const style = panel && getComputedStyle(panel);
  const docked = style?.position === 'sticky' && style.bottom === '0px';
  return { top: head?.offsetHeight ?? 0, bottom: docked ? panel!.offsetHeight : 0, panel };
}

/** Tell when the panel has grown; and let focus scroll things to where nothing covers them. */
export function keepClear(board: HTMLElement, changed: () => void): () => void {
  const page = document.documentElement.style;
  let panel: HTMLElement | null = null;
  let height = 0;
  const measure = (): void => {
    const { top, bottom } = covered(board);
    page.scrollPadding = `${top + GAP}px 0 ${bottom + GAP}px`;
    if (bottom > height) changed();
    height = bottom;
  };
  const watch = new ResizeObserver(measure);
  watch.observe(board);
  // the panel comes later than the board, and may be replaced
  const search = new MutationObserver(() => {
    const found = covered(board).panel;
    if (found === panel) return;
    if (panel) watch.unobserve(panel);
    if (found) watch.observe(found);
    panel = found;
  });
  search.observe(board, { childList: true, subtree: true });
  return () => {
    watch.disconnect();
    search.disconnect();
    page.scrollPadding = '';
  };
}

function around(things: Iterable<Element>): { top: number; bottom: number } | null {
  const boxes = [...things].map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  if (!boxes.length) return null;
  return { top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)) };
}

/**
 * Scroll until everything that may be chosen on the board is in sight. What surrounds it (`data-scene`) comes along where
 * there is room for it; without room for all choices their middle is shown.
 */
export function reveal(board: HTMLElement, smooth: boolean): void {
  const { top, bottom } = covered(board);
  const room = innerHeight - bottom - top - ABOVE - GAP;
  const choices = around(
    [...board.querySelectorAll('[data-move], [data-choice]')].filter((one) => !one.closest('div.asking')),
  );
  const scene = choices && around(board.querySelectorAll('[data-scene]'));
  const seen = scene && scene.bottom - scene.top <= room ? scene : choices;
  if (!seen) return;
  // how far it reaches beyond the top and the bottom
  const above = top + ABOVE - seen.top;
  const below = seen.bottom - (innerHeight - bottom - GAP);
  if (above <= 0 && below <= 0) return;
  const way = above + below > 0 ? (below - above) / 2 : above > 0 ? -above : below;
  if (Math.abs(way) >= 1) scrollBy({ top: way, behavior: smooth ? 'smooth' : 'instant' });
}
