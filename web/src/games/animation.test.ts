// The animation queue: order, speed, skipping, lines, and things drawn for a while.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnimationQueue, duration, pause, Transient, type Step } from './animation.svelte';

interface Event {
  event: string;
}

const plan = (events: Event[]): Step<Event>[] => events.map((event) => ({ events: [event], length: 1 }));
const some = (...kinds: string[]): Event[] => kinds.map((event) => ({ event }));

/** Views are numbers; each step adds a tenth. */
class Counter extends AnimationQueue<number, Event> {
  played: [string, number][] = [];
  missed: string[] = [];
  resets = 0;

  constructor(view: number) {
    super(view, plan, (event) => (event.event === 'wordless' ? null : event.event), new Set(['silent']));
  }

  protected async play({ events, length }: Step<Event>, tempo: number): Promise<void> {
    this.played.push([events[0]!.event, tempo]);
    this.shown += 0.1;
    await pause(tempo * length);
  }

  protected reset(): void {
    this.resets++;
  }

  protected override skipped(events: Event[]): void {
    this.missed.push(...events.map((event) => event.event));
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the queue', () => {
  it('plays events one after another, then shows the view', async () => {
    const queue = new Counter(1);
    const done = queue.show(2, some('a', 'b'), 100);
    expect([queue.busy, queue.shown, queue.lines]).toEqual([true, 1.1, ['a']]);
    await vi.advanceTimersByTimeAsync(100);
    expect(queue.lines).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(100);
    await done;
    expect([queue.busy, queue.shown, queue.resets]).toEqual([false, 2, 1]);
  });

  it('plays what comes meanwhile afterwards, faster while others wait', async () => {
    const queue = new Counter(1);
    void queue.show(2, some('a'), 100);
    void queue.show(3, some('b'), 100);
    void queue.show(4, some('c'), 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(queue.shown).toBeCloseTo(2.1);
    await vi.runAllTimersAsync();
    expect(queue.played).toEqual([
      ['a', 100],
      ['b', 100 / 1.5],
      ['c', 100],
    ]);
    expect([queue.shown, queue.lines]).toEqual([4, ['c']]);
  });

  it('shows the last view at once when it is skipped, and plays nothing of the old run', async () => {
    const queue = new Counter(1);
    void queue.show(2, some('a', 'b'), 100);
    void queue.show(3, some('c'), 100);
    queue.skip();
    expect([queue.busy, queue.shown, queue.lines, queue.missed]).toEqual([false, 3, ['c'], ['b', 'c']]);
    void queue.show(4, some('d'), 100);
    await vi.runAllTimersAsync();
    expect(queue.played.map(([kind]) => kind)).toEqual(['a', 'd']);
    expect(queue.shown).toBe(4);
  });

  it('adds the lines of steps that were skipped', () => {
    const queue = new Counter(1);
    void queue.show(2, some('a', 'b', 'c'), 100);
    queue.skip();
    expect([queue.shown, queue.lines]).toEqual([2, ['a', 'b', 'c']]);
  });

  it('plays and says nothing more when it is closed', async () => {
    const queue = new Counter(1);
    void queue.show(2, some('a', 'b'), 100);
    void queue.show(3, some('c'), 100);
    queue.close();
    await vi.runAllTimersAsync();
    expect([queue.played.length, queue.lines]).toEqual([1, ['a']]);
  });

  it('plays nothing without a tempo or without events', () => {
    const queue = new Counter(1);
    void queue.show(2, some('a'), 0);
    expect([queue.shown, queue.lines, queue.played]).toEqual([2, ['a'], []]);
    void queue.show(3, [], 100);
    expect([queue.shown, queue.lines, queue.played]).toEqual([3, ['a'], []]);
  });

  it('keeps the last four lines, and none of events without words', async () => {
    const queue = new Counter(1);
    void queue.show(2, some('a', 'silent', 'b', 'wordless', 'c', 'd', 'e'), 10);
    await vi.runAllTimersAsync();
    expect(queue.lines).toEqual(['b', 'c', 'd', 'e']);
    void queue.show(3, some('silent'), 10);
    await vi.runAllTimersAsync();
    expect(queue.lines).toEqual(['b', 'c', 'd', 'e']);
  });
});

it('removes what is drawn for a while', () => {
  const flights = new Transient<{ id: number; n: number }>();
  flights.add({ n: 1 }, 100);
  flights.add({ n: 2 }, 200);
  expect(flights.items).toEqual([
    { id: 0, n: 1 },
    { id: 1, n: 2 },
  ]);
  vi.advanceTimersByTime(100);
  expect(flights.items).toEqual([{ id: 1, n: 2 }]);
  flights.remove((one) => one.n === 2);
  expect(flights.items).toEqual([]);
  flights.add({ n: 3 }, 100);
  flights.clear();
  expect(flights.items).toEqual([]);
});

it('adds up the length of a plan', () => {
  expect(
    duration([
      { events: [], length: 1.5 },
      { events: [], length: 2 },
    ]),
  ).toBe(3.5);
});
