// Which goods and dice the seed promises, beside those that were seen. The bag is shuffled at the start, and every good
// that goes back into it goes to a random place.
import type { Drawn } from '../contract';
import type { RandomStream } from '../../lib/randomStream';
import type { Setting } from '../../lib/protocol';
import facts from './facts.json';
import { CHARACTERS, type DuoEvent, type Isle } from './types';

const SIDES = 3; // of the wave tiles
const PLAYERS = 2;

export function chance(stream: RandomStream, seen: DuoEvent[], _: number, setting: Setting): Drawn[] {
  const faces = (setting.board as Isle).dice;
  stream.skip(facts.decks.trade);
  const bag = stream.shuffle(facts.decks.goods);
  for (let side = 0; side < SIDES; side++) stream.below(2);
  for (let p = 0; p < PLAYERS; p++) for (let i = 1; i <= facts.decks.paintings; i++) stream.below(i);
  for (const character of CHARACTERS) stream.below(faces[character].length); // the first roll
  const goods: Drawn = { of: 'goods', expected: [], found: [] };
  const dice: Drawn = { of: 'dice', expected: [], found: [] };
  for (const event of seen) {
    if (event.event === 'rolled') {
      const sides = faces[event.character];
      dice.expected.push(String(sides[stream.below(sides.length)]));
      dice.found.push(String(event.pips));
    } else if (event.event === 'drew') {
      const next = bag.pop();
      if (event.good === undefined) continue;
      goods.expected.push(next ?? '–');
      goods.found.push(event.good);
    } else if (event.event === 'returned' || event.event === 'sold') {
      for (let i = 0; i < event.count; i++) {
        const place = stream.below(bag.length + 1);
        bag.push(bag[place] ?? event.good);
        bag[place] = event.good;
      }
    }
  }
  return [dice, goods];
}
