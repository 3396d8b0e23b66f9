// Every text has an id. Messages are ICU, a JSON file per language and area; an area is the frame, a game, and so on.
import { format, warm, type Values } from './messageFormat';

export const LANGUAGES = { en: 'English', ru: 'Русский', pl: 'Polski', es: 'Español', hu: 'Magyar' } as const;
export type Language = keyof typeof LANGUAGES;
type Words = Record<string, string>;
type Loader = () => Promise<Words>;

const FILES: Record<string, Loader> = {
  ...import.meta.glob<Words>('../messages/*.json', { import: 'default' }),
  ...import.meta.glob<Words>('../analysis/messages/*.json', { import: 'default' }),
  ...import.meta.glob<Words>('../editor/messages/*.json', { import: 'default' }),
  ...import.meta.glob<Words>('../puzzles/messages/*.json', { import: 'default' }),
  ...import.meta.glob<Words>('../games/*/messages/*.json', { import: 'default' }),
};
const FOLDERS: Record<string, string> = {
  frame: '../messages',
  analysis: '../analysis/messages',
  editor: '../editor/messages',
  puzzles: '../puzzles/messages',
};

/** `frame` → ../messages/en.json, `tokaido` → ../games/tokaido/messages/en.json */
function loader(area: string, of: Language): Loader | undefined {
  return FILES[`${FOLDERS[area] ?? `../games/${area}/messages`}/${of}.json`];
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && text in LANGUAGES;
}

/** The first of the browser's languages that we speak. */
export function browserLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const short = tag.toLowerCase().split('-')[0];
    if (isLanguage(short)) return short;
  }
  return 'en';
}

class Locale {
  language = $state<Language>('en');
  words = $state.raw<Words>({});
  private areas = new Set<string>();
  private turn = 0;

  /** Load an area in the present language; a game's texts before the game is shown. */
  async load(...areas: string[]): Promise<void> {
    const fresh = areas.filter((area) => !this.areas.has(area));
    if (!fresh.length) return;
    for (;;) {
      const language = this.language;
      const words = await read(language, fresh);
      if (language !== this.language) continue; // it was changed meanwhile
      for (const area of fresh) this.areas.add(area);
      this.words = { ...this.words, ...words };
      return;
    }
  }

  /** Speak another language, at once and everywhere. */
  async setLanguage(language: Language): Promise<void> {
    const turn = ++this.turn;
    const words = await read(language, [...this.areas]);
    if (turn !== this.turn) return;
    this.words = words;
    this.language = language;
    setTimeout(() => warm(language));
    if (typeof document !== 'undefined') document.documentElement.lang = language;
  }
}

async function read(language: Language, areas: string[]): Promise<Words> {
  const found = await Promise.all(areas.map((area) => loader(area, language)?.() ?? {}));
  return Object.assign({}, ...found);
}

export const locale = new Locale();

/** A message in the reader's language; what has no words yet is shown as its id. */
export function t(id: string, values?: Values): string {
  const text = locale.words[id];
  if (text === undefined) return id;
  return format(text, locale.language, values);
}

/** Whether there are words for an id. */
export function has(id: string): boolean {
  return id in locale.words;
}

export function list(items: string[]): string {
  return new Intl.ListFormat(locale.language, { type: 'conjunction' }).format(items);
}

export function dateTime(at: number): string {
  return new Intl.DateTimeFormat(locale.language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

export function decimal(value: number, digits = 1): string {
  return new Intl.NumberFormat(locale.language, { maximumFractionDigits: digits }).format(value);
}

export function percent(share: number): string {
  return new Intl.NumberFormat(locale.language, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}
