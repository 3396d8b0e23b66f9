import { expect, test } from 'vitest';
import { scene } from './areas';
import { coast, path, smooth, steppingStones, waves } from './coast';
import { layout } from './layout';
import { ISLE } from './sample';

const PLANS = { phone: layout(ISLE, 374, 520), desktop: layout(ISLE, 888, 278) };

test.each(Object.entries(PLANS))('the island on a %s is painted of few shapes, the same each time', (_, plan) => {
  const scenes = plan.fields.map((field, i) => scene(field, plan, i));
  expect(plan.fields.map((field, i) => scene(field, plan, i))).toEqual(scenes);
  const edge = coast(plan);
  const routes = ISLE.routes.map(([a, b], i) => path(plan.at[a]!, plan.at[b]!, 6, i));
  const drawn = [
    ...scenes.flat().map(([, d]) => d),
    edge.ink,
    ...edge.foam,
    waves(plan),
    steppingStones(plan),
    ...routes.flatMap((one) => [one.bed, one.worn]),
  ];
  for (const d of drawn) expect(d).toMatch(/^M[-\d]/);
  expect(drawn.join('')).not.toMatch(/NaN|Infinity|undefined/);
  expect(drawn.length).toBeLessThan(900);
});

test('the coast goes around the land and the paths lead where they should', () => {
  const plan = PLANS.desktop;
  const line = smooth(plan.shore, 4);
  expect(line.length).toBe(4 * plan.shore.length);
  plan.shore.forEach((spot, i) => {
    expect(line[4 * i]![0]).toBeCloseTo(spot.x);
    expect(line[4 * i]![1]).toBeCloseTo(spot.y);
  });
  const [a, b] = [plan.at.m1!, plan.at.m2!];
  const numbers = path(a, b, 6, 1)
    .worn.match(/-?[\d.]+/g)!
    .map(Number);
  for (let i = 0; i < numbers.length; i += 2) {
    expect(numbers[i]!).toBeGreaterThan(Math.min(a.x, b.x) - 6);
    expect(numbers[i]!).toBeLessThan(Math.max(a.x, b.x) + 6);
    expect(Math.abs(numbers[i + 1]! - (a.y + b.y) / 2)).toBeLessThan(9); // no further than a foot off the straight way
  }
});
