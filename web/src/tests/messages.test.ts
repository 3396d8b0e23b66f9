// Every text in every language: none missing, none unused, the same placeholders, and plurals as the language has them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const LANGUAGES = ['en', 'ru', 'pl', 'es', 'hu'];

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const all = files(SRC);
const areas = all
  .filter((path) => path.endsWith('/messages/en.json'))
  .map((path) => ({
    name: relative(SRC, path),
    of: (language: string) => path.replace(/en\.json$/, `${language}.json`),
  }));
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
const source = all
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const literal = new Set(
  [...source.matchAll(/['"`]([a-z0-9_]+(?:[.-][A-Za-z0-9_-]+)+)['"`]/g)].map((found) => found[1]!),
);
// `error.${code}` and `new.${kind}.about` use every message that fits
const patterns = [...source.matchAll(/`((?:[a-z0-9_]+\.)+[^`\s]*\$\{[^`]*)`/g)].map(
  (found) => new RegExp(`^${found[1]!.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[^.]+')}$`),
);
const used = (id: string) => literal.has(id) || patterns.some((pattern) => pattern.test(id));

type Part = { type: number; value?: string; options?: Record<string, { value: Part[] }>; pluralType?: string };
function placeholders(parts: Part[], found = new Set<string>()): Set<string> {
  for (const part of parts) {
    if (part.type !== 0 && part.type !== 7 && part.value) found.add(part.value);
    for (const option of Object.values(part.options ?? {})) placeholders(option.value, found);
  }
  return found;
}
function plurals(parts: Part[]): string[][] {
  return parts.flatMap((part) => [
    ...(part.type === 6 ? [Object.keys(part.options!)] : []),
    ...Object.values(part.options ?? {}).flatMap((option) => plurals(option.value)),
  ]);
}
/** What selects by the reader offer: `{you, select, yes {You walk} other {{name} walks}}`. */
function addressed(parts: Part[]): string[] {
  return parts.flatMap((part) => [
    ...(part.type === 5 && part.value === 'you' ? Object.keys(part.options!) : []),
    ...Object.values(part.options ?? {}).flatMap((option) => addressed(option.value)),
  ]);
}
const parse = (text: string, language: string) =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst() as unknown as Part[];

describe.each(areas)('$name', (area) => {
  const english = read(area.of('en'));

  it('has no message that nobody uses', () => {
    expect(Object.keys(english).filter((id) => !used(id))).toEqual([]);
  });

  it.each(LANGUAGES)('is complete in %s', (language) => {
    const words = read(area.of(language));
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [id, text] of Object.entries(words)) {
      expect(text.trim(), `${language} ${id}`).not.toBe('');
      const parts = parse(text, language);
      expect([...placeholders(parts)].sort(), `${language} ${id}`).toEqual(
        [...placeholders(parse(english[id]!, 'en'))].sort(),
      );
      expect(
        addressed(parts).filter((option) => !['yes', 'first', 'second', 'other'].includes(option)),
        `${language} ${id}`,
      ).toEqual([]);
      if (!text.includes('#')) continue; // it does not count, it only asks whether there are several
      for (const forms of plurals(parts)) {
        // a million in Spanish is its own form, and is never reached by things on a table
        const missing = needed.filter((form) => !forms.includes(form) && !(language === 'es' && form === 'many'));
        expect(missing, `${language} ${id}`).toEqual([]);
      }
    }
  });
});

it('has words for every id that is named', () => {
  const known = new Set(areas.flatMap((area) => Object.keys(read(area.of('en')))));
  const named = [...source.matchAll(/\b(?:t|has)\(\s*'([^']+)'/g)].map((found) => found[1]!);
  expect([...new Set(named)].filter((id) => !known.has(id))).toEqual([]);
  expect(patterns.filter((pattern) => ![...known].some((id) => pattern.test(id))).map(String)).toEqual([]);
});

it('has the rules of each game in every language, with the same ids', () => {
  const english = all.filter((path) => /\/rules\/en\.json$/.test(path));
  expect(english).toHaveLength(3);
  for (const path of english) {
    const ids = (JSON.parse(readFileSync(path, 'utf8')) as { id: string }[]).map((rule) => rule.id);
    for (const language of LANGUAGES) {
      const rules = JSON.parse(readFileSync(path.replace('/en.json', `/${language}.json`), 'utf8')) as Record<
        string,
        string
      >[];
      expect(
        rules.map((rule) => rule.id),
        `${path} ${language}`,
      ).toEqual(ids);
      for (const rule of rules)
        expect(Boolean(rule.title && rule.text && rule.part), `${language} ${rule.id}`).toBe(true);
    }
  }
});
