// The animation queue of every board: views are shown in order, each after the events that led to it. A game adds its
// plan (which events are shown together, and for how long) and `play`, which draws one step.

/** Events that are shown together, and for how many tempos. */
export interface Step<E> {
  events: E[];
  length: number;
}

const MOST_LINES = 4;

export abstract class AnimationQueue<V, E extends { event: string }> {
  /** The view as far as it has been shown. */
  shown = $state.raw() as V;
  busy = $state(false);
  /** The last events in words. */
  lines = $state.raw<string[]>([]);
  /** The view that the present events lead to. */
  protected goal: V;
  private scenes: { view: V; events: E[] }[] = [];
  private left: Step<E>[] = [];
  private run = 0;

  constructor(
    view: V,
    private readonly plan: (events: E[]) => Step<E>[],
    private readonly tell: (event: E) => string | null,
    /** Kinds of events without a line. */
    private readonly silent: ReadonlySet<string>,
  ) {
    this.shown = view;
    this.goal = view;
  }

  /** Draw a step, and resolve when the next one may begin; `current` is false as soon as somebody has skipped. */
  protected abstract play(step: Step<E>, tempo: number, current: () => boolean): Promise<void>;
  /** Remove what is only drawn during animations. */
  protected abstract reset(): void;
  /** Keep what remains visible of events that were not played. */
  protected skipped(_events: E[]): void {}

  /** Play the events that lead to a view, then show it. While others wait, everything is played faster. */
  async show(view: V, events: E[], tempo: number): Promise<void> {
    this.scenes.push({ view, events });
    if (!tempo || !events.length) return this.skip();
    if (this.busy) return;
    const run = ++this.run;
    const current = () => run === this.run;
    this.busy = true;
    for (let scene = this.scenes.shift(); scene; scene = this.scenes.shift()) {
      this.goal = scene.view;
      if (this.say(scene.events).length) this.lines = [];
      this.left = this.plan(scene.events);
      for (let step = this.left.shift(); step; step = this.left.shift()) {
        this.lines = [...this.lines, ...this.say(step.events)].slice(-MOST_LINES);
        await this.play(step, tempo / (1 + this.scenes.length / 2), current);
        if (!current()) return;
      }
      this.shown = scene.view;
    }
    this.settle();
  }

  /** Show the last view at once. */
  skip(): void {
    this.run++;
    const last = this.scenes.at(-1);
    const left = this.left.flatMap((step) => step.events);
    this.skipped([...left, ...this.scenes.flatMap((scene) => scene.events)]);
    const said = this.say(last?.events ?? left);
    if (said.length) this.lines = [...(last ? [] : this.lines), ...said].slice(-MOST_LINES);
    if (last) this.goal = last.view;
    this.scenes = [];
    this.left = [];
    this.settle();
  }

  /** Nobody looks any more: what is left is neither shown nor said. */
  close(): void {
    this.run++;
    this.scenes = [];
    this.left = [];
  }

  /** The lines of events. */
  protected say(events: E[]): string[] {
    const spoken = events.filter((event) => !this.silent.has(event.event));
    return spoken.map((event) => this.tell(event)).filter((line) => line !== null);
  }

  private settle(): void {
    this.shown = this.goal;
    this.busy = false;
    this.reset();
  }
}

/** Things that are drawn for a while: each is removed when its time is over. */
export class Transient<T extends { id: number }> {
  items = $state.raw<T[]>([]);
  private next = 0;

  add(item: Omit<T, 'id'>, milliseconds: number): void {
    const id = this.next++;
    this.items = [...this.items, { ...item, id } as T];
    setTimeout(() => this.remove((one) => one.id === id), milliseconds);
  }

  remove(which: (item: T) => boolean): void {
    this.items = this.items.filter((one) => !which(one));
  }

  clear(): void {
    this.items = [];
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** How many tempos a plan takes. */
export function duration(plan: Step<unknown>[]): number {
  return plan.reduce((sum, step) => sum + step.length, 0);
}
