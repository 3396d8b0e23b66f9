// Everything that can happen, be played or be read has words in all five languages.
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, locale, type Language } from '../../lib/i18n.svelte';
import facts from './facts.json';
import { STEPS } from './learn';
import en from './messages/en.json';
import es from './messages/es.json';
import hu from './messages/hu.json';
import pl from './messages/pl.json';
import ru from './messages/ru.json';
import { PANORAMAS, type TokaidoView, type TokaidoEvent } from './types';
import { EVENT_KINDS, MOVE_KINDS, say, sources, tell, waiting } from './words';

const MESSAGES: Record<Language, Record<string, string>> = { en, ru, pl, es, hu };
const TONGUES = Object.keys(LANGUAGES) as Language[];
const RULES = import.meta.glob<string>('../../../../src/tabiji/games/tokaido/{state,moves,closed}.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const python = (name: string) => RULES[`../../../../src/tabiji/games/tokaido/${name}.py`]!;

const seat = {
  traveler: 'kinko',
  chosen: true,
  coins: 3,
  points: 7,
  temple: 0,
  meals: [null, null, null, null],
  souvenirs: [],
  hot_springs: [],
  encounters: [],
  achievements: [],
  panoramas: { paddy: 0, mountain: 0, sea: 0 },
  earned: {
    meals: 6,
    panoramas: 1,
    souvenirs: 0,
    hot_springs: 0,
    encounters: 0,
    temple_coins: 0,
    temple_rank: 0,
    achievements: 0,
    abilities: 0,
  },
};
const VIEW = {
  game: 'tokaido',
  viewer: 0,
  players: 2,
  phase: 'move',
  seat: 0,
  pawn: 0,
  legal: [],
  inn_number: 2,
  stall: [],
  inn: [],
  mine: {},
  pawns: [
    { stop: 3, slot: 0 },
    { stop: 5, slot: 0 },
    { stop: 3, slot: 1 },
  ],
  seats: [seat, seat],
  neutral: { temple: 1 },
  decks: { meals: [], souvenirs: [], encounters: [], hot_springs: [] },
} as unknown as TokaidoView;
const NAMES = ['Anna', 'Béla'];

const EVENTS = [
  { event: 'took', pawn: 0, traveler: 'kinko' },
  { event: 'revealed', pawn: 0, traveler: 'kinko', coins: 7 },
  { event: 'lined_up', pawn: 0, slot: 1, coins: 0 },
  { event: 'lined_up', pawn: 0, slot: 1, coins: -1 },
  { event: 'moved', pawn: 2, stop: 12 },
  { event: 'coins', pawn: 0, space: 'farm', coins: 3 },
  { event: 'coins', pawn: 0, space: 'encounter', coins: 3 },
  { event: 'shown', pawn: 0, souvenir: 'gofu' },
  { event: 'bought', pawn: 0, souvenir: 'gofu', coins: 2, points: 3 },
  { event: 'bought', pawn: 0, souvenir: 'sake', coins: 0, points: 5 },
  { event: 'given', pawn: 0, souvenir: 'koma', points: 1 },
  { event: 'returned', pawn: 0, cards: 2 },
  { event: 'panorama', pawn: 0, panorama: 'sea', number: 2, points: 2 },
  { event: 'bathed', pawn: 0, card: 3, points: 3 },
  { event: 'donated', pawn: 0, from_bank: false, coins: 2, points: 2 },
  { event: 'donated', pawn: 2, from_bank: true, coins: 1 },
  ...facts.encounters.map((encounter) => ({ event: 'met', pawn: 1, encounter })),
  { event: 'looked', pawn: 0, encounters: ['kuge', 'miko'] },
  { event: 'tucked', pawn: 0, encounter: 'kuge' },
  { event: 'ability', pawn: 0, traveler: 'umegae', coins: 1, points: 1 },
  { event: 'served', pawn: 0, cards: 4 },
  { event: 'treat', pawn: 0, meal: 'soba' },
  { event: 'refused', pawn: 0 },
  { event: 'ate', pawn: 0, meal: 'soba', coins: 2, points: 6 },
  { event: 'ate', pawn: 0, meal: 'dango', coins: 0, points: 6 },
  { event: 'fasted', pawn: 0 },
  { event: 'discarded', pawn: 2 },
  { event: 'cleared', cards: 3 },
  { event: 'ranked', pawn: 1, rank: 1, coins: 4, points: 7 },
  ...facts.achievements.map((achievement) => ({ event: 'achieved', pawn: 0, achievement, points: 3 })),
  { event: 'over' },
] as TokaidoEvent[];
const MOVES = [
  ...Object.keys(facts.travelers).map((id) => `take ${id}`),
  ...facts.road.stops.slice(1).map((_, i) => `move ${i + 1}`),
  ...Object.keys(facts.souvenirs).map((id) => `buy ${id}`),
  'buy gofu sake',
  'buy nothing',
  'eat nothing',
  'donate 1',
  'donate 3',
  'see nothing',
  'accept',
  'refuse',
  ...Object.keys(facts.meals).map((id) => `eat ${id}`),
  ...PANORAMAS.map((id) => `see ${id}`),
  ...facts.encounters.map((id) => `keep ${id}`),
];

beforeAll(() => locale.load('tokaido'));

describe.each(TONGUES)('%s', (language) => {
  beforeAll(() => locale.setLanguage(language));

  it('tells every event', () => {
    for (const event of EVENTS) {
      const words = tell(event, NAMES, VIEW);
      expect(words, event.event).not.toMatch(/tokaido\.|undefined|NaN/);
    }
  });

  it('speaks to whoever reads, and of the others by name', () => {
    const nobody = ['shown', 'returned', 'served', 'discarded', 'cleared', 'over']; // what happens without anybody's doing
    for (const event of EVENTS) {
      if (nobody.includes(event.event) || !('pawn' in event) || event.pawn >= 2) continue;
      const name = NAMES[event.pawn]!;
      expect(tell(event, NAMES, { ...VIEW, viewer: null }), event.event).toContain(name);
      expect(tell(event, NAMES, { ...VIEW, viewer: event.pawn }), event.event).not.toContain(name);
    }
    for (const phase of ['take', 'move', 'buy', 'donate', 'see', 'keep', 'treat', 'eat']) {
      expect(waiting({ ...VIEW, phase, viewer: 1 } as TokaidoView, NAMES), phase).toContain('Anna');
      expect(waiting({ ...VIEW, phase } as TokaidoView, NAMES), phase).not.toContain('Anna');
    }
  });

  it('says every move', () => {
    for (const move of MOVES) {
      expect(say(move, VIEW)).not.toMatch(/tokaido\.|undefined|NaN/);
      expect(say(move, VIEW)).not.toBe(move);
    }
  });

  it('says what every phase waits for', () => {
    const phases = /PHASES = \(([^)]+)\)/.exec(python('state'))![1]!.match(/\w+/g)!;
    for (const phase of phases)
      expect(waiting({ ...VIEW, phase } as TokaidoView, NAMES), phase).not.toMatch(/tokaido\./);
    expect(waiting({ ...VIEW, pawn: 2 }, NAMES)).not.toBe(waiting(VIEW, NAMES));
    expect(waiting({ ...VIEW, events: [{ event: 'moved', pawn: 0, stop: 3 }] }, NAMES)).not.toBe(waiting(VIEW, NAMES));
  });

  it('names where points come from, reasons and hints', () => {
    for (const source of sources(VIEW)) expect(source.label).not.toMatch(/tokaido\./);
    for (const step of STEPS) expect(MESSAGES[language]).toHaveProperty([step.text]);
    const reasons = new Set(
      [...python('closed').matchAll(/"(\w+)", "TK-/g), ...python('closed').matchAll(/_NAMES = \(([^)]+)\)/g)].flatMap(
        (m) => m[1]!.match(/\w+/g)!,
      ),
    );
    expect(reasons.size).toBeGreaterThan(5);
    for (const reason of reasons) expect(MESSAGES[language]).toHaveProperty([`tokaido.reason.${reason}`]);
  });
});

it('knows the events and verbs of the engine, no more and no fewer', () => {
  const told = /EVENTS = \(([\s\S]+?)\n\)/.exec(python('state'))![1]!;
  const kinds = [...told.matchAll(/^ {4}"(\w+)"/gm)].map((m) => m[1]!);
  expect([...EVENT_KINDS].sort()).toEqual(kinds.sort());
  expect(new Set(EVENTS.map((e) => e.event))).toEqual(new Set(kinds));
  const verbs = /_VERBS = "([^"]+)"/.exec(python('moves'))![1]!.split(', ');
  expect([...MOVE_KINDS].sort()).toEqual(verbs.sort());
});

it('counts as the languages do', async () => {
  const coins = (n: number) => tell({ event: 'coins', pawn: 0, space: 'farm', coins: n }, NAMES, VIEW);
  await locale.setLanguage('ru');
  expect([1, 2, 5, 21].map(coins)).toEqual(
    ['1 монету', '2 монеты', '5 монет', '21 монету'].map((paid) => `Вы получаете на ферме ${paid}`),
  );
  await locale.setLanguage('pl');
  expect([1, 2, 5, 22].map(coins)).toEqual(
    ['1 monetę', '2 monety', '5 monet', '22 monety'].map((paid) => `Dostajesz na farmie ${paid}`),
  );
});

it('shows a move it does not know as it is written', () => expect(say('dance wildly', VIEW)).toBe('dance wildly'));
