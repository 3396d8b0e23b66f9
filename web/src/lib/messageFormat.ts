// Fills in ICU messages. Formatters are cached: creating one takes longer than using it.
import { IntlMessageFormat } from 'intl-messageformat';

export type Values = Record<string, string | number | boolean>;

/** A message that only has names to fill in needs no ICU parser. */
const PLAIN = /^(?:[^{}']|\{\w+\})*$/;
const messages = new Map<string, IntlMessageFormat>();
const cached = <T>(create: (language: string, options: object | undefined) => T) => {
  const cache = new Map<string, T>();
  return (languages?: string | string[], options?: object): T => {
    const key = `${languages} ${options ? JSON.stringify(options) : ''}`;
    let found = cache.get(key);
    if (!found) cache.set(key, (found = create(String(languages), options)));
    return found;
  };
};
const formatters = {
  getNumberFormat: cached((language, options) => new Intl.NumberFormat(language, options)),
  getDateTimeFormat: cached((language, options) => new Intl.DateTimeFormat(language, options)),
  getPluralRules: cached((language, options) => new Intl.PluralRules(language, options)),
};
const intlLocale = cached((language) => new Intl.Locale(language));
IntlMessageFormat.resolveLocale = (languages) => intlLocale(languages);

/** A message of a language with its values filled in. */
export function format(text: string, language: string, values?: Values): string {
  if (!text.includes('{')) return text;
  if (PLAIN.test(text)) return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values?.[name] ?? whole));
  const key = `${language} ${text}`;
  let message = messages.get(key);
  if (!message)
    messages.set(key, (message = new IntlMessageFormat(text, language, undefined, { ignoreTag: true, formatters })));
  return String(message.format(values));
}

/** Create a language's number formatter ahead of its first use. */
export function warm(language: string): void {
  formatters.getNumberFormat(language);
}
