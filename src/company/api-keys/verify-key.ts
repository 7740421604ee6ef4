import { timingSafeEqual } from 'node:crypto';
import type { Environment } from '../../platform/config/config.ts';
import type { Pool } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { knownAddress, memberOf } from '../../platform/networks.ts';
import { type KeyEnd, KeyRefused, type RefusedKey, wrongCredentials } from './key-refused.ts';
import { findKey, markUsed, type StoredKey } from './keys-sql.ts';
import type { Permission } from './permissions.ts';
import { recordRefusedUse } from './record-refused-use.ts';
import { digestOf, isUsernameFor } from './secret.ts';

/** How long a node may cache a key, to save a query per request. */
const TRUST_MS = 500;
/** How often a node writes that a key was used, or refused because of the address. */
const USED_EVERY_MS = 60_000;
/** Bounds the cache: unknown usernames cannot grow it further. */
const MAX_REMEMBERED = 10_000;
const NO_SECRET = Buffer.alloc(32);

export interface VerifiedKey extends RefusedKey {
  readonly permissions: ReadonlySet<Permission>;
}

interface Credential extends VerifiedKey {
  readonly mayComeFrom: (address: string) => boolean;
  readonly isRevoked: boolean;
  readonly expiresAt: number;
  readonly secrets: readonly { digest: Buffer; expiresAt: number }[];
}

interface Remembered {
  credential: Promise<Credential | undefined>;
  until: number;
  companyId: number | undefined;
}

export interface KeyVerifier {
  /** Returns nothing for wrong credentials. Throws `KeyRefused` if they are right, but the key may not be used. */
  verify(username: string, password: string, address: string): Promise<VerifiedKey | undefined>;
  /** The company of a key that this node has looked up before. It may be asked without the password, and tells nobody anything. */
  companyOf(username: string): number | undefined;
  /** Waits for pending writes about the use of keys. */
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
  const lastRefused = new Map<number, number>();
  const writing = new Set<Promise<void>>();

  function load(username: string, now: number): Promise<Credential | undefined> {
    const known = remembered.get(username);
    if (known && known.until > now) return known.credential;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const credential = findKey(sql, environment, username).then((key) => key && toCredential(key));
    const entry: Remembered = { credential, until: now + TRUST_MS, companyId: known?.companyId };
    remembered.set(username, entry);
    credential.then(
      (found) => {
        entry.companyId = found?.companyId;
      },
      () => {},
    );
    // A failed lookup is not cached: the next request asks again.
    credential.catch(() => remembered.delete(username));
    return credential;
  }

  /** Writes in the background, at most once a minute per key. */
  function note(last: Map<number, number>, keyId: number, write: () => Promise<void>): void {
    const now = Date.now();
    if (now - (last.get(keyId) ?? -Infinity) < USED_EVERY_MS) return;
    last.set(keyId, now);
    const written = write()
      .catch(onError)
      .finally(() => writing.delete(written));
    writing.add(written);
  }

  return {
    async verify(username, password, address) {
      if (!isUsernameFor(environment, username)) return undefined;
      const digest = digestOf(password);
      const credential = await load(username, Date.now());
      const now = Date.now();
      const secrets = credential?.secrets ?? [{ digest: NO_SECRET, expiresAt: 0 }];
      const matches = secrets.map((secret) => timingSafeEqual(secret.digest, digest));
      const isCurrent = secrets.some(({ expiresAt }, index) => matches[index] && expiresAt > now);
      if (!credential || !matches.includes(true)) return undefined;
      const ended = whyEnded(credential, isCurrent, now);
      if (ended) throw new KeyRefused(credential, ended, wrongCredentials());
      if (!credential.mayComeFrom(address)) {
        note(lastRefused, credential.id, () => recordRefusedUse(sql, credential, address));
        throw new KeyRefused(credential, 'address-not-allowed', addressNotAllowed(address));
      }
      note(lastMarked, credential.id, () => markUsed(sql, credential.id));
      return credential;
    },
    companyOf: (username) => remembered.get(username)?.companyId,
    async close() {
      await Promise.all(writing);
    },
  };
}

function whyEnded({ isRevoked, expiresAt }: Credential, isCurrent: boolean, now: number): KeyEnd | undefined {
  if (isRevoked) return 'key-revoked';
  if (expiresAt <= now) return 'key-expired';
  return isCurrent ? undefined : 'password-replaced';
}

function toCredential(key: StoredKey): Credential {
  return {
    id: key.id,
    companyId: key.companyId,
    permissions: new Set(key.permissions),
    scope: key.integrationIds,
    mayComeFrom: key.allowFrom ? memberOf(key.allowFrom) : () => true,
    isRevoked: key.isRevoked,
    expiresAt: key.expiresAt?.getTime() ?? Infinity,
    secrets: key.secrets.map(({ digest, expiresAt }) => ({
      digest: Buffer.from(digest, 'hex'),
      expiresAt: expiresAt ? Date.parse(expiresAt) : Infinity,
    })),
  };
}

/** Names the address as the service sees it: behind a proxy that is not trusted it is the proxy's. */
const addressNotAllowed = (address: string) =>
  new AppError(
    'address-not-allowed',
    `This key may not be used from ${knownAddress(address) ?? 'this address'}.`,
  );
