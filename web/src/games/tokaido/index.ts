// Tokaido for the frame of the table.
import type { DrawnGameClient } from '../contract';
import Board from './Board.svelte';
import Glance from './Glance.svelte';
import Player from './Player.svelte';
import { chance } from './chance';
import { hint } from './learn';
import { steps } from './stage.svelte';
import { say, sources, tell, waiting } from './words';

const tokaido: DrawnGameClient = {
  name: 'tokaido',
  Board,
  Player,
  Glance,
  tell,
  waiting,
  say,
  sources,
  steps,
  chance,
  lesson: hint,
};

export default tokaido;
