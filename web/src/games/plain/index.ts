// Any game, without a drawing: its moves as buttons and its public facts in lines. Played by the notation.
import { t } from '../../lib/i18n.svelte';
import type { GameEvent, View } from '../../lib/protocol';
import type { GameClient } from '../contract';
import Board from './Board.svelte';
import Player from './Player.svelte';

interface Shown {
  earned: object;
}

function seats(view: View): Shown[] {
  return 'seats' in view ? view.seats : [];
}

function details(event: GameEvent): string {
  return Object.entries(event)
    .filter(([key]) => key !== 'event' && key !== 'pawn' && key !== 'seat')
    .map(([key, value]) => `${key.replaceAll('_', ' ')} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
}

const plain: GameClient = {
  name: 'tokaido',
  Board,
  Player,
  tell: (event, names) => {
    const who = 'seat' in event ? event.seat : 'pawn' in event ? event.pawn : undefined;
    const name = who === undefined ? '' : `${names[who] ?? '–'}: `;
    return `${name}${event.event.replaceAll('_', ' ')} ${details(event)}`.trim();
  },
  waiting: (view, names) =>
    view.seat === null ? t('plain.over') : t('plain.waiting', { name: names[view.seat] ?? '', phase: view.phase }),
  say: (move) => move,
  sources: (view) => {
    const ids = Object.keys(seats(view)[0]?.earned ?? {});
    return ids.map((id) => ({
      id,
      label: id.replaceAll('_', ' '),
      points: seats(view).map((s) => (s.earned as Record<string, number>)[id] ?? 0),
    }));
  },
};

export default plain;
