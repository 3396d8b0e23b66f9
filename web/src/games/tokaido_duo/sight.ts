// Bringing things into sight, between what sticks to the top of the window and the question at its bottom.

/** How far down the bars that stick to the top reach. */
function ceiling(root: Element): number {
  let low = 0;
  for (let at: Element | null = root; at?.parentElement; at = at.parentElement) {
    for (const beside of at.parentElement.children) {
      const { position, top } = getComputedStyle(beside);
      if (beside !== at && (position === 'sticky' || position === 'fixed') && top !== 'auto') low = Math.max(low, parseFloat(top) + beside.clientHeight);
    }
  }
  return low;
}

const ABOVE = 28; // what a place would give is told above it

/** Scroll so far that everything found can be seen, or as much of it as there is room for. */
export function reveal(root: HTMLElement, selector: string, smoothly: boolean): void {
  const boxes = [...root.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const panel = root.querySelector(':scope > .asking');
  if (!boxes.length || !panel) return;
  const top = Math.min(...boxes.map((box) => box.top)) - ABOVE - ceiling(root);
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + 4 - panel.getBoundingClientRect().top;
  const by = top < 0 ? top : Math.max(0, Math.min(bottom, top));
  if (by) scrollBy({ top: by, behavior: smoothly ? 'smooth' : 'auto' });
}
