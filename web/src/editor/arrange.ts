// What can be arranged before a match: entries that somebody chose, and the `stack` of a match record they make.
import type { Arrangeable } from '../games/contract';

/** A word for each column. */
export type Entry = (string | number)[];
export type Entries = Record<string, Entry[]>;
type Stack = Record<string, unknown>;

/** The stack of some entries; what has none is left to the shuffle. */
export function stackOf(entries: Entries, all: Arrangeable[]): Stack {
  const found = all.flatMap(({ key, as }) => {
    const chosen = entries[key] ?? [];
    return chosen.length ? [[key, WRITE[as](chosen)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The entries of a stack that the engine has accepted. */
export function entriesOf(stack: Stack, all: Arrangeable[]): Entries {
  return Object.fromEntries(
    all.filter(({ key }) => key in stack).map(({ key, as }) => [key, READ[as](stack[key] as never)]),
  );
}

type Shape = Arrangeable['as'];

const WRITE: Record<Shape, (chosen: Entry[]) => unknown> = {
  list: (chosen) => chosen.map((entry) => entry[0]),
  one: (chosen) => chosen.at(-1)![0],
  rows: (chosen) => chosen,
  texts: (chosen) => chosen.map((entry) => entry.join(' ')),
  named: (chosen) => Object.fromEntries(chosen),
  seats: (chosen) => {
    const last = Math.max(...chosen.map((entry) => Number(entry[0])));
    return Array.from({ length: last + 1 }, (_, seat) =>
      chosen.filter((entry) => entry[0] === seat).map((entry) => entry[1]),
    );
  },
};

const READ: Record<Shape, (there: never) => Entry[]> = {
  list: (there: Entry) => there.map((word) => [word]),
  one: (there: string | number) => [[there]],
  rows: (there: Entry[]) => there,
  texts: (there: string[]) => there.map((text) => text.split(' ')),
  named: (there: Record<string, string>) => Object.entries(there),
  seats: (there: Entry[]) => there.flatMap((words, seat) => words.map((word) => [seat, word])),
};
