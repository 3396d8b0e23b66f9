// Everything that can happen, be played or be read has words in all five languages.
import { beforeAll, describe, expect, it } from 'vitest';
import { has, LANGUAGES, locale, type Language } from '../../lib/i18n.svelte';
import { CREATURES } from './creatures';
import facts from './facts.json';
import { hint, STEPS } from './learn';
import { MARKS, rotations } from './sea';
import type { Deed, TsuroEvent, TsuroView } from './types';
import { deed, EVENT_KINDS, fate, MOVE_KINDS, say, tell, waiting } from './words';
import voyage from './voyage.json';

const RULES = import.meta.glob<string>('../../../../src/tabiji/games/tsuro_seas/{state,moves,closed}.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const python = (name: string) => RULES[`../../../../src/tabiji/games/tsuro_seas/${name}.py`]!;
const quoted = (text: string) => [...text.matchAll(/"([a-z_]+)"/g)].map((found) => found[1]!);
const tuple = (name: string) =>
  quoted(new RegExp(`\\n${name}[^=]*= \\(([^)]*)\\)`).exec(python('state').replace(/#.*/g, ''))![1]!);

const FATES = tuple('FATES');
const NAMES = ['Anna', 'Béla', 'Юлия'];
const VIEW = {
  game: 'tsuro_seas',
  viewer: 0,
  players: 3,
  seat: 1,
  active: 1,
  first: 0,
  legal: [],
  mine: {},
  wrecked: [],
  decks: { wakes: [] },
  ending: null,
  ...voyage.before,
} as unknown as TsuroView;

const beasts = Object.keys(facts.daikaiju);
const EVENTS = [
  { event: 'first', seat: 0 },
  { event: 'drew', seat: 0, count: 1, tiles: [3] },
  { event: 'drew', seat: 1, count: 3 },
  ...beasts.map((daikaiju) => ({ event: 'arrived', daikaiju, square: 'c4', facing: 'n' })),
  { event: 'arrived', daikaiju: 'g1', square: 'c4', facing: 'n', crushed: 4 },
  ...MARKS.map((mark) => ({ event: 'started', seat: 0, mark })),
  { event: 'relocated', seat: 0, mark: 'w3' },
  { event: 'stayed', seat: 0, mark: 'w3' },
  { event: 'rolled', seat: 0, gold: 1, blue: 2, action: null },
  { event: 'rolled', seat: 0, gold: 3, blue: 4, action: 2 },
  { event: 'rolled', seat: 0, gold: 3, blue: 4, action: 6 },
  { event: 'walked', daikaiju: 'b2', square: 'c4', side: 'n' },
  { event: 'walked', daikaiju: 'b2', square: 'c4', side: 'n', crushed: 3 },
  { event: 'walked', daikaiju: 'b2', square: 'c4', side: 'n', ate: 'g5' },
  { event: 'walked', daikaiju: 'b2', square: null, side: 'n' },
  { event: 'turned', daikaiju: 'b2', facing: 'w' },
  { event: 'placed', seat: 0, square: 'c4', tile: 3, turns: 1, paths: [] },
  { event: 'sailed', seat: 0, ahead: 'c5', port: 1 },
  ...FATES.slice(1).map((end) => ({ event: 'lost', seat: 0, fate: end, square: 'c4', port: 1 })),
  { event: 'swapped', seat: 0 },
  { event: 'swapped', seat: 0, given: 3, taken: 4 },
  { event: 'returned', seat: 0, count: 2 },
  { event: 'passed', seat: 0 },
  ...tuple('ENDINGS').map((ending) => ({ event: 'over', ending })),
] as TsuroEvent[];
const MOVES = [
  ...MARKS.flatMap((mark) => [`start ${mark}`, `relocate ${mark}`]),
  ...facts.patterns.flatMap((_, tile) =>
    Array.from({ length: rotations(tile) }, (__, turns) => `place ${tile} r${turns}`),
  ),
  'stay',
  'swap 4>31',
  'keep hand',
  'pass',
];
const UNSAID = /tsuro\.|undefined|NaN|\{|\}/;

it('knows every event, move, fate, reason and creature of the rules', () => {
  expect([...EVENT_KINDS].sort()).toEqual([...tuple('EVENTS')].sort());
  const verbs = /_VERBS = "([^"]+)"/
    .exec(python('moves'))![1]!
    .split(', ')
    .map((verb) => verb.split(' ')[0]!);
  expect([...MOVE_KINDS].sort()).toEqual([...verbs].sort());
  expect(Object.keys(CREATURES).sort()).toEqual([...beasts].sort());
  expect(new Set(Object.values(CREATURES).map((creature) => creature.name)).size).toBe(10);
});

describe.each(Object.keys(LANGUAGES) as Language[])('%s', (language) => {
  beforeAll(async () => {
    await locale.load('tsuro_seas');
    await locale.setLanguage(language);
  });

  it('tells every event', () => {
    const recorded = voyage.moments.flatMap((moment) => moment.events as TsuroEvent[]);
    for (const event of [...EVENTS, ...recorded]) {
      const text = tell(event, NAMES, VIEW);
      if (event.event === 'drew') expect(text).toBeNull();
      else expect(text, JSON.stringify(event)).not.toMatch(UNSAID);
      if (!('seat' in event) || text === null) continue;
      expect(tell(event, NAMES, { ...VIEW, viewer: null }), JSON.stringify(event)).toContain(NAMES[event.seat]);
      expect(tell(event, NAMES, { ...VIEW, viewer: event.seat }), JSON.stringify(event)).not.toContain(
        NAMES[event.seat],
      );
    }
  });

  it('says every move, each in its own words', () => {
    const said = MOVES.map((move) => say(move, VIEW));
    for (const text of said) expect(text).not.toMatch(UNSAID);
    expect(new Set(said).size).toBe(MOVES.length);
    expect(say('dance 3', VIEW)).toBe('dance 3');
  });

  it('says what the table waits for, in every phase', () => {
    for (const phase of tuple('PHASES')) {
      const text = waiting({ ...VIEW, phase, ending: 'together' } as TsuroView, NAMES);
      expect(text, phase).not.toMatch(UNSAID);
      if (phase === 'over') continue;
      expect(text).toContain('Béla');
      expect(waiting({ ...VIEW, phase, viewer: 1 } as TsuroView, NAMES), phase).not.toContain('Béla');
    }
  });

  it('has words for every fate and every reason', () => {
    for (const id of FATES) expect(fate(id)).not.toMatch(UNSAID);
    const reasons = [
      ...FATES.slice(1, 4),
      ...[...python('closed').matchAll(/"((?:same|other|taken|daikaiju|tile)_?\w*)"/g)].map((found) => found[1]!),
    ];
    for (const id of reasons) expect(has(`tsuro.reason.${id}`), id).toBe(true);
  });

  it('says what each daikaiju would do', () => {
    for (const what of [
      { does: 'eaten' },
      { does: 'turn', facing: 'w' },
      { does: 'walk', square: null, side: 'n' },
      { does: 'walk', square: 'b2', side: 'n', ate: 'g1' },
      { does: 'walk', square: 'b2', side: 'n', crushed: 3 },
    ] as Deed[]) {
      expect(deed(1, what)).not.toMatch(UNSAID);
    }
  });

  it('has every hint of the first voyage', () => {
    for (const step of STEPS) expect(has(step.text), step.text).toBe(true);
  });
});

it('hints once each, when it is true', () => {
  const start = { ...VIEW, phase: 'start', seat: 0 } as TsuroView;
  expect(hint(start, ['start n1'], new Set())?.text).toBe('tsuro.learn.goal');
  expect(hint(start, ['start n1'], new Set(['tsuro.learn.goal']))?.text).toBe('tsuro.learn.start');
  expect(hint(start, ['start n1'], new Set(['tsuro.learn.goal', 'tsuro.learn.start']))).toBeNull();
  const place = { ...VIEW, phase: 'place', seat: 0 } as TsuroView;
  expect(hint(place, [], new Set(['tsuro.learn.goal', 'tsuro.learn.place']))?.text).toBe('tsuro.learn.turn');
  const lost = { ...place, ships: place.ships.map((ship) => ({ ...ship, fate: 'edge' as const })) } as TsuroView;
  expect(hint(lost, [], new Set())?.text).toBe('tsuro.learn.lost');
  expect(hint(lost, [], new Set(['tsuro.learn.lost']))).toBeNull();
  expect(hint({ ...VIEW, phase: 'over' } as TsuroView, [], new Set(STEPS.map((step) => step.text)))).toBeNull();
});
