import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { SLOTS } from './limits.ts';
import { Slots } from './slots.ts';

/**
 * One of the scrypt settings that OWASP rates as equivalent. It needs 32 MiB per sign-in, so that several
 * sign-ins fit on a small server; the first setting of the list needs 128 MiB.
 */
const LOG_N = 15;
const R = 8;
const P = 3;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

const HASH = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Owners are network addresses and signed-in users. */
export const passwordSlots = new Slots<string>(SLOTS.passwords);

/** The owner on the command line, which nobody else shares. */
const THIS_PROCESS = 'process';

/** A dummy hash: checking an unknown e-mail address takes as long as checking a known one. */
export const NOBODYS_HASH = written(Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

/**
 * The hash contains its parameters, so they can be raised later without locking anybody out. Throws `busy` if too many
 * hashes are waited for.
 */
export async function hashPassword(password: string, owner = THIS_PROCESS): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await passwordSlots.use(owner, () => derive(password, salt, KEY_BYTES, LOG_N, R, P));
  return written(salt, key);
}

function written(salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${LOG_N},r=${R},p=${P}$${encode(salt)}$${encode(key)}`;
}

/** Throws `busy` if too many hashes are waited for, and the signal's reason if it aborts before the turn comes. */
export async function verifyPassword(
  password: string,
  hash: string,
  owner = THIS_PROCESS,
  signal?: AbortSignal,
): Promise<boolean> {
  const [, logN, r, p, salt, key] = HASH.exec(hash) ?? [];
  if (!salt || !key) throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(key, 'base64');
  const given = await passwordSlots.use(
    owner,
    () => derive(password, Buffer.from(salt, 'base64'), expected.length, Number(logN), Number(r), Number(p)),
    signal,
  );
  return timingSafeEqual(given, expected);
}

/** Without i, l, o and u, which are easily misread. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** 100 random bits in four groups. */
export function generatePassword(): string {
  const letters = Array.from(randomBytes(20), (byte) => LETTERS.charAt(byte % LETTERS.length)).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

/** Unicode normalisation: the same characters typed in different forms are one password. */
async function derive(
  password: string,
  salt: Buffer,
  bytes: number,
  logN: number,
  r: number,
  p: number,
): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * N * r + 128 * r * p + 1024 * 1024 };
  return await new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
