// Drawings of single cards by their name, 48 by 48.
import type { Drawing } from '../../lib/drawing';
import { MEALS } from './art/meals';
import { PEOPLE } from './art/people';
import { SOUVENIRS } from './art/souvenirs';

export const GLYPHS: Record<string, Drawing> = { ...SOUVENIRS, ...MEALS, ...PEOPLE };
