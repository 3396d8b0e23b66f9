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
const BELOW = 4;

/** Scroll so far that everything found can be seen; if there is too little room, its middle. */
export function reveal(root: HTMLElement, selector: string, smoothly: boolean): void {
  const boxes = [...root.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
  const panel = root.querySelector(':scope > .asking');
  if (!boxes.length || !panel) return;
  // how far it reaches beyond the top and the bottom
  const above = ceiling(root) + ABOVE - Math.min(...boxes.map((box) => box.top));
  const below = Math.max(...boxes.map((box) => box.bottom)) + BELOW - panel.getBoundingClientRect().top;
  if (above <= 0 && below <= 0) return;
  const by = above + below > 0 ? (below - above) / 2 : above > 0 ? -above : below;
  scrollBy({ top: by, behavior: smoothly ? 'smooth' : 'auto' });
}
