import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { AppError } from '../errors.ts';

// The file: a header, then pieces of 64 KiB, each encrypted and authenticated by itself (AES-256-GCM), so that a file of
// any size is read as a stream and nothing unauthenticated is used. The number of a piece, and whether it is the last one,
// are its nonce: pieces cannot be swapped, left out or cut off at the end. The key is used for one file only.
//
// header = magic (8 bytes), cost of scrypt (1), salt (16), check (16)
const MAGIC = Buffer.from('TRANSIT\x01');
const SALT_BYTES = 16;
const CHECK_BYTES = 16;
const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + CHECK_BYTES;
const PIECE_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** N = 2^17 with r = 8: 128 MiB and about half a second for one guess. */
const COST = 17;
const MAX_COST = 20;
const BLOCK_SIZE = 8;

export function unusable(message: string): AppError {
  return new AppError('backup-unusable', message);
}

const damaged = () => unusable('The backup is damaged or incomplete. Nothing was restored.');

export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
  cost = COST,
): AsyncGenerator<Buffer> {
  const start = Buffer.concat([MAGIC, Buffer.of(cost), randomBytes(SALT_BYTES)]);
  const key = await deriveKey(passphrase, start);
  yield Buffer.concat([start, checkOf(key, start)]);
  let number = 0;
  for await (const { piece, isLast } of pieces(source, PIECE_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonce(number, isLast));
    yield Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  while (rest.length < HEADER_BYTES) {
    const { value, done } = await iterator.next();
    if (done) break;
    rest = Buffer.concat([rest, value]);
  }
  if (!rest.subarray(0, MAGIC.length).equals(MAGIC)) throw unusable('The file is no backup of this service.');
  if (rest.length < HEADER_BYTES || (rest[MAGIC.length] ?? 0) > MAX_COST) throw damaged();
  const start = rest.subarray(0, HEADER_BYTES - CHECK_BYTES);
  const key = await deriveKey(passphrase, start);
  if (!timingSafeEqual(checkOf(key, start), rest.subarray(start.length, HEADER_BYTES)))
    throw unusable('The passphrase is not the one of this backup.');
  let number = 0;
  const body = joined(rest.subarray(HEADER_BYTES), iterator);
  for await (const { piece, isLast } of pieces(body, PIECE_BYTES + TAG_BYTES)) {
    yield openPiece(key, nonce(number, isLast), piece);
    number += 1;
  }
}

function openPiece(key: Buffer, iv: Buffer, piece: Buffer): Buffer {
  if (piece.length < TAG_BYTES) throw damaged();
  const decipher = createDecipheriv(CIPHER, key, iv).setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw damaged();
  }
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Pieces of one size. Only the last one may be shorter; there is always a last one, if need be an empty one. */
async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of source) {
    waiting.push(bytes);
    length += bytes.length;
    if (length <= size) continue;
    let all = Buffer.concat(waiting);
    // One byte more than a piece must be there: the piece is not the last one then.
    for (; all.length > size; all = all.subarray(size)) yield { piece: all.subarray(0, size), isLast: false };
    waiting = [all];
    length = all.length;
  }
  yield { piece: Buffer.concat(waiting), isLast: true };
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(number), 3);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function deriveKey(passphrase: string, start: Buffer): Promise<Buffer> {
  const N = 2 ** (start[MAGIC.length] ?? COST);
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem: 2 * 128 * N * BLOCK_SIZE };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, start.subarray(MAGIC.length + 1), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Distinguishes a wrong passphrase from a damaged file. It does not help guessing: decrypting the first piece would show the same. */
function checkOf(key: Buffer, start: Buffer): Buffer {
  return createHmac('sha256', key).update(start).digest().subarray(0, CHECK_BYTES);
}
