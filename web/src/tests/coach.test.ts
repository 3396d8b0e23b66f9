import { describe, expect, it } from 'vitest';
import type { Table } from '../lib/protocol';
import { mayCoach } from '../table/coach.svelte';

describe('the coach', () => {
  const at = (rated: Table['rated'], hints = true) => mayCoach({ rated, hints } as Table);

  it('is silent where a match may be rated, or hints are not allowed', () => {
    expect(at('yes')).toBe(false);
    expect(at('unless_hint')).toBe(false);
    expect(at('alone', false)).toBe(false);
    expect(at('alone')).toBe(true);
    expect(at('several_seats')).toBe(true);
  });
});
