// Tsuro of the Seas for the frame of the table.
import type { GameClient } from '../contract';
import Board from './Board.svelte';
import Player from './Player.svelte';
import { hint } from './learn';
import { order, say, sources, tell, waiting } from './words';

const tsuro: GameClient = { name: 'tsuro_seas', Board, Player, order, tell, waiting, say, sources, lesson: hint };

export default tsuro;
