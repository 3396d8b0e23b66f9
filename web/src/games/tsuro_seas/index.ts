// Tsuro of the Seas for the frame of the table.
import type { GameClient } from '../contract';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import { hint } from './learn';
import { order, say, tell, waiting } from './words';

const tsuro: GameClient = { name: 'tsuro_seas', Board, Player, order, tell, waiting, say, Ending, Picture, lesson: hint };

export default tsuro;
