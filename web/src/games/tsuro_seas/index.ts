// Tsuro of the Seas for the frame of the table.
import { t } from '../../lib/i18n.svelte';
import type { DrawnGameClient } from '../contract';
import Board from './Board.svelte';
import Ending from './Ending.svelte';
import EndPicture from './EndPicture.svelte';
import Glance from './Glance.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import arrangeable from './arrange';
import { chance } from './chance';
import { art } from './keepsake';
import { hint } from './learn';
import { steps } from './stage.svelte';
import type { TsuroView } from './types';
import { say, tell, waiting } from './words';

const out = (view: TsuroView, seat: number) => view.ships[seat]!.fate !== 'afloat';

const tsuro: DrawnGameClient = {
  name: 'tsuro_seas',
  Board,
  Player,
  Glance,
  tell,
  waiting,
  say,
  reason: (source) =>
    source.startsWith('lost_') && source !== 'lost_soon' ? t(`tsuro.fate.${source.slice(5)}`) : null,
  Ending,
  EndPicture,
  art,
  drawsAlternative: true,
  Picture,
  out,
  steps,
  sounds: { placed: 'page', sailed: 'water', arrived: 'water', lost: 'water' },
  arrangeable,
  chance,
  lesson: hint,
};

export default tsuro;
