import { expect, test } from 'vitest';
import { inSight } from './inSight';

const at = (top: number) => ({ style: { top: '' }, getBoundingClientRect: () => ({ top }) }) as unknown as HTMLElement;

test('what lies above the window comes down into it, what is seen stays', () => {
  const [above, seen] = [at(-300.4), at(180)];
  inSight(above);
  inSight(seen);
  expect(above.style.top).toBe('412px');
  expect(seen.style.top).toBe('');
});
