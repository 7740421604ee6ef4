import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '../config.ts';

const PREFIXES: Record<Environment, string> = { production: 'live_', staging: 'test_' };

/** The username says which environment a key is for, so that nobody has to try it out. */
export function newUsername(environment: Environment): string {
  return PREFIXES[environment] + randomBytes(12).toString('hex');
}

/** Whether it can be one at all. What cannot never reaches the database, which refuses a NUL, for instance. */
export function isUsernameFor(environment: Environment, username: string): boolean {
  const prefix = PREFIXES[environment];
  return username.startsWith(prefix) && /^[0-9a-f]{24}$/.test(username.slice(prefix.length));
}

export function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

/** A password is 256 random bits, which no one guesses: a plain digest protects it as well as a slow one would. */
export function digestOf(password: string): Buffer {
  return hash('sha256', password, 'buffer');
}
