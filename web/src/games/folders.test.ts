// Every game's folder has the same files with the same exports: who knows one game finds everything in the next.
import { describe, expect, it } from 'vitest';

const LANGUAGES = ['en', 'es', 'hu', 'pl', 'ru'];
const FILES = [
  'ActionPanel.svelte',
  'Board.svelte',
  'Glance.svelte',
  'Player.svelte',
  'chance.ts',
  'RulesPictures.svelte',
  'facts.json',
  'index.ts',
  'layout.ts',
  'learn.ts',
  'stage.svelte.ts',
  'stage.test.ts',
  'types.ts',
  'words.test.ts',
  'words.ts',
  ...LANGUAGES.flatMap((language) => [`messages/${language}.json`, `rules/${language}.json`]),
];
const EXPORTS: Record<string, string[]> = {
  'learn.ts': ['STEPS', 'hint'],
  'stage.svelte.ts': ['Stage', 'after', 'plan', 'steps'],
  'words.ts': ['EVENT_KINDS', 'MOVE_KINDS', 'say', 'tell', 'waiting'],
};

const present = Object.keys(import.meta.glob('./*/**'));
const modules = import.meta.glob<object>(['./*/learn.ts', './*/stage.svelte.ts', './*/words.ts'], { eager: true });

it('is true of three games', () => {
  const games = new Set(present.map((path) => path.split('/')[1]));
  expect([...games].sort()).toEqual(['plain', 'tokaido', 'tokaido_duo', 'tsuro_seas']);
});

describe.each(['tokaido', 'tokaido_duo', 'tsuro_seas'])('%s', (game) => {
  it('has every file', () => {
    expect(FILES.filter((file) => !present.includes(`./${game}/${file}`))).toEqual([]);
  });

  it.each(Object.entries(EXPORTS))('has the exports of %s', (file, names) => {
    const exported = Object.keys(modules[`./${game}/${file}`]!);
    expect(names.filter((name) => !exported.includes(name))).toEqual([]);
  });
});
