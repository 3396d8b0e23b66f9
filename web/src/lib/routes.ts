// Addresses of pages. `/reset#CODE` and `/confirm#CODE` come by mail; `/table/ID/replay#12` is the moment after entry 12; `/editor#…` is a position; `/rules/tokaido#TK-12` is a rule.
export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null }
  | { page: 'editor'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'rules'; game: string }
  | { page: 'learn'; game: string | null }
  | { page: 'puzzles'; game: string | null; id: string }
  | { page: 'person'; id: string }
  | { page: 'about' }
  | { page: 'admin' }
  | { page: 'style' }
  | { page: 'reset' }
  | { page: 'confirm' }
  | { page: 'not_found' };

export function read(path: string): Route {
  const words = path.split('/').filter(Boolean).map(decode);
  const [first, second, third] = words;
  if (words.length === 0) return { page: 'home' };
  if (first === 'new' && words.length <= 2) return { page: 'new', game: second ?? null };
  if (first === 'editor' && words.length <= 2) return { page: 'editor', game: second ?? null };
  if (first === 'style' && words.length === 1) return { page: 'style' };
  if ((first === 'about' || first === 'admin' || first === 'reset' || first === 'confirm') && words.length === 1)
    return { page: first };
  if (first === 'table' && second && words.length === 2) return { page: 'table', id: second };
  if (first === 'table' && second && third === 'replay' && words.length === 3) return { page: 'replay', id: second };
  if (first === 'rules' && second && words.length === 2) return { page: 'rules', game: second };
  if (first === 'learn' && words.length <= 2) return { page: 'learn', game: second ?? null };
  if (first === 'puzzles' && words.length <= 3) return { page: 'puzzles', game: second ?? null, id: third ?? '' };
  if (first === 'people' && second && words.length === 2) return { page: 'person', id: second };
  return { page: 'not_found' };
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
