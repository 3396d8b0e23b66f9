// Tokaido for the frame of the table.
import type { GameClient } from '../contract';
import Board from './Board.svelte';
import Player from './Player.svelte';
import { order, say, sources, tell, waiting } from './words';

export { hint, STEPS } from './learn';

const tokaido: GameClient = { name: 'tokaido', Board, Player, order, tell, waiting, say, sources };

export default tokaido;
