// What can be arranged before a voyage.
import { t } from '../../lib/i18n.svelte';
import type { Arrangeable } from '../contract';
import facts from './facts.json';
import { MARKS, SIDES, SQUARES } from './sea';
import { beast } from './words';

const TILES = facts.patterns.map((_, tile) => tile);
const BEASTS = Object.keys(facts.daikaiju);
const PIPS = [1, 2, 3, 4, 5, 6];
const seat = (word: string | number) => t('editor.seat', { number: Number(word) + 1 });
const side = (word: string | number) => t('tsuro.arrange.faces', { side: word });
const drawn = (word: string | number) => `place ${word} r0`;

export default function arrangeable(players: number): Arrangeable[] {
  const seats = Array.from({ length: players }, (_, number) => number);
  const mark = (word: string | number) =>
    t('tsuro.mark', { number: String(word).slice(1), side: String(word).slice(0, 1) });
  const all: Omit<Arrangeable, 'label'>[] = [
    { key: 'starts', as: 'list', columns: [MARKS], say: mark },
    { key: 'first', as: 'one', columns: [seats], say: seat },
    {
      key: 'hands',
      as: 'seats',
      columns: [seats, TILES],
      say: (word, column) => (column ? `${word}` : seat(word)),
      picture: drawn,
    },
    { key: 'pile', as: 'list', columns: [TILES], picture: drawn },
    {
      key: 'daikaiju',
      as: 'texts',
      columns: [BEASTS, SQUARES, SIDES],
      say: (word, column) => (column === 0 ? beast(word as never) : column === 1 ? `${word}` : side(word)),
    },
    {
      key: 'supply',
      as: 'texts',
      columns: [BEASTS, SIDES],
      say: (word, column) => (column ? side(word) : beast(word as never)),
    },
    { key: 'dice', as: 'list', columns: [PIPS] },
  ];
  return all.map((one) => ({ ...one, label: () => t(`tsuro.arrange.${one.key}`) }));
}
