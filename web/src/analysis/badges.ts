// Shares of the victory at the things on the board that moves are about; they follow the things.
export interface Badge {
  at: string;
  text: string;
  played: boolean;
}

export function badges(board: HTMLElement, shown: Badge[]): () => void {
  const made = shown.map(({ at, text, played }) => {
    const badge = document.createElement('span');
    badge.className = played ? 'share-badge played' : 'share-badge';
    badge.ariaHidden = 'true'; // the same is said in words
    badge.textContent = text;
    board.append(badge);
    return { at, badge };
  });
  let frame = 0;
  const follow = (): void => {
    const home = board.getBoundingClientRect();
    for (const { at, badge } of made) {
      const box = board.querySelector(at)?.getBoundingClientRect();
      badge.hidden = !box?.width;
      if (!box?.width) continue;
      badge.style.left = `${Math.round(box.left - home.left + box.width / 2)}px`;
      badge.style.top = `${Math.round(box.top - home.top)}px`;
    }
    frame = requestAnimationFrame(follow);
  };
  follow();
  return () => {
    cancelAnimationFrame(frame);
    for (const { badge } of made) badge.remove();
  };
}
