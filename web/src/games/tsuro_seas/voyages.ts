// The whole voyage of every ship, from the events of a match: what is left of it on the water.
import { arrival, berth, type Point } from './layout';
import { markAt, type Leg } from './sea';
import { after, onItsWake, voyage } from './stage.svelte';
import type { Fate, Laid, Ship, TsuroEvent, TsuroView } from './types';

export interface Passage {
  seat: number;
  /** Where it began; a ship that was moved begins again. */
  starts: Point[];
  legs: Leg[];
  /** Where it is, or was last. */
  end: (Point & { angle: number }) | null;
  fate: Fate;
}

const UNSEEN: Ship = { fate: 'afloat', lost_in_turn: null, ahead: null, port: null, on: null, mark: null };

export function passages(past: TsuroEvent[], players: number): Passage[] {
  const found = Array.from({ length: players }, (_, seat): Passage => {
    return { seat, starts: [], legs: [], end: null, fate: 'afloat' };
  });
  let view = {
    tiles: {},
    daikaiju: [],
    ships: found.map(() => UNSEEN),
    hands: found.map(() => []),
    turn: 0,
  } as unknown as TsuroView;
  for (const event of past) {
    const one = 'seat' in event && event.seat !== null ? found[event.seat] : undefined;
    const ship = one && view.ships[one.seat];
    const from = ship?.ahead != null && ship.port !== null ? { square: ship.ahead, port: ship.port } : null;
    if (one && (event.event === 'started' || event.event === 'relocated')) {
      one.end = berth(markAt(event.mark));
      one.starts.push(one.end);
    } else if (one && from && onItsWake(event)) {
      const legs = voyage(view.tiles, from, event);
      one.legs.push(...legs);
      one.end = arrival(from, legs);
    }
    if (one && event.event === 'lost') one.fate = event.fate;
    view = { ...view, ...after(view, event) };
  }
  return found;
}

/** Which ship sailed on which wake, by square: `2-7` is the wake between the ports 2 and 7. */
export type Dyes = Record<string, Record<string, number>>;
export const wakeKey = (one: number, two: number) => (one < two ? `${one}-${two}` : `${two}-${one}`);

/** What colors the tiles that lie there. A tile that was crushed has taken its wakes with it. */
export function dyes(sailed: Passage[], tiles: Record<string, Laid>): Dyes {
  const found: Dyes = {};
  for (const { seat, legs } of sailed)
    for (const { square, in: one, out: two } of legs) {
      const lies = tiles[square]?.paths.some((pair) => pair.includes(one) && pair.includes(two));
      if (lies) (found[square] ??= {})[wakeKey(one, two)] = seat;
    }
  return found;
}
