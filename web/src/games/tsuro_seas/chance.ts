// Which tiles and dice the seed promises, beside those that were seen: the tiles of the viewer, all rolls, and which
// daikaiju arrived. Where one arrives, dice are rolled until they name a square without a daikaiju.
import type { Drawn } from '../contract';
import type { RandomStream } from '../../lib/randomStream';
import type { Setting } from '../../lib/protocol';
import facts from './facts.json';
import type { TsuroEvent } from './types';

const HAND = 3;
const DIE = 6;
const SIDES = ['n', 'e', 's', 'w'];
const MOST_ROLLS = 60; // for one arrival

export function chance(stream: RandomStream, seen: TsuroEvent[], players: number, setting: Setting): Drawn[] {
  const pile = stream.shuffle(facts.decks.tiles);
  stream.below(players); // who begins
  const names = Object.keys(facts.daikaiju);
  const facing = names.map(() => stream.below(SIDES.length));
  const supply = stream.shuffle(names.map((_, i) => i));
  const square = (): string => {
    const column = facts.columns[stream.below(DIE)]!;
    return `${'abcdefg'[column]}${facts.rows[stream.below(DIE)]! + 1}`;
  };
  const taken = new Set<string>();
  for (let i = 0; i < (setting.options.no_daikaiju ? 0 : facts.daikaiju_by_players[players - 2]!); i++) {
    let found = square();
    while (taken.has(found)) found = square();
    taken.add(found);
    supply.pop();
  }

  const tiles: Drawn = { of: 'tiles', expected: [], found: [] };
  const dice: Drawn = { of: 'dice', expected: [], found: [] };
  let drawn = HAND * players;
  let known = true; // lost daikaiju that come back are drawn with other numbers: from there on dice are not looked at
  for (const event of seen) {
    if (event.event === 'drew') {
      const count = event.count;
      if (event.tiles && drawn + count <= pile.length) {
        tiles.expected.push(...pile.slice(drawn, drawn + count).map(String));
        tiles.found.push(...event.tiles.map(String));
      }
      drawn += count;
    } else if (event.event === 'rolled' && known) {
      for (const eyes of [event.gold, event.blue, event.action]) {
        if (eyes === null) continue;
        dice.expected.push(String(stream.below(DIE) + 1));
        dice.found.push(String(eyes));
      }
    } else if (event.event === 'arrived' && known) {
      const next = supply.pop();
      known = next !== undefined;
      if (next === undefined) continue;
      let found = square();
      for (let i = 0; found !== event.square && i < MOST_ROLLS; i++) found = square();
      dice.expected.push(`${names[next]} ${found} ${SIDES[facing[next]!]}`);
      dice.found.push(`${event.daikaiju} ${event.square} ${event.facing}`);
    }
  }
  return [tiles, dice];
}
