/**
 * A QR code (ISO/IEC 18004) for a short text: bytes, error correction M, versions 1 to 9. Written here because it is less than a
 * library would have to be checked for; the test reads its codes with zxing.
 */

/** By version: the bytes of error correction of each block, and the data bytes of the blocks. */
const BLOCKS: readonly (readonly [correction: number, data: readonly number[]])[] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
];

/** The centres of the alignment patterns, by version. */
const ALIGNMENTS: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
];

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Rows of dark (true) and light modules, without the quiet zone of four modules that belongs around them. */
export type QrCode = readonly (readonly boolean[])[];

export function qrCode(text: string): QrCode {
  const bytes = Buffer.from(text);
  const index = BLOCKS.findIndex(([, data]) => bytes.length + 2 <= sum(data));
  const blocks = BLOCKS[index];
  if (!blocks) throw new Error('the text is too long for a QR code');
  const version = index + 1;
  const bits = bitsOf(withCorrection(bytes, blocks));
  const codes = MASKS.map((_, mask) => draw(version, bits, mask));
  return codes.reduce((best, code) => (penaltyOf(code) < penaltyOf(best) ? code : best));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Mode, length, bytes and padding, then the blocks interleaved with their error correction. */
function withCorrection(bytes: Buffer, [correction, sizes]: (typeof BLOCKS)[number]): number[] {
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((b) => [b >> 4, b & 15]),
    0,
  ];
  const data = Array.from(
    { length: nibbles.length / 2 },
    (_, at) => valueAt(nibbles, 2 * at) * 16 + valueAt(nibbles, 2 * at + 1),
  );
  for (let pad = 0; data.length < sum(sizes); pad++) data.push(pad % 2 === 0 ? 0xec : 0x11);
  const blocks: number[][] = [];
  for (const size of sizes) blocks.push(data.splice(0, size));
  const corrections = blocks.map((block) => remainderOf(block, correction));
  return [...interleave(blocks), ...interleave(corrections)];
}

function valueAt(values: readonly number[], at: number): number {
  return values[at] ?? 0;
}

function interleave(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    blocks.flatMap((block) => block.slice(at, at + 1)),
  ).flat();
}

/** In the field of 256 elements with the polynomial 0x11d. */
function multiply(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The remainder of the block after division by the generator of Reed-Solomon. */
function remainderOf(block: readonly number[], degree: number): number[] {
  let generator = [1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, at) => value ^ (at > 0 ? multiply(valueAt(generator, at - 1), root) : 0));
    root = multiply(root, 2);
  }
  const remainder = Array.from({ length: degree }, () => 0);
  for (const byte of block) {
    const factor = byte ^ (remainder.shift() ?? 0);
    remainder.push(0);
    for (let at = 0; at < degree; at++)
      remainder[at] = valueAt(remainder, at) ^ multiply(valueAt(generator, at + 1), factor);
  }
  return remainder;
}

const bitsOf = (bytes: readonly number[]) =>
  bytes.flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => ((byte >> bit) & 1) === 1));

/** Undefined: a module for data. */
type Modules = (boolean | undefined)[][];

function draw(version: number, bits: readonly boolean[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const modules: Modules = Array.from({ length: size }, () => Array.from({ length: size }, () => undefined));
  const set = (x: number, y: number, dark: boolean) => {
    const row = modules[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  drawAlignments(version, size, set);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, [0, 1, 3], set);
  drawFormat(size, mask, set);
  if (version >= 7) drawVersion(version, size, set);
  return fill(modules, bits, MASKS[mask] ?? (() => false));
}

type SetModule = (x: number, y: number, dark: boolean) => void;

/** Concentric squares: dark at these distances from the centre. */
function square(x: number, y: number, radius: number, dark: readonly number[], set: SetModule): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++)
      set(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))));
}

function drawAlignments(version: number, size: number, set: SetModule): void {
  const centres = ALIGNMENTS[version - 1] ?? [];
  const last = size - 7;
  for (const x of centres)
    for (const y of centres) {
      const isAtFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
      if (!isAtFinder) square(x, y, 2, [0, 2], set);
    }
}

/** The value with the remainder of its division by the generator behind it. */
function withRemainder(value: number, generator: number, degree: number): number {
  let rest = value << degree;
  const top = Math.floor(Math.log2(generator));
  for (let bit = 31; bit >= top; bit--) if ((rest >>> bit) & 1) rest ^= generator << (bit - top);
  return (value << degree) | rest;
}

/** Error correction M is 00, so the mask alone is written. */
function drawFormat(size: number, mask: number, set: SetModule): void {
  const format = withRemainder(mask, 0x537, 10) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const dark = ((format >> bit) & 1) === 1;
    // Around the first finder, without the timing patterns.
    if (bit < 8) set(8, bit < 6 ? bit : bit + 1, dark);
    else set(bit === 8 ? 7 : 14 - bit, 8, dark);
    if (bit < 8) set(size - 1 - bit, 8, dark);
    else set(8, size - 15 + bit, dark);
  }
  set(8, size - 8, true);
}

function drawVersion(version: number, size: number, set: SetModule): void {
  const value = withRemainder(version, 0x1f25, 12);
  for (let bit = 0; bit < 18; bit++) {
    const [near, far] = [Math.floor(bit / 3), size - 11 + (bit % 3)];
    set(near, far, ((value >> bit) & 1) === 1);
    set(far, near, ((value >> bit) & 1) === 1);
  }
}

/** Pairs of columns from the right, upwards and downwards in turn. */
function fill(modules: Modules, bits: readonly boolean[], mask: (typeof MASKS)[number]): boolean[][] {
  const size = modules.length;
  let next = 0;
  for (let right = size - 1, upwards = true; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = modules[y];
        if (row && row[x] === undefined) row[x] = (bits[next++] ?? false) !== mask(x, y);
      }
    }
  }
  return modules.map((row) => row.map((dark) => dark === true));
}

/** How hard it is to read: long runs, areas of one colour, what looks like a finder, and the share of dark modules. */
function penaltyOf(code: QrCode): number {
  const size = code.length;
  const line = (modules: readonly boolean[]) => modules.map((dark) => (dark ? '1' : '0')).join('');
  const lines = code.flatMap((row, at) => [line(row), line(code.map((other) => other[at] === true))]);
  const runs = lines.flatMap((each) => [...each.matchAll(/0{5,}|1{5,}/g)].map(([run]) => run.length - 2));
  const finders = lines.flatMap((each) => [...each.matchAll(/(?=10111010000|00001011101)/g)]);
  let areas = 0;
  for (let y = 0; y + 1 < size; y++)
    for (let x = 0; x + 1 < size; x++) {
      const same = [code[y]?.[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]];
      if (same.every((dark) => dark === code[y]?.[x])) areas++;
    }
  const dark = code.flat().filter(Boolean).length / size ** 2;
  return sum(runs) + 40 * finders.length + 3 * areas + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}
