// Lessons: for each game, which hint fits what lies on the table now. Loaded only by those who learn.
import { tongue, type Values } from '../lib/i18n.svelte';
import type { GameName, View } from '../lib/protocol';

export interface Hint {
  /** A message. */
  id: string;
  values?: Values;
  /** The rule behind it. */
  rule?: string;
  /** It is only said, and the reader goes on by a button; others go on by playing. */
  passing?: boolean;
}

export type Lesson = (view: View, legal: string[], heard: string[]) => Hint | null;

const LESSONS = import.meta.glob<Lesson>('./*.lesson.ts', { import: 'default' });

export async function lessonFor(game: GameName): Promise<Lesson> {
  const load = LESSONS[`./${game}.lesson.ts`];
  if (!load) return () => null;
  const [lesson] = await Promise.all([load(), tongue.learn('lesson')]);
  return lesson;
}
