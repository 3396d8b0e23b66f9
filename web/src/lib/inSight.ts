// What is shown for a moment over a board must not be missed by who has scrolled down to the cards below.

/** So far down a window the line that says what the table waits for, and on a phone the players, stay in sight. */
const HEAD = 112;

/** Moves something that stands at the top of its board down to where it is seen. */
export function inSight(shown: HTMLElement): void {
  const { top } = shown.getBoundingClientRect();
  if (top < HEAD) shown.style.top = `${Math.round(HEAD - top)}px`;
}
