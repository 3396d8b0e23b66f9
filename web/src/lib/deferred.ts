// Rendering in tasks of their own, one after another, so that no task is long. What comes last waits until everything
// above it has its size: it is never pushed down.
const waiting = new Set<() => void>();
const last = new Set<() => void>();
let watching = false;

/** Run in a task of its own; returns a function that cancels. */
export function defer(run: () => void): () => void {
  const task = () => {
    if (waiting.delete(task)) run();
  };
  waiting.add(task);
  setTimeout(task);
  return () => void waiting.delete(task);
}

/** Run when a frame has passed in which nothing else was deferred, one per frame; returns a function that cancels. */
export function deferLast(run: () => void): () => void {
  last.add(run);
  if (!watching) nextFrame();
  return () => void last.delete(run);
}

function nextFrame(): void {
  watching = true;
  // Sizes are observed after the layout of a frame, and what they render is deferred then: look after that.
  requestAnimationFrame(() => setTimeout(runLast));
}

function runLast(): void {
  watching = false;
  const [run] = last;
  if (!run) return;
  if (waiting.size === 0) {
    last.delete(run);
    run();
  }
  if (last.size) nextFrame();
}
