import { describe, expect, it } from 'vitest';
import { formatTime } from '../lib/clock';
import { browserLanguage, LANGUAGES, t, locale, type Language } from '../lib/i18n.svelte';
import { seatName } from '../lib/seatLooks';
import { friendly, GAMES, preset, PRESETS } from '../lib/presets';
import type { Entry } from '../lib/protocol';
import { read } from '../lib/routes';
import { search } from '../lib/rules';
import { announce } from '../table/announce';
import { differences, rivals } from '../table/decided';

describe('addresses', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/new', { page: 'new', game: null }],
    ['/new/tokaido', { page: 'new', game: 'tokaido' }],
    ['/table/aB-_9', { page: 'table', id: 'aB-_9' }],
    ['/table/x/replay', { page: 'replay', id: 'x' }],
    ['/rules/tokaido', { page: 'rules', game: 'tokaido' }],
    ['/learn', { page: 'learn', game: null }],
    ['/learn/tokaido/', { page: 'learn', game: 'tokaido' }],
    ['/puzzles/tokaido', { page: 'puzzles', game: 'tokaido', id: '' }],
    ['/puzzles/tokaido/a86f9e2563', { page: 'puzzles', game: 'tokaido', id: 'a86f9e2563' }],
    ['/people/7', { page: 'person', id: '7' }],
    ['/table', { page: 'not_found' }],
    ['/table/x/other', { page: 'not_found' }],
    ['/%', { page: 'not_found' }],
  ])('%s', (path, route) => expect(read(path)).toEqual(route));
});

describe('clocks', () => {
  it.each([
    [75_000, '1:15'],
    [600_000, '10:00'],
    [3_661_000, '1:01:01'],
    [90_061_000, '1d 1h'],
    [9_940, '9.9'],
    [-5, '0.0'],
  ])('%d is %s', (left, text) => expect(formatTime(left, 'd', 'h')).toBe(text));
});

describe('languages', () => {
  it('takes the first that we speak', () => {
    expect(browserLanguage(['de-DE', 'pl-PL', 'en'])).toBe('pl');
    expect(browserLanguage(['ja'])).toBe('en');
  });

  it('counts as Russians and Poles do, and changes at once', async () => {
    await locale.load('frame');
    expect(t('end.points', { count: 1 })).toBe('1 point');
    await locale.setLanguage('ru');
    expect([1, 2, 5, 11, 21, 24].map((count) => t('end.points', { count }))).toEqual([
      '1 очко',
      '2 очка',
      '5 очков',
      '11 очков',
      '21 очко',
      '24 очка',
    ]);
    await locale.setLanguage('pl');
    expect([1, 2, 5, 12, 22].map((count) => t('end.points', { count }))).toEqual([
      '1 punkt',
      '2 punkty',
      '5 punktów',
      '12 punktów',
      '22 punkty',
    ]);
    await locale.setLanguage('en');
    expect(t('no.such.id')).toBe('no.such.id');
  });
});

describe('speaking to whoever reads', () => {
  const entry = (kind: string, text?: string) =>
    ({ number: 1, kind, seat: 0, at: 0, ...(text ? { text } : {}) }) as Entry;
  const KINDS = [
    entry('undo'),
    entry('ask'),
    entry('agree'),
    entry('refuse'),
    entry('back'),
    entry('bot', 'time novice'),
    entry('bot', 'left novice'),
    entry('forfeit', 'time'),
    entry('forfeit', 'left'),
  ];
  it.each(Object.keys(LANGUAGES) as Language[])('%s', async (language) => {
    await locale.load('frame');
    await locale.setLanguage(language);
    for (const one of KINDS) {
      expect(announce(one, ['Anna'], null), one.kind).toContain('Anna');
      expect(announce(one, ['Anna'], 0), one.kind).not.toContain('Anna');
    }
    const won = (you: string) => t('end.title', { count: 1, winners: 'Anna', you });
    expect(won('no')).toContain('Anna');
    expect(won('yes')).not.toContain('Anna');
    await locale.setLanguage('en');
  });
});

it('calls bots by their seat, never by their id', async () => {
  await locale.load('frame');
  expect(seatName({ name: 'casual', bot: 'casual' }, 1)).toBe('Bot 2');
  expect(seatName({ name: 'casual', bot: null }, 1)).toBe('casual'); // somebody may be called so
});

it('keeps a seat for a friend', () => {
  for (const game of GAMES) {
    const { draft, bots } = friendly(game);
    expect(draft.players - Object.keys(bots).length).toBe(2);
    expect(draft).toMatchObject({ access: 'link', bots: [], start: false });
  }
});

it('makes whole tables of presets', () => {
  for (const game of GAMES)
    for (const name of PRESETS) expect(preset(game, name).bots).toHaveLength(preset(game, name).players - 1);
});

it('finds rules whatever the accents', () => {
  const rules = [
    { id: 'TK-1', title: 'Świątynia', text: 'Złóż datek' },
    { id: 'TK-2', title: 'Farma', text: '3 monety' },
  ];
  expect(search(rules, 'swiatynia zloz').map((rule) => rule.id)).toEqual(['TK-1']);
  expect(search(rules, 'tk-2')).toHaveLength(1);
  expect(search(rules, '')).toHaveLength(2);
});

it('compares the points of those who stayed', () => {
  expect(rivals([2, 0, 1], [], [3, 1, 9])).toEqual([2, 0]);
  expect(rivals([2, 1, 0], [1], [3, 7, 5])).toEqual([2, 0]);
  expect(rivals([1, 0], [0], [3, 1])).toBeNull();
  expect(rivals([1, 0], [], [91, 44])).toBeNull(); // a bot stood in for who left
});

it('tells what decided a match', () => {
  const sources = [
    { id: 'a', label: 'A', points: [1, 5] },
    { id: 'b', label: 'B', points: [9, 2] },
    { id: 'c', label: 'C', points: [3, 3] },
  ];
  expect(differences(sources, 0, 1)).toEqual([
    { label: 'B', by: 7 },
    { label: 'A', by: -4 },
  ]);
});
