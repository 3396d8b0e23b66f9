// Every game's folder has the same files with the same exports: who knows one game finds everything in the next.
import { describe, expect, it } from 'vitest';

const LANGUAGES = ['en', 'es', 'hu', 'pl', 'ru'];
const FILES = [
  'ActionPanel.svelte',
  'Board.svelte',
  'Glance.svelte',
  'Player.svelte',
  'arrange.ts',
  'chance.ts',
  'RulePicture.svelte',
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
const sources = import.meta.glob<string>('./*/*.svelte', { eager: true, query: '?raw', import: 'default' });
const modules = import.meta.glob<object>(['./*/learn.ts', './*/stage.svelte.ts', './*/words.ts'], { eager: true });

it('is true of three games', () => {
  const games = new Set(present.map((path) => path.split('/')[1]));
  expect([...games].sort()).toEqual(['plain', 'tokaido', 'tokaido_duo', 'tsuro_seas']);
});

it('styles every shape where it is drawn: a class of another component does not reach it', () => {
  const bare = Object.entries(sources).flatMap(([path, text]) => {
    const style = text.split('<style>')[1] ?? '';
    const shapes = [...text.matchAll(/<(?:circle|ellipse|path|rect|text)\b[^>]*?class="([^"{]+)"/g)];
    const styled = (name: string) => RegExp(`\\.${name}(?![\\w-])`).test(style);
    return shapes.filter(([, names]) => !names!.split(' ').some(styled)).map(([, names]) => `${path}: ${names}`);
  });
  expect(bare).toEqual([]);
});

describe.each(['tokaido', 'tokaido_duo', 'tsuro_seas'])('%s', (game) => {
  it('has every file', () => {
    expect(FILES.filter((file) => !present.includes(`./${game}/${file}`))).toEqual([]);
  });

  it.each(Object.entries(EXPORTS))('has the exports of %s', (file, names) => {
    const exported = Object.keys(modules[`./${game}/${file}`]!);
    expect(names.filter((name) => !exported.includes(name))).toEqual([]);
  });

  it('has everything its hints point at', () => {
    const drawn = Object.entries(sources).flatMap(([path, text]) => (path.startsWith(`./${game}/`) ? [text] : []));
    const { STEPS } = modules[`./${game}/learn.ts`] as { STEPS: { at?: string }[] };
    const classes = STEPS.flatMap(({ at }) => at?.split('.').slice(1) ?? []);
    const known = (name: string) => drawn.some((text) => RegExp(`class(?::|="[^"]*?\\b)${name}\\b`).test(text));
    expect(classes.length).toBeGreaterThan(3);
    expect(classes.filter((name) => !known(name))).toEqual([]);
  });
});
