import { createHmac } from 'node:crypto';

/** The browser's cookie has one random secret. What the provider sees of it is derived, so the table need not have it. */
export function derive(secret: string, purpose: 'state' | 'nonce' | 'code-verifier'): string {
  return createHmac('sha256', secret).update(purpose).digest('base64url');
}
