// What can be arranged before a match of Duo. Which prices and faces there are depends on the board: the server knows.
import { t } from '../../lib/i18n.svelte';
import type { Arrangeable } from '../contract';
import facts from './facts.json';

const GOODS = [...new Set(facts.decks.goods)];
const CHARACTERS = ['pilgrim', 'merchant', 'artist'];
const WAVES = ['serene', 'hasty', 'cunning', 'strong', 'master', 'inspired'];
const SYMBOLS = ['moon', 'waterfall', 'mountain', 'bamboo'];
const PIPS = [1, 2, 3, 4];
const PRICES = [1, 2, 3, 4, 5, 6, 7];
const good = (word: string | number) => t(`duo.good.${word}`);

export default function arrangeable(players: number): Arrangeable[] {
  const all: Omit<Arrangeable, 'label'>[] = [
    {
      key: 'dice',
      as: 'rows',
      columns: [PIPS, PIPS, PIPS],
      heads: () => CHARACTERS.map((character) => t(`duo.character.${character}`)),
    },
    {
      key: 'waves',
      as: 'named',
      columns: [CHARACTERS, WAVES],
      say: (word, column) => t(column ? `duo.wave.${word}` : `duo.character.${word}`),
    },
    { key: 'goods', as: 'list', columns: [GOODS], say: good },
    { key: 'trade', as: 'rows', columns: [GOODS, PRICES], say: (word, column) => (column ? `${word}` : good(word)) },
    {
      key: 'paintings',
      as: 'seats',
      columns: [Array.from({ length: players }, (_, seat) => seat), SYMBOLS],
      say: (word, column) => (column ? t(`duo.symbol.${word}`) : t('editor.seat', { number: Number(word) + 1 })),
    },
  ];
  return all.map((one) => ({ ...one, label: () => t(`duo.arrange.${one.key}`) }));
}
