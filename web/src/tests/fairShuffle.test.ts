import { beforeEach, expect, it } from 'vitest';
import { checks, commitment, holds, keep, kept, newPart, seedOf, verify, type Kept } from '../lib/fairShuffle';
import type { Table } from '../lib/protocol';
import { sha256 } from '../lib/sha256';

const SECRET = '00112233445566778899aabbccddeeff';
const PARTS = ['a1'.repeat(32), 'b2'.repeat(32), null];
const own: Kept = { commitment: commitment(SECRET), part: PARTS[0]! };

/** A finished table as an honest server tells it. */
function honest(): Table {
  const seats = PARTS.map((part, seat) => ({ seat, person: part && `p${seat}`, name: '', bot: null, part }));
  const table = { id: 't', status: 'over', shuffle: 2, commitment: commitment(SECRET), salt: SECRET, seats };
  return { ...table, seed: seedOf(SECRET, PARTS) } as unknown as Table;
}
const failed = (table: Table, recorded = table.seed!, kept: Kept | null = own) =>
  verify(table, [0], kept, recorded)
    .filter((check) => check.holds === false)
    .map((check) => check.id);

beforeEach(() => {
  const items: Record<string, string> = {};
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => items[key] ?? null,
      setItem: (key: string, value: string) => (items[key] = value),
    },
  });
});

it('computes SHA-256', () => {
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256('salt:7')).toBe('0bdc73c5926d255cff128e882ca1d39c7a7f27e4cdba05d5488f352c1d445044');
  const million = 'a'.repeat(1_000_000);
  expect(sha256(million)).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
});

it('computes what the server computes', () => {
  // from tabiji.server.fair_shuffle, with the same secret and parts
  expect(commitment(SECRET)).toBe('c5c136c26a41a9e12e8b3db718c642419dacad5621ecf6fa66b6d6006d0ba500');
  expect(seedOf(SECRET, PARTS)).toBe('5628395783009121357');
});

it('finds nothing wrong with an honest server', () => {
  expect(checks(honest(), [0], own, honest().seed!).map((check) => check.holds)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(failed(honest())).toEqual([]);
});

it('catches a server that changes the seed', () => {
  expect(failed({ ...honest(), seed: '7' }, '7')).toEqual(['seed', 'record']);
  expect(failed(honest(), '7')).toEqual(['record']);
});

it('catches a server that drops or changes a part', () => {
  const other = [null, ...PARTS.slice(1)];
  const dropped = honest();
  dropped.seats[0]!.part = null;
  expect(failed({ ...dropped, seed: seedOf(SECRET, other) })).toEqual(['part']);
});

it('catches a server that reveals another secret, or changes what it published', () => {
  const another = 'ff'.repeat(16);
  const lie = { ...honest(), salt: another, seed: seedOf(another, PARTS) };
  expect(failed(lie)).toEqual(['secret']);
  expect(failed({ ...lie, commitment: commitment(another) })).toEqual(['kept', 'secret']);
});

it('catches a server that goes back to drawing the seed alone', () => {
  const old = { ...honest(), shuffle: 1, salt: 'salt', seed: '7', commitment: sha256('salt:7') };
  expect(failed(old, '7', null)).toEqual([]); // whoever kept nothing cannot know
  expect(failed(old)).toContain('kept');
});

it('says what it cannot check', () => {
  const found = checks(honest(), [], null, honest().seed!);
  expect(found.map((check) => check.holds)).toEqual([null, true, null, true, true]);
  expect(holds(found)).toBe(true);
});

it('keeps a part, and gives the same again', () => {
  const table = { ...honest(), status: 'gathering' } as Table;
  const part = newPart(table);
  expect(part).toMatch(/^[0-9a-f]{64}$/);
  expect(newPart(table)).toBe(part);
  expect(kept('t')).toEqual({ commitment: table.commitment, part });
  for (let i = 0; i < 300; i++) keep(`t${i}`, own);
  expect(kept('t')).toBeNull();
  expect(newPart({ ...table, shuffle: 1 })).toBeUndefined();
});
