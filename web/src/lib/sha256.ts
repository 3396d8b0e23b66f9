// SHA-256 of a text, in hexadecimal. Browsers compute hashes by themselves only on secure pages, and a table on a local
// network has none: whoever plays there must be able to check the shuffle, too.
const FRACTION = 2 ** 32;

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const PRIMES = primes(64);
const ROUNDS = PRIMES.map((prime) => (Math.cbrt(prime) * FRACTION) | 0);
const START = PRIMES.slice(0, 8).map((prime) => (Math.sqrt(prime) * FRACTION) | 0);

const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = words.getInt32(block + 4 * i);
      else {
        const [early, late] = [w[i - 15]!, w[i - 2]!];
        const mixed = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        w[i] = (w[i - 16]! + mixed + w[i - 7]! + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))) | 0;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i]! + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
