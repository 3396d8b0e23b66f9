// The codes are read back by a reader of their own, written from the standard and not from the writer.
import { expect, it } from 'vitest';
import { qr } from '../lib/qr';

const BLOCKS: Record<number, [data: number, all: number, count: number]> = {
  21: [16, 26, 1],
  25: [28, 44, 1],
  29: [44, 70, 1],
  33: [32, 50, 2],
  37: [43, 67, 2],
  41: [27, 43, 4],
};
// Format information of level M by mask (ISO/IEC 18004, table C.1)
const FORMATS = [
  '101010000010010',
  '101000100100101',
  '101111001111100',
  '101101101001011',
  '100010111111001',
  '100000011001110',
  '100111110010111',
  '100101010100000',
];
const FLIPS: ((i: number, j: number) => number)[] = [
  (i, j) => (i + j) % 2,
  (i) => i % 2,
  (_, j) => j % 3,
  (i, j) => (i + j) % 3,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
  (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

/** In GF(256), bit by bit. */
function product(a: number, b: number): number {
  let sum = 0;
  for (let bit = 0; bit < 8; bit++) {
    if ((b >> bit) & 1) sum ^= a;
    a = (a << 1) ^ (a & 128 ? 0x11d : 0);
  }
  return sum;
}

function read(code: boolean[][]): string {
  const n = code.length;
  const at = (i: number, j: number) => (code[i]![j] ? '1' : '0');
  const one =
    [0, 1, 2, 3, 4, 5, 7, 8].map((j) => at(8, j)).join('') + [7, 5, 4, 3, 2, 1, 0].map((i) => at(i, 8)).join('');
  const two =
    [1, 2, 3, 4, 5, 6, 7].map((i) => at(n - i, 8)).join('') +
    [8, 7, 6, 5, 4, 3, 2, 1].map((j) => at(8, n - j)).join('');
  expect(two).toBe(one);
  const mask = FORMATS.indexOf(one);
  expect(mask).toBeGreaterThanOrEqual(0);
  const fixed = (i: number, j: number) =>
    i === 6 ||
    j === 6 ||
    (i < 9 && j < 9) ||
    (i < 9 && j > n - 9) ||
    (i > n - 9 && j < 9) ||
    (n > 21 && Math.abs(i - n + 7) < 3 && Math.abs(j - n + 7) < 3);
  const columns = Array.from({ length: n }, (_, j) => n - 1 - j).filter((j) => j !== 6);
  let bits = '';
  for (let pair = 0; pair < columns.length / 2; pair++) {
    for (let step = 0; step < n; step++) {
      const i = pair % 2 ? step : n - 1 - step;
      for (const j of columns.slice(pair * 2, pair * 2 + 2)) {
        if (!fixed(i, j)) bits += Number(at(i, j)) ^ Number(FLIPS[mask]!(i, j) === 0);
      }
    }
  }
  const [data, all, count] = BLOCKS[n]!;
  const words = bits.match(/.{8}/g)!.map((word) => parseInt(word, 2));
  expect(words).toHaveLength(all * count);
  const blocks = Array.from({ length: count }, (_, block) => words.filter((__, i) => i % count === block));
  for (const block of blocks) {
    let root = 1;
    for (let power = 0; power < all - data; power++, root = product(root, 2)) {
      expect(block.reduce((sum, word) => product(sum, root) ^ word, 0)).toBe(0); // a root of the generator
    }
  }
  const stream = blocks
    .flatMap((block) => block.slice(0, data))
    .map((word) => word.toString(2).padStart(8, '0'))
    .join('');
  expect(stream.slice(0, 4)).toBe('0100');
  const length = parseInt(stream.slice(4, 12), 2);
  const bytes = Array.from({ length }, (_, i) => parseInt(stream.slice(12 + i * 8, 20 + i * 8), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

it.each([1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106])('writes what a reader reads: %d bytes', (length) => {
  const text = 'https://tabiji.example/table/Xy3-_9kQ'.repeat(3).slice(0, length);
  expect(read(qr(text)!)).toBe(text);
});

it('has the finders, the timing and the dark module of the standard', () => {
  const code = qr('https://example.org/table/abc')!;
  const rows = code.map((row) => row.map(Number).join(''));
  expect(rows.slice(0, 8).map((row) => row.slice(0, 8))).toEqual([
    '11111110',
    '10000010',
    '10111010',
    '10111010',
    '10111010',
    '10000010',
    '11111110',
    '00000000',
  ]);
  expect(rows[6]!.slice(8, -8)).toMatch(/^1(01)*$/);
  expect(code[code.length - 8]![8]).toBe(true);
});

it('says when a text is too long', () => expect(qr('x'.repeat(107))).toBeNull());
it('writes letters beyond ASCII as UTF-8', () => expect(read(qr('旅路 – żółw')!)).toBe('旅路 – żółw'));
