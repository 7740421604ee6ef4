import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that the service has to send on, such as passwords for other servers. */
export interface Seal {
  /** The text can be opened only with the same context, for example the row that it belongs to. */
  close(secret: string, context: string): string;
  /** Returns nothing if no configured secret opens the text. */
  open(sealed: string, context: string): string | undefined;
  /** Whether the newest secret has closed the text. Others are closed again, so that old secrets can be dropped. */
  isNewest(sealed: string): boolean;
  /** How the texts begin that the newest secret has closed. */
  readonly newestPrefix: string;
}

interface SealingKey {
  id: string;
  key: Buffer;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed text is `keyId.base64url(nonce, ciphertext, tag)`. Each purpose has its own key. */
export function createSeal(purpose: string, secretKeys: readonly string[]): Seal {
  const keys = secretKeys.map((secret) => sealingKey(purpose, secret));
  const [newest] = keys;
  if (!newest) throw new Error('a seal needs a secret key');
  return {
    close: (secret, context) => encrypt(newest, secret, context),
    open: (sealed, context) => {
      const key = keys.find(({ id }) => id === idOf(sealed));
      return key && decrypt(key, sealed, context);
    },
    isNewest: (sealed) => idOf(sealed) === newest.id,
    newestPrefix: `${newest.id}.`,
  };
}

function sealingKey(purpose: string, secret: string): SealingKey {
  return {
    id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
    key: Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32)),
  };
}

function idOf(sealed: string): string {
  return sealed.split('.', 1)[0] ?? '';
}

function encrypt({ id, key }: SealingKey, secret: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${id}.${body.toString('base64url')}`;
}

function decrypt({ id, key }: SealingKey, sealed: string, context: string): string | undefined {
  const body = Buffer.from(sealed.slice(id.length + 1), 'base64url');
  if (body.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return (
      decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    );
  } catch {
    return undefined;
  }
}
