// Which cards the seed promises, beside those that were seen: the souvenirs shown and given, the encounters, the hot
// springs, and the order of departure. Decks are shuffled first; cards that went under them are not looked at again.
import type { Drawn } from '../contract';
import type { RandomStream } from '../../lib/randomStream';
import facts from './facts.json';
import type { TokaidoEvent } from './types';

export function chance(stream: RandomStream, seen: TokaidoEvent[], players: number): Drawn[] {
  stream.skip(facts.decks.meals);
  const souvenirs = stream.shuffle(Object.keys(facts.souvenirs));
  const encounters = stream.shuffle(facts.decks.encounters);
  const springs = stream.shuffle(facts.decks.springs);
  const slots = stream.shuffle(Array.from({ length: players === 2 ? 3 : players }, (_, pawn) => pawn));
  const shown: string[] = [];
  const met: string[] = [];
  const bathed: number[] = [];
  const lined: Drawn = { of: 'slots', expected: [], found: [] };
  const travelers: string[] = [];
  for (const event of seen) {
    if (event.event === 'shown' || event.event === 'given') shown.push(event.souvenir);
    else if (event.event === 'met') met.push(event.encounter);
    else if (event.event === 'bathed') bathed.push(event.card);
    else if (event.event === 'revealed') travelers.push(event.traveler);
    else if (event.event === 'lined_up') {
      lined.expected.push(String(slots[event.pawn]));
      lined.found.push(String(event.slot));
    }
  }
  const first = (of: string, deck: (string | number)[], found: (string | number)[]): Drawn => {
    const count = Math.min(deck.length, found.length);
    return { of, expected: deck.slice(0, count).map(String), found: found.slice(0, count).map(String) };
  };
  const drawn = [lined, first('souvenirs', souvenirs, shown), first('springs', springs, bathed)];
  // Yoshiyasu looks at two encounters in secret: then nobody else can tell which were drawn
  const secret = !travelers.length || travelers.includes('yoshiyasu');
  return secret ? drawn : [...drawn, first('encounters', encounters, met)];
}
