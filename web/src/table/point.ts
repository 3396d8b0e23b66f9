// A ring around the thing a hint is about, wherever it is drawn; it follows the thing and hides when it is not there.
export function point(board: HTMLElement, at: string): () => void {
  const ring = document.createElement('div');
  ring.className = 'coach-ring';
  ring.ariaHidden = 'true';
  board.append(ring);
  let frame = 0;
  const follow = (): void => {
    const thing = board.querySelector(at);
    const box = thing?.getBoundingClientRect();
    ring.hidden = !box?.width;
    if (thing && box) {
      ring.style.zIndex = thing.closest('div.asking') ? '3' : '1'; // what lies under the panel stays under it
      const home = board.getBoundingClientRect();
      const place = [box.left - home.left - 5, box.top - home.top - 5, box.width + 10, box.height + 10];
      const [left, top, width, height] = place.map((n) => `${Math.round(n)}px`);
      Object.assign(ring.style, { left, top, width, height });
    }
    frame = requestAnimationFrame(follow);
  };
  follow();
  return () => {
    cancelAnimationFrame(frame);
    ring.remove();
  };
}
