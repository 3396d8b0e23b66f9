// The first journey: what a newcomer should know, when it matters.
import type { View } from '../lib/protocol';
import type { Hint, Lesson } from '.';

interface Walk extends View {
  pawns: { stop: number }[];
  seats: { coins: number; points: number }[];
  inn_number: number;
}

const INNS = [14, 27, 41, 54];

const lesson: Lesson = (shown, legal, heard) => {
  const view = shown as Walk;
  const me = view.viewer;
  if (me === null || view.seat === null) return null;
  const say = (id: string, more: Partial<Hint> = {}): Hint => ({ id, ...more });
  const told = (id: string) => heard.includes(id);
  const stop = view.pawns[me]?.stop ?? 0;

  if (view.seat !== me || !legal.length) return told('lesson.tokaido.others') ? null : say('lesson.tokaido.others', { rule: 'TK-10', passing: true });
  if (view.phase === 'take') return say('lesson.tokaido.take', { rule: 'TK-3' });
  if (view.phase === 'move') {
    if (stop === 0 && !told('lesson.tokaido.road')) return say('lesson.tokaido.road', { rule: 'TK-11', passing: true });
    if (!told('lesson.tokaido.near')) return say('lesson.tokaido.near', { rule: 'TK-12', passing: true });
    if ((view.seats[me]?.coins ?? 0) < 2) return say('lesson.tokaido.poor', { rule: 'TK-22' });
    const inn = INNS.find((where) => where > stop);
    if (inn !== undefined && inn - stop <= 4) return say('lesson.tokaido.inn', { rule: 'TK-27' });
    return say('lesson.tokaido.choose', { rule: 'TK-15' });
  }
  const BY_VERB: Record<string, Hint> = {
    buy: { id: 'lesson.tokaido.buy', rule: 'TK-21' },
    eat: { id: 'lesson.tokaido.eat', rule: 'TK-28' },
    donate: { id: 'lesson.tokaido.donate', rule: 'TK-31' },
    see: { id: 'lesson.tokaido.see', rule: 'TK-23' },
    keep: { id: 'lesson.tokaido.keep', rule: 'TK-43' },
    accept: { id: 'lesson.tokaido.treat', rule: 'TK-44' },
    refuse: { id: 'lesson.tokaido.treat', rule: 'TK-44' },
  };
  return BY_VERB[legal[0]?.split(' ')[0] ?? ''] ?? null;
};

export default lesson;
