// The shuffle of a match, checked by this browser. Before the match it keeps what the server has published (the hash of
// its secret) and gives a random part of its own; after the end it computes the seed from the secret and all parts.
// docs/fair-shuffles.md describes it; src/tabiji/server/fair_shuffle.py is the server's side.
import type { Drawn } from '../games/contract';
import { api } from './api';
import type { NewTable, Table } from './protocol';
import { sha256 } from './sha256';

/** What this browser keeps of a table: what was published when it gave its part, and the part. */
export interface Kept {
  commitment: string;
  part: string | null;
}

export interface Check {
  id: 'kept' | 'secret' | 'part' | 'seed' | 'record' | 'chance';
  /** null: it cannot be checked here. */
  holds: boolean | null;
  expected: string;
  found: string;
}

const KEY = 'tabiji.shuffles';
const MOST = 200; // older ones are forgotten
const VERSION = 2;

export const commitment = (secret: string): string => sha256(`tabiji-commitment/2:${secret}`);

/** The first 64 bits of a hash of secret and parts, in seat order; a seat without a part gives `-`. */
export function seedOf(secret: string, parts: (string | null)[]): string {
  const digest = sha256(['tabiji-seed/2', secret, ...parts.map((part) => part ?? '-')].join(':'));
  return BigInt(`0x${digest.slice(0, 16)}`).toString();
}

// --- before the match -----------------------------------------------------------------------------------------------
function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>;
  } catch {
    return {}; // no storage, or somebody else's
  }
}

export function kept(table: string): Kept | null {
  return all()[table] ?? null;
}

export function keep(table: string, what: Kept): void {
  try {
    const { [table]: _, ...others } = all();
    const latest = [...Object.entries(others), [table, what] as const].slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest)));
  } catch {
    // private windows may keep nothing: then the check says so
  }
}

/** A part for a table, kept before it is sent; undefined where the server takes none. */
export function newPart(table: Table): string | undefined {
  if (table.shuffle !== VERSION || !table.commitment || table.status !== 'gathering') return undefined;
  const before = kept(table.id);
  if (before?.part) return before.part;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const part = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  keep(table.id, { commitment: before?.commitment ?? table.commitment, part });
  return part;
}

/** Give a part, unless this person has given one on another device: that one stays. */
export async function contribute(table: Table, me: string | undefined): Promise<void> {
  const mine = table.seats.find((seat) => me !== undefined && seat.person === me);
  if (!mine || table.shuffle !== VERSION || !table.commitment) return;
  if (mine.part) {
    if (!kept(table.id)) keep(table.id, { commitment: table.commitment, part: null });
    return;
  }
  const part = newPart(table);
  if (part) await api.contribute(table.id, part);
}

/** Make a table, and give a part before the match starts. */
export async function openTable(draft: NewTable, me: string | undefined): Promise<Table> {
  const made = await api.create({ ...draft, start: false });
  await contribute(made, me);
  return draft.start ? api.start(made.id) : made;
}

// --- after the match ------------------------------------------------------------------------------------------------
/** The steps of the check. `recorded` is the seed of the match record; `mine` are the seats of who checks. */
export function checks(table: Table, mine: number[], own: Kept | null, recorded: string): Check[] {
  const secret = table.salt ?? '';
  const parts = table.seats.map((seat) => seat.part ?? null);
  const published = own?.commitment ?? table.commitment ?? '';
  const given = mine.map((seat) => parts[seat]);
  const seed = seedOf(secret, parts);
  return [
    {
      id: 'kept',
      holds: own ? own.commitment === table.commitment : null,
      expected: published,
      found: table.commitment ?? '–',
    },
    { id: 'secret', holds: commitment(secret) === published, expected: published, found: commitment(secret) },
    {
      id: 'part',
      holds: own?.part && given.length ? given.every((part) => part === own.part) : null,
      expected: own?.part ?? '–',
      found: given[0] ?? '–',
    },
    { id: 'seed', holds: seed === table.seed, expected: seed, found: table.seed ?? '–' },
    { id: 'record', holds: recorded === seed, expected: seed, found: recorded },
  ];
}

/** The old way: the server drew the seed alone, and published the hash of salt and seed at the start. */
export function oldChecks(table: Table): Check[] {
  const found = sha256(`${table.salt}:${table.seed}`);
  return [{ id: 'secret', holds: found === table.commitment, expected: table.commitment ?? '–', found }];
}

/** All checks of a finished match. A table that promised the new way must not end in the old one. */
export function verify(table: Table, mine: number[], own: Kept | null, recorded: string): Check[] {
  return own || table.shuffle === VERSION ? checks(table, mine, own, recorded) : oldChecks(table);
}

/** Cards and dice: what the seed promises, and what this browser was told during the match. */
export function chanceCheck(drawn: Drawn[]): Check {
  const seen = drawn.filter((one) => one.found.length);
  const tell = (values: (one: Drawn) => string[]) =>
    seen.map((one) => `${one.of}: ${values(one).join(' ')}`).join('; ');
  const [expected, found] = [tell((one) => one.expected), tell((one) => one.found)];
  return {
    id: 'chance',
    holds: seen.length ? expected === found : null,
    expected: expected || '–',
    found: found || '–',
  };
}

/** Whether nothing differs. */
export const holds = (found: Check[]): boolean => found.every((check) => check.holds !== false);
