// QR codes (ISO/IEC 18004) for links: bytes, error correction M, versions 1 to 6, which is up to 106 bytes.
/** By version: data codewords of a block, correction codewords of a block, blocks. */
const VERSIONS = [
  [16, 10, 1],
  [28, 16, 1],
  [44, 26, 1],
  [32, 18, 2],
  [43, 24, 2],
  [27, 16, 4],
] as const;

const EXP: number[] = [];
const LOG: number[] = [];
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = x;
  LOG[x] = i;
}
const times = (a: number, b: number) => (a && b ? EXP[(LOG[a]! + LOG[b]!) % 255]! : 0);

/** Reed-Solomon: what is left of the data after division by the generator of this degree. */
function correction(data: number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0; i < degree; i++) {
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, EXP[i]!));
  }
  const rest = [...data, ...Array<number>(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i]!;
    generator.forEach((value, at) => (rest[i + at]! ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** All codewords in the order in which they are laid out: blocks in turn, first their data, then their correction. */
function codewords(bytes: Uint8Array, [size, degree, count]: readonly [number, number, number]): number[] {
  const bits = [0, 1, 0, 0];
  const push = (value: number, width: number) => {
    for (let i = width - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(bytes.length, 8);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, size * count * 8 - bits.length));
  push(0, -bits.length & 7);
  for (let pad = 0xec; bits.length < size * count * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: size * count }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(''), 2));
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * size, (i + 1) * size));
  const checks = blocks.map((block) => correction(block, degree));
  const inTurn = (rows: number[][]) => rows[0]!.flatMap((_, at) => rows.map((row) => row[at]!));
  return [...inTurn(blocks), ...inTurn(checks)];
}

type Grid = boolean[][];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The fifteen bits beside the finders: level M and the mask, with their own correction. */
function formatBits(mask: number): number {
  let rest = mask << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** How hard a grid is to read: long runs, blocks, what looks like a finder, and more of one color than of the other. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]!))].map((line) => line.map(Number).join(''));
  let sum = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const four = [grid[r]![c], grid[r - 1]![c], grid[r]![c - 1], grid[r - 1]![c - 1]];
      if (four.every((dark) => dark === four[0])) sum += 3;
    }
  }
  const dark = grid.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5);
}

/** The code as rows of modules, true is dark; null if the text is too long. */
export function qr(text: string): Grid | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([size, , count]) => bytes.length <= size * count - 2);
  const blocks = VERSIONS[version];
  if (!blocks) return null;
  const size = 21 + 4 * version;
  const grid: (boolean | null)[][] = Array.from({ length: size }, () => Array<null>(size).fill(null));
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) grid[row]![column] = dark;
  };
  const rings = (row: number, column: number, reach: number, light: number[]) => {
    for (let r = -reach; r <= reach; r++) {
      for (let c = -reach; c <= reach; c++)
        set(row + r, column + c, !light.includes(Math.max(Math.abs(r), Math.abs(c))));
    }
  };
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  if (version) rings(size - 7, size - 7, 2, [1]);
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(row, column, 4, [2, 4]);
  const format = (bits: number) => {
    for (let i = 0; i < 15; i++) {
      const dark = ((bits >> i) & 1) === 1;
      set(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
      set(8, i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, dark);
    }
    set(size - 8, 8, true);
  };
  format(0);

  const free: [number, number][] = [];
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let i = 0; i < size; i++) {
      for (const column of [right, right - 1]) {
        const row = up ? size - 1 - i : i;
        if (grid[row]![column] === null) free.push([row, column]);
      }
    }
  }
  const words = codewords(bytes, blocks);
  const drawn = MASKS.map((mask, number) => {
    free.forEach(([row, column], i) => {
      const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1; // a few modules are left over
      set(row, column, (bit === 1) !== mask(row, column));
    });
    format(formatBits(number));
    return grid.map((row) => row.map(Boolean));
  });
  const worth = drawn.map(penalty);
  return drawn[worth.indexOf(Math.min(...worth))]!;
}
