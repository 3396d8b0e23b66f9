// The random numbers of a match, as src/tabiji/core/random.py makes them from its seed: PCG (XSH-RR, 64 bits of state,
// 32 of output), seeded through SplitMix64. No rules are in here, only numbers.
const WORD = 0xffffffffn;
const wrap = (x: bigint) => BigInt.asUintN(64, x);

export class RandomStream {
  private state: bigint;

  constructor(seed: string) {
    let x = wrap(BigInt(seed) + 0x9e3779b97f4a7c15n);
    x = wrap((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    x = wrap((x ^ (x >> 27n)) * 0x94d049bb133111ebn);
    this.state = x ^ (x >> 31n);
  }

  private next(): bigint {
    const x = this.state;
    this.state = wrap(x * 6364136223846793005n + 1442695040888963407n);
    const word = (((x >> 18n) ^ x) >> 27n) & WORD;
    const turn = x >> 59n;
    return ((word >> turn) | (word << (32n - turn))) & WORD;
  }

  /** A number from 0 to n - 1. */
  below(n: number): number {
    const bound = BigInt(n);
    let product = this.next() * bound;
    if ((product & WORD) < bound) {
      const unfair = (WORD + 1n - bound) % bound;
      while ((product & WORD) < unfair) product = this.next() * bound;
    }
    return Number(product >> 32n);
  }

  /** Cards in random order; the first is on top. */
  shuffle<T>(cards: readonly T[]): T[] {
    const found = [...cards];
    for (let i = found.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [found[i], found[j]] = [found[j]!, found[i]!];
    }
    return found;
  }

  /** Take the numbers of a shuffle of so many cards that nobody has seen. */
  skip(cards: number): void {
    for (let i = cards; i > 1; i--) this.below(i);
  }
}
