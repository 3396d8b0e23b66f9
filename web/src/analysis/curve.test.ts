import { expect, test } from 'vitest';
import { sketched } from './curve';

const frame = { width: 140, height: 120, left: 20, right: 20, top: 10, bottom: 10 };
const sketch = [
  [0.5, 0.5],
  [0.4, 0.6],
  [1, 0],
];

test('what is not judged yet is drawn roughly, from the last known decision on', () => {
  expect(sketched(frame, 0, sketch, 0, 2)).toBe('M20 60L70 70L120 10');
  expect(sketched(frame, 1, sketch, 1, 2)).toBe('M70 50L120 110');
  expect(sketched(frame, 0, sketch, 2, 2)).toBe('');
  expect(sketched(frame, 0, [], 0, 2)).toBe('');
});
