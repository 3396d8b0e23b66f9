// The country beside the road: the same each time, without a broken path, at every size it is drawn in.
import { expect, it } from 'vitest';
import facts from '../facts.json';
import { country } from './legs';
import { SPOTS } from './spots';

const SIZES = [
  [888, 108],
  [1500, 112],
  [344, 309],
  [344, 34],
] as const;

it('paints every leg at every size, the same each time', () => {
  for (let leg = 0; leg < 4; leg++)
    for (const [width, height] of SIZES) {
      const made = country(leg, width, height);
      expect(made).toEqual(country(leg, width, height));
      expect(
        made.washes.map((wash) => wash.d).filter((d) => !/^M/.test(d) || /NaN|Infinity|undefined/.test(d)),
      ).toEqual([]);
      expect(made.washes.length).toBeLessThan(200);
      const [middle, near] = made.layers; // far, middle and near: something is painted in each
      expect([middle > 0, near > middle, made.washes.length > near]).toEqual([true, true, true]);
    }
});

it('draws every space of the road', () => {
  const spaces = new Set(facts.road.stops.filter((space) => space !== 'inn'));
  expect(new Set(Object.keys(SPOTS))).toEqual(spaces);
});
