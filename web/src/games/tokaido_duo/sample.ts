// A view of a match in progress, as the engine tells it: for tests.
import sample from './sample.json';
import type { DuoView, Isle } from './types';

export const VIEW = sample as unknown as DuoView;
export const ISLE = sample.board as unknown as Isle;
