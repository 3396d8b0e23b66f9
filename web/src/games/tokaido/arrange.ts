// What can be arranged before a journey.
import { t } from '../../lib/i18n.svelte';
import type { Arrangeable } from '../contract';
import facts from './facts.json';

const TRAVELERS = Object.keys(facts.travelers);

export default function arrangeable(players: number): Arrangeable[] {
  const pawns = players === 2 ? 3 : players; // with two, one more walks the road
  const all: Omit<Arrangeable, 'label'>[] = [
    {
      key: 'travelers',
      as: 'rows',
      columns: [TRAVELERS, TRAVELERS],
      say: (word) => t(`tokaido.traveler.${word}`),
    },
    {
      key: 'kyoto',
      as: 'list',
      columns: [Array.from({ length: pawns }, (_, pawn) => pawn)],
      say: (word) => (Number(word) < players ? t('editor.seat', { number: Number(word) + 1 }) : t('tokaido.neutral')),
    },
    {
      key: 'souvenirs',
      as: 'list',
      columns: [Object.keys(facts.souvenirs)],
      say: (word) => t(`tokaido.souvenir.${word}`),
    },
    { key: 'encounters', as: 'list', columns: [facts.encounters], say: (word) => t(`tokaido.encounter.${word}`) },
    { key: 'hot_springs', as: 'list', columns: [[...new Set(facts.decks.springs)]] },
    { key: 'meals', as: 'list', columns: [Object.keys(facts.meals)], say: (word) => t(`tokaido.meal.${word}`) },
  ];
  return all.map((one) => ({ ...one, label: () => t(`tokaido.arrange.${one.key}`) }));
}
