import { hash, randomBytes } from 'node:crypto';

/**
 * 256 random bits for a cookie or a link. Only the digest is stored, so a copy of the database cannot be used
 * to sign in.
 */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function digestOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
