// What both artists have given and what is left in their studios: the picture of the end is hung from it.
import type { DuoView, Symbol } from './types';

export interface Hung {
  symbol: Symbol;
  /** Which of the artist's paintings it is. */
  number: number;
}

export interface Wall {
  seat: number;
  gifts: number;
  given: Hung[];
  kept: Hung[];
}

export const walls = (view: DuoView): Wall[] =>
  view.seats.map(({ gifts, paintings }, seat) => {
    const seen = (state: string) =>
      paintings.flatMap((tile, number) =>
        tile.state === state && tile.symbol ? [{ symbol: tile.symbol, number }] : [],
      );
    return { seat, gifts, given: seen('gifted'), kept: seen('revealed') };
  });
