// Everything that can happen, be played or be read has words in all five languages.
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, locale, type Language } from '../../lib/i18n.svelte';
import { STEPS } from './learn';
import en from './messages/en.json';
import es from './messages/es.json';
import hu from './messages/hu.json';
import pl from './messages/pl.json';
import ru from './messages/ru.json';
import { CHARACTERS, GOODS, type Deed, type DuoView, type DuoEvent } from './types';
import { doing, EVENT_KINDS, gives, MOVE_KINDS, placeName, say, sources, tell, waiting } from './words';
import { VIEW } from './sample';

const MESSAGES: Record<Language, Record<string, string>> = { en, ru, pl, es, hu };
const TONGUES = Object.keys(LANGUAGES) as Language[];
const RULES = import.meta.glob<string>(
  '../../../../src/tabiji/games/tokaido_duo/{state.py,moves.py,closed.py,standing.py,data/components.toml}',
  { query: '?raw', import: 'default', eager: true },
);
const python = (name: string) => RULES[`../../../../src/tabiji/games/tokaido_duo/${name}.py`]!;
const listed = (name: string) =>
  new RegExp(`^${name} = \\(([^]*?)\\)$`, 'm')
    .exec(python('state'))![1]!
    .match(/"\w+"/g)!
    .map((word) => word.slice(1, -1));
const SYMBOLS = ['moon', 'waterfall', 'mountain', 'bamboo'];
const SIDES = ['serene', 'hasty', 'cunning', 'strong', 'master', 'inspired'];
const PLACES = ['c1', 'c8', 't1', 'g2', 'sea3', 'h1', 'm4', 'n1', 'n2', 'n3', 'e', 's3', 's2', 's1', 'w'];
const NAMES = ['Anna', 'Béla'];

const EVENTS = [
  ...CHARACTERS.flatMap((character) => [
    { event: 'rolled', seat: 0, character, pips: 3 },
    { event: 'took', seat: 1, character, pips: 1 },
    { event: 'again', seat: 0, character, pips: 2 },
  ]),
  ...PLACES.map((place) => ({ event: 'moved', seat: 0, character: 'pilgrim', place })),
  { event: 'stayed', seat: 0, character: 'merchant' },
  { event: 'passed', seat: 1 },
  ...SYMBOLS.flatMap((symbol) => [
    { event: 'painted', seat: 0, symbol, tile: 3 },
    { event: 'gifted', seat: 1, symbol, gifts: 2 },
  ]),
  ...GOODS.flatMap((good) => [
    { event: 'drew', seat: 0, good },
    { event: 'returned', seat: 0, good, count: 1 },
    { event: 'sold', seat: 0, good, count: 5 },
  ]),
  { event: 'coins', seat: 0, coins: 12 },
  { event: 'slab', seat: 0, slabs: 2 },
  { event: 'temple', seat: 0, slot: 4 },
  { event: 'garden', seat: 1, slot: 2 },
  { event: 'spring', seat: 0, from_opponent: false },
  { event: 'spring', seat: 0, from_opponent: true },
  { event: 'spring_back', seat: 0 },
  ...SIDES.flatMap((side) =>
    [false, true].map((from_opponent) => ({ event: 'wave', seat: 0, character: 'artist', side, from_opponent })),
  ),
  ...['temple', 'garden', 'gold', 'gifts', 'length'].map((trigger) => ({ event: 'trigger', seat: 0, trigger })),
  ...['faith', 'trade', 'culture'].map((source) => ({ event: 'scored', seat: 0, source, points: 35 })),
  { event: 'over' },
] as DuoEvent[];
const MOVES = [
  ...CHARACTERS.flatMap((id) => [`die ${id}`, `wave ${id}`]),
  ...PLACES.map((place) => `go ${place}`),
  'stay',
  'paint',
  'paint master',
  'gift',
  'draw',
  'draw strong',
  'sell 1',
  'sell 3',
  'sell 3 cunning',
  'visit',
  'keep fan fan doll',
  'keep nothing',
  'again',
  'pass',
  ...GOODS.map((good) => `return ${good}`),
];
const DEEDS: Deed[] = [
  {
    move: 'paint master',
    points: 0,
    events: [
      { event: 'painted', seat: 0, tile: 0 },
      { event: 'painted', seat: 0, tile: 1 },
    ],
  },
  { move: 'gift', points: 2, events: [{ event: 'gifted', seat: 0, symbol: 'moon', gifts: 1 }] },
  { move: 'draw', points: 0, events: [{ event: 'drew', seat: 0 }] },
  {
    move: 'sell 3',
    points: 5,
    events: [
      { event: 'sold', seat: 0, good: 'fan', count: 3 },
      { event: 'coins', seat: 0, coins: 6 },
    ],
  },
  {
    move: 'wave merchant',
    points: 0,
    events: [{ event: 'wave', seat: 0, character: 'merchant', side: 'cunning', from_opponent: false }],
  },
  { move: 'visit', points: 3, events: [{ event: 'temple', seat: 0, slot: 3 }] },
  { move: 'visit', points: 3, events: [{ event: 'garden', seat: 0, slot: 3 }] },
  { move: 'visit', points: 0, events: [{ event: 'spring', seat: 0, from_opponent: false }] },
  { move: 'visit', points: 0, events: [{ event: 'coins', seat: 0, coins: 4 }] },
];
const WRONG = /duo\.|undefined|NaN|null/;

