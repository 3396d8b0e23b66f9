// Tokaido for the frame of the table.
import { t } from '../../lib/i18n.svelte';
import type { DrawnGameClient } from '../contract';
import Board from './Board.svelte';
import EndPicture from './EndPicture.svelte';
import Glance from './Glance.svelte';
import Player from './Player.svelte';
import arrangeable from './arrange';
import { chance } from './chance';
import { art } from './keepsake';
import { hint } from './learn';
import { steps } from './stage.svelte';
import { say, sources, tell, waiting } from './words';

const tokaido: DrawnGameClient = {
  name: 'tokaido',
  Board,
  Player,
  Glance,
  EndPicture,
  art,
  tell,
  waiting,
  say,
  reason: (source) => {
    const [, kind, id] = /^(panorama|achievement)_(.+)$/.exec(source) ?? [];
    if (kind === 'panorama') return t(`tokaido.panorama.${id}`);
    if (kind === 'achievement') return t(`tokaido.achievement.${id}`);
    return source === 'points' || source === 'coins' ? null : t(`tokaido.source.${source}`);
  },
  spot: (move) => (move.startsWith('move ') ? `[data-stop="${move.slice(5)}"]` : null),
  sources,
  steps,
  sounds: {
    moved: 'step',
    coins: 'coin',
    donated: 'coin',
    bought: 'coin',
    panorama: 'page',
    met: 'page',
    ate: 'page',
    bathed: 'water',
  },
  arrangeable,
  chance,
  lesson: hint,
};

export default tokaido;
