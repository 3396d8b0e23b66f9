import { expect, it } from 'vitest';
import { gain, knownGain } from './ledger';

it('knows what a meal costs, or that it does not know', () => {
  const told = {
    move: 'eat sushi',
    events: [{ event: 'ate' as const, pawn: 1, meal: 'sushi' as const, coins: 2, points: 6 }],
    uncertain: true,
  };
  expect(knownGain(told, 1)).toEqual({ coins: -2, points: 6, unsure: true });
  expect(knownGain(undefined, 1)).toBeNull();
  // the server gives no events while the game is interpreted: such a meal is not free
  expect(knownGain({ ...told, events: [] }, 1)).toBeNull();
  expect(gain({ ...told, events: [] }, 1)).toEqual({ coins: 0, points: 0, unsure: true });
});
