// Sensible tables: a first game, the usual one, and one for those who know the road.
import type { GameName, NewTable } from './protocol';

export const GAMES: GameName[] = ['tokaido', 'tokaido_duo', 'tsuro_seas'];
/** The levels of bots, and the one above them that thinks before it moves. */
export const LEVELS = ['novice', 'casual', 'skilled', 'strong', 'expert', 'master', 'rollout'] as const;
export const PRESETS = ['first', 'standard', 'expert'] as const;
export type Preset = (typeof PRESETS)[number];

const CROWD: Partial<Record<GameName, Record<Preset, number>>> = {
  tokaido: { first: 3, standard: 4, expert: 4 },
  tokaido_duo: { first: 2, standard: 2, expert: 2 },
  tsuro_seas: { first: 3, standard: 4, expert: 6 },
};

const OPTIONS: Partial<Record<GameName, Record<Preset, Record<string, boolean | string>>>> = {
  tokaido: { first: { initiatory: true }, standard: {}, expert: { gastronomy: true, preparations: true } },
  tokaido_duo: { first: {}, standard: {}, expert: {} },
  tsuro_seas: { first: { no_daikaiju: true }, standard: {}, expert: {} },
};

/** A table for a friend: a seat waits for somebody, and where three can play, a bot is the third. */
export function friendly(game: GameName): { draft: NewTable; bots: Record<number, string> } {
  const players = game === 'tokaido_duo' ? 2 : 3;
  return { draft: { ...preset(game, 'standard'), players, bots: [] }, bots: players > 2 ? { 2: 'casual' } : {} };
}

/** A whole table of a preset, with bots on every other seat. A game we know nothing of is played by as few as can. */
export function preset(game: GameName, name: Preset, possible: number[] = [2]): NewTable {
  const players = CROWD[game]?.[name] ?? Math.min(...possible);
  const level = { first: 'novice', standard: 'casual', expert: 'strong' }[name];
  return {
    game,
    players,
    options: { ...OPTIONS[game]?.[name] },
    clock: name === 'expert' ? { kind: 'live', bank: 600, increment: 15, cap: 900 } : { kind: 'none' },
    access: 'link',
    desertion: name === 'expert' ? 'forfeit' : 'bot',
    hints: name !== 'expert',
    several_seats: null,
    pace: { first: 1200, standard: 700, expert: 300 }[name],
    bots: Array.from({ length: players - 1 }, () => level),
    start: false,
  };
}
