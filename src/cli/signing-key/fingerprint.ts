import { hkdfSync } from 'node:crypto';

/** Recognises a key of SECRET_KEY. Derived as the keys for links are, so that it says nothing about them. */
export function fingerprintOf(key: string): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', 16)).toString('hex');
}
