import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '../config.ts';

const PREFIXES: Record<Environment, string> = { production: 'live_', staging: 'test_' };

/** The username says which environment a key is for, so that nobody has to try it out. */
export function newUsername(environment: Environment): string {
  return PREFIXES[environment] + randomBytes(12).toString('hex');
}

export function isUsernameFor(environment: Environment, username: string): boolean {
  return username.startsWith(PREFIXES[environment]) && username.length === PREFIXES[environment].length + 24;
}

export function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

/** A password is 256 random bits, which no one guesses: a plain digest protects it as well as a slow one would. */
export function digestOf(password: string): Buffer {
  return hash('sha256', password, 'buffer');
}
