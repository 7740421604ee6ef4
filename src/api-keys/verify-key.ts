import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../config.ts';
import type { Pool } from '../db/types.ts';
import type { Permission } from './permissions.ts';
import { digestOf, isUsernameFor } from './secret.ts';
import { findUsableKey, markUsed, type StoredKey } from './sql.ts';

/** How long a node may cache a key, to save a query per request. */
const TRUST_MS = 500;
const USED_EVERY_MS = 60_000;
/** Bounds the cache: unknown usernames cannot grow it further. */
const MOST_REMEMBERED = 10_000;
const NO_SECRET = Buffer.alloc(32);

export interface VerifiedKey {
  readonly id: number;
  readonly companyId: number;
  readonly permissions: ReadonlySet<Permission>;
}

interface Credential extends VerifiedKey {
  readonly expiresAt: number;
  readonly secrets: readonly { digest: Buffer; expiresAt: number }[];
}

interface Remembered {
  credential: Promise<Credential | undefined>;
  until: number;
}

export interface KeyVerifier {
  verify(username: string, password: string): Promise<VerifiedKey | undefined>;
  /** Waits for pending writes of `last_used_at`. */
  close(): Promise<void>;
}

export function createKeyVerifier(options: {
  sql: Pool;
  environment: Environment;
  onError: (error: unknown) => void;
}): KeyVerifier {
  const { sql, environment, onError } = options;
  const remembered = new Map<string, Remembered>();
  const lastMarked = new Map<number, number>();
  const writing = new Set<Promise<void>>();

  function load(username: string, now: number): Promise<Credential | undefined> {
    const known = remembered.get(username);
    if (known && known.until > now) return known.credential;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const credential = findUsableKey(sql, environment, username).then((key) => key && toCredential(key));
    remembered.set(username, { credential, until: now + TRUST_MS });
    // A failed lookup is not cached: the next request asks again.
    credential.catch(() => remembered.delete(username));
    return credential;
  }

  function noteUse(keyId: number, now: number): void {
    if (now - (lastMarked.get(keyId) ?? -Infinity) < USED_EVERY_MS) return;
    lastMarked.set(keyId, now);
    const write = markUsed(sql, keyId)
      .catch(onError)
      .finally(() => writing.delete(write));
    writing.add(write);
  }

  return {
    async verify(username, password) {
      if (!isUsernameFor(environment, username)) return undefined;
      const digest = digestOf(password);
      const credential = await load(username, Date.now());
      const now = Date.now();
      const secrets = credential?.secrets ?? [{ digest: NO_SECRET, expiresAt: 0 }];
      const matches = secrets.map((secret) => timingSafeEqual(secret.digest, digest));
      const secret = secrets.find(({ expiresAt }, index) => matches[index] && expiresAt > now);
      if (!credential || !secret || credential.expiresAt <= now) return undefined;
      noteUse(credential.id, now);
      return credential;
    },
    async close() {
      await Promise.all(writing);
    },
  };
}

function toCredential(key: StoredKey): Credential {
  return {
    id: key.id,
    companyId: key.companyId,
    permissions: new Set(key.permissions),
    expiresAt: key.expiresAt?.getTime() ?? Infinity,
    secrets: key.secrets.map(({ digest, expiresAt }) => ({
      digest: Buffer.from(digest, 'hex'),
      expiresAt: expiresAt ? Date.parse(expiresAt) : Infinity,
    })),
  };
}
