import { expect, test } from 'vitest';
import source from '../components/Drawing.svelte?raw';
import { FILLS, WASHES } from './drawing';
import { DAY, EDGE } from './drawingByDay';

test('the colors by day are those of the page', () => {
  const named = Object.fromEntries(
    [...source.matchAll(/--(\w+): light-dark\((#\w+),/g)].map(([, name, day]) => [name, day]),
  );
  expect(EDGE).toBe(named.edge);
  for (const look of [...FILLS.filter((fill) => fill !== 'own'), ...WASHES]) {
    const rule = RegExp(`\\.${look} {\\s+fill: ([^;]+);`).exec(source)![1]!;
    const day = /^light-dark\((#\w+),/.exec(rule)?.[1] ?? named[/^var\(--(\w+)\)/.exec(rule)?.[1] ?? ''] ?? rule;
    expect([look, DAY[look]]).toEqual([look, day]);
  }
});
