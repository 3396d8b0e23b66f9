// The two players have the colors of the table's first seats in every text, not those of the printed game.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const WORDS: Record<string, { table: [RegExp, RegExp]; box: RegExp }> = {
  en: { table: [/blue/i, /red/i], box: /purple|green/i },
  ru: { table: [/син/i, /красн/i], box: /фиолетов|зелён/i },
  pl: { table: [/niebiesk/i, /czerwon/i], box: /fioletow|zielon/i },
  es: { table: [/azul/i, /rojo/i], box: /morad|verde/i },
  hu: { table: [/kék/i, /piros/i], box: /lila|zöld/i },
};
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const theme = read('../../theme.css');

function hue(seat: number): number {
  const name = theme.match(new RegExp(`--seat-${seat}: var\\((--[a-z]+)\\)`))![1]!;
  const hex = theme.match(new RegExp(`${name}: light-dark\\(#([0-9a-f]{6})`))![1]!;
  const [r, g, b] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  const [most, span] = [Math.max(r, g, b), Math.max(r, g, b) - Math.min(r, g, b)];
  const turn = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  return (turn * 60 + 360) % 360;
}

it('is blue and red at the table', () => {
  expect(Math.abs(hue(0) - 220)).toBeLessThan(30);
  expect(Math.abs(((hue(1) + 180) % 360) - 180)).toBeLessThan(30);
});

it.each(Object.entries(WORDS))('is blue and red in the texts, too: %s', (language, { table, box }) => {
  const rules = JSON.parse(read(`./rules/${language}.json`)) as { id: string; text: string }[];
  const setup = rules.find(({ id }) => id === 'TD-1')!.text;
  const [first, second] = table.map((word) => setup.search(word)) as [number, number];
  expect(first).toBeGreaterThan(-1);
  expect(second).toBeGreaterThan(first);
  expect(setup.search(box)).toBeGreaterThan(second); // what lies in the box is an aside
  expect(rules.filter(({ id, text }) => id !== 'TD-1' && box.test(text))).toEqual([]);
  for (const folder of ['.', '../..']) {
    const messages = JSON.parse(read(`${folder}/messages/${language}.json`)) as Record<string, string>;
    expect(Object.values(messages).filter((text) => box.test(text))).toEqual([]);
  }
});
