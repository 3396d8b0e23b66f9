// The rules in words, a list per game and language; loaded when they are read.
import type { Language } from './i18n.svelte';

export interface Rule {
  id: string;
  /** The part of the rulebook it belongs to. */
  part?: string;
  title: string;
  text: string;
}

const FILES = import.meta.glob<Rule[]>('../games/*/rules/*.json', { import: 'default' });

export async function rulesOf(game: string, language: Language): Promise<Rule[]> {
  return (
    (await (FILES[`../games/${game}/rules/${language}.json`] ?? FILES[`../games/${game}/rules/en.json`])?.()) ?? []
  );
}

/** Rules that hold every word, whatever the case and the accents. */
export function search(rules: Rule[], words: string): Rule[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = plain(`${rule.id} ${rule.title} ${rule.text}`);
    return wanted.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
}