beforeAll(() => locale.load('tokaido_duo'));

describe.each(TONGUES)('%s', (language) => {
  beforeAll(() => locale.setLanguage(language));

  it('tells every event', () => {
    for (const event of EVENTS) expect(tell(event, NAMES, VIEW), event.event).not.toMatch(WRONG);
  });

  it('speaks to whoever reads, and of the other by name', () => {
    for (const event of EVENTS) {
      if (event.event === 'over' || event.event === 'spring_back' || event.event === 'trigger') continue;
      const name = NAMES[event.seat]!;
      expect(tell(event, NAMES, { ...VIEW, viewer: null }), event.event).toContain(name);
      expect(tell(event, NAMES, { ...VIEW, viewer: event.seat }), event.event).not.toContain(name);
    }
    for (const phase of listed('PHASES').filter((one) => one !== 'over')) {
      const view = { ...VIEW, phase, seat: 0, character: 'merchant' } as DuoView;
      expect(waiting({ ...view, viewer: 1 }, NAMES), phase).toContain('Anna');
      expect(waiting({ ...view, viewer: 0 }, NAMES), phase).not.toContain('Anna');
    }
  });

  it('says every move', () => {
    for (const move of MOVES) {
      expect(say(move, VIEW)).not.toMatch(WRONG);
      expect(say(move, VIEW)).not.toBe(move);
    }
    expect(say('pass', { ...VIEW, phase: 'again' } as DuoView)).not.toBe(say('pass', VIEW));
  });

  it('says what every deed would do, and what every place gives', () => {
    for (const deed of DEEDS) expect(doing(deed, VIEW), deed.move).not.toMatch(WRONG);
    for (const place of PLACES) expect(`${placeName(place, VIEW)} ${gives(place, VIEW)}`).not.toMatch(WRONG);
  });

  it('says what every phase waits for', () => {
    for (const phase of listed('PHASES')) {
      for (const turn of [0, 1, 2]) {
        const view = { ...VIEW, phase, turn, character: 'artist' } as DuoView;
        expect(waiting(view, NAMES), phase).not.toMatch(WRONG);
        expect(waiting({ ...view, second_use: true, triggers: ['gold'] } as DuoView, NAMES), phase).not.toMatch(WRONG);
      }
    }
  });

  it('names where points come from, reasons, tiles and hints', () => {
    for (const source of sources(VIEW)) expect(source.label).not.toMatch(WRONG);
    for (const step of STEPS) expect(MESSAGES[language]).toHaveProperty([step.text]);
    const said = python('closed');
    const reasons = new Set(
      [
        ...said.matchAll(
          /"(taken|here|other_length|occupied|storage|must_return|held|board_first|nobody_here|all_painted|other_symbol|face_down|all_given)"/g,
        ),
      ].map((m) => m[1]!),
    );
    expect(reasons.size).toBe(13);
    for (const reason of reasons) expect(MESSAGES[language]).toHaveProperty([`duo.reason.${reason}`]);
    for (const side of SIDES)
      for (const part of ['wave', 'effect']) expect(MESSAGES[language]).toHaveProperty([`duo.${part}.${side}`]);
  });
});

it('knows every event, move and rule that the engine knows', async () => {
  expect(EVENT_KINDS.sort()).toEqual(listed('EVENTS').sort());
  expect(new Set(EVENTS.map((event) => event.event))).toEqual(new Set(EVENT_KINDS));
  const verbs = /_VERBS = "([^"]+)"/.exec(python('moves'))![1]!.split(', ');
  expect(MOVE_KINDS.sort()).toEqual(verbs.sort());
  expect(new Set(MOVES.map((move) => move.split(' ')[0]))).toEqual(new Set(MOVE_KINDS));
  const rules = (await import('./rules/en.json')).default as { id: string }[];
  const told = [...`${python('closed')} ${python('standing')}`.matchAll(/TD-\d+/g)].map((found) => found[0]);
  for (const id of told) expect(rules.map((rule) => rule.id)).toContain(id);
});

it('has the kinds of the components', () => {
  const data = RULES['../../../../src/tabiji/games/tokaido_duo/data/components.toml']!;
  expect(listed('CHARACTERS')).toEqual(CHARACTERS);
  for (const id of [...GOODS, ...SIDES]) expect(data).toContain(`"${id}"`);
});

it('shows a move it does not know as it is written, and other news in general', async () => {
  await locale.setLanguage('en');
  expect(say('fly kite', VIEW)).toBe('fly kite');
  expect(tell({ event: 'strange' } as unknown as DuoEvent, NAMES, VIEW)).toBe('Something happens');
});
