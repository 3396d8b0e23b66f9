// Tokaido for the frame of the table.
import type { DrawnGameClient } from '../contract';
import Board from './Board.svelte';
import EndPicture from './EndPicture.svelte';
import Glance from './Glance.svelte';
import Player from './Player.svelte';
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
  chance,
  lesson: hint,
};

export default tokaido;
