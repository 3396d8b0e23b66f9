import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defer, deferLast } from '../lib/deferred';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 16));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('renders what comes last after everything that is deferred meanwhile', () => {
  const order: string[] = [];
  deferLast(() => order.push('players'));
  deferLast(() => order.push('chat'));
  defer(() => {
    order.push('road');
    defer(() => order.push('panel'));
  });
  vi.runAllTimers();
  expect(order).toEqual(['road', 'panel', 'players', 'chat']);
});

it('waits for what is rendered when a size was observed in the first frame', () => {
  const order: string[] = [];
  requestAnimationFrame(() => void Promise.resolve().then(() => defer(() => order.push('panel'))));
  deferLast(() => order.push('players'));
  return vi.runAllTimersAsync().then(() => expect(order).toEqual(['panel', 'players']));
});

it('renders nothing that is gone', () => {
  const order: string[] = [];
  defer(() => order.push('panel'))();
  deferLast(() => order.push('players'))();
  vi.runAllTimers();
  expect(order).toEqual([]);
});
