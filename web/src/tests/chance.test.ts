// Cards and dice of matches that the engine played, computed from their seeds (tools/client_facts.py writes them).
import { describe, expect, it } from 'vitest';
import type { Drawn } from '../games/contract';
import { chance as tokaido } from '../games/tokaido/chance';
import { chance as duo } from '../games/tokaido_duo/chance';
import { chance as tsuro } from '../games/tsuro_seas/chance';
import { chanceCheck } from '../lib/fairShuffle';
import { RandomStream } from '../lib/randomStream';
import samples from './chance.json';

type Chance = (stream: RandomStream, seen: unknown, players: number, setting: unknown) => Drawn[];
const GAMES = { tokaido, tokaido_duo: duo, tsuro_seas: tsuro } as unknown as Record<string, Chance>;

describe.each(samples.map((sample) => [`${sample.game} ${sample.players}`, sample] as const))('%s', (_, sample) => {
  const computed = (seed: string, events: unknown = sample.events) =>
    chanceCheck(GAMES[sample.game]!(new RandomStream(seed), events, sample.players, sample.setting));

  it('follows from its seed', () => {
    const check = computed(sample.seed);
    expect(check.found).toBe(check.expected);
    expect(check.holds).toBe(true);
    expect(check.found.split(' ').length).toBeGreaterThan(10);
  });

  it('follows from no other seed', () => {
    expect(computed('12345').holds).toBe(false);
  });

  it('says when nothing was seen', () => {
    expect(computed(sample.seed, []).holds).toBeNull();
  });
});
