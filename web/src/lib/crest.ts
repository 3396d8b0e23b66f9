// A crest (mon) for a person: a motif turned about its middle, drawn from a seed. The same seed, the same crest.

export interface Crest {
  /** A color of the theme. */
  hue: string;
  /** How often the motif is repeated. */
  fold: number;
  /** The motif and a smaller one between, pointing up from 0,0; all within a radius of 21. */
  motif: string;
  between: string;
  /** Cut out of the motif. */
  cut: string;
  middle: string;
  ring: number;
}

const HUES = ['indigo', 'vermilion', 'moss', 'plum', 'gold', 'sea', 'dark'];
/** Motif, what is cut out of it, and the folds that it looks well in. */
const MOTIFS: [motif: string, cut: string, folds: number[]][] = [
  ['M0-5C-9-8-10-18-4-20Q-1-20 0-17 1-20 4-20C10-18 9-8 0-5z', 'M0-13V-8', [5, 5, 6]], // cherry
  ['M0-20Q9-13 0-3-9-13 0-20z', 'M0-17V-7', [4, 5, 6, 8]], // leaf
  ['M0-20.5a5.8 5.8 0 1 0 .01 0z', '', [5, 6, 7]], // discs
  ['M-2-20A8.5 8.5 0 1 1-4-4Q4-5 2-11 1-16-2-20z', '', [2, 3, 4]], // commas
  ['M0-20.5 7-12 0-3.5-7-12z', 'M0-15.5 3-12 0-8.5-3-12z', [3, 4, 5]], // diamonds
  ['M0-3-8.5-16Q0-24 8.5-16z', 'M0-6V-18M0-6-5-15.5M0-6 5-15.5', [3, 4, 5]], // fans
  ['M0-20.5 5.5-15V-8L0-3-5.5-8V-15z', 'M0-17V-6M-3-14 0-11 3-14', [4, 5, 6]], // feathers
  ['M0-4C-11-6-11-20 0-20S11-6 0-4zM0-8C6-9 6-16 0-16S-6-9 0-8z', '', [3, 4, 6]], // rings
];
const BETWEEN = ['', '', 'M0-19.5 2.6-14 0-8.5-2.6-14z', 'M0-19.5a2.6 2.6 0 1 0 .01 0z'];
const MIDDLES = ['', 'M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0z', 'M0-4.5 4.5 0 0 4.5-4.5 0z'];

/** What a person's crest is drawn from; it changes with every time that it is drawn anew. */
export const personSeed = (person: string, drawn = 0): string => (drawn ? `${person} ${drawn}` : person);

interface Sitter {
  person: string | null;
  name: string;
  crest?: number;
}

/** What the crest of a seat is drawn from: its person, and the name too where one person holds several seats. */
export function seatSeed(seats: Sitter[], seat: number): string {
  const { person, name, crest: drawn } = seats[seat]!;
  const alone = seats.filter((one) => one.person === person).length === 1;
  return person && alone ? personSeed(person, drawn) : `${person ?? ''} ${name}`;
}

/** Numbers that follow from a seed, each below its bound. */
function chances(seed: string): (below: number) => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 374761393;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

export function crest(seed: string): Crest {
  const next = chances(seed);
  const of = <T>(all: T[]): T => all[next(all.length)]!;
  const hue = of(HUES);
  const [motif, cut, folds] = of(MOTIFS);
  const fold = of(folds);
  const between = of(fold > 5 ? [''] : BETWEEN);
  return { hue, fold, motif, between, cut, middle: of(MIDDLES), ring: of([0, 1.2, 2.4]) };
}
