// Tokaido Duo for the frame of the table.
import { t } from '../../lib/i18n.svelte';
import type { DrawnGameClient } from '../contract';
import Board from './Board.svelte';
import EndPicture from './EndPicture.svelte';
import Glance from './Glance.svelte';
import arrangeable from './arrange';
import { chance } from './chance';
import { art } from './keepsake';
import { hint } from './learn';
import Player from './Player.svelte';
import { steps } from './stage.svelte';
import { say, sources, tell, waiting } from './words';

const duo: DrawnGameClient = {
  name: 'tokaido_duo',
  Board,
  Player,
  Glance,
  tell,
  waiting,
  say,
  reason: (source) => (['faith', 'trade', 'culture'].includes(source) ? t(`duo.source.${source}`) : null),
  spot: (move) => (move.startsWith('go ') ? `[data-place="${move.slice(3)}"]` : null),
  sources,
  EndPicture,
  art,
  steps,
  sounds: {
    moved: 'step',
    coins: 'coin',
    sold: 'coin',
    painted: 'page',
    gifted: 'page',
    spring: 'water',
    wave: 'water',
  },
  arrangeable,
  chance,
  lesson: hint,
};

export default duo;
