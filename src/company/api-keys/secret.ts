import { hash, randomBytes } from 'node:crypto';
import type { Environment } from '../../platform/config/config.ts';

const PREFIXES: Record<Environment, string> = { production: 'live_', staging: 'test_' };

/** The prefix of the username names the environment of the key. */
export function newUsername(environment: Environment): string {
  return PREFIXES[environment] + randomBytes(12).toString('hex');
}

/** The environment that the username names, if it is not this one. The prefix alone says so: nothing is looked up. */
export function otherEnvironmentOf(environment: Environment, username: string): Environment | undefined {
  const other = environment === 'staging' ? 'production' : 'staging';
  return isUsernameFor(other, username) ? other : undefined;
}

/** Whether the text can be a username. Other texts, such as one with a NUL, never reach the database. */
export function isUsernameFor(environment: Environment, username: string): boolean {
  const prefix = PREFIXES[environment];
  return username.startsWith(prefix) && /^[0-9a-f]{24}$/.test(username.slice(prefix.length));
}

export function newPassword(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * A password has 256 random bits and cannot be guessed, so a fast digest protects it as well as a slow one.
 */
export function digestOf(password: string): Buffer {
  return hash('sha256', password, 'buffer');
}
