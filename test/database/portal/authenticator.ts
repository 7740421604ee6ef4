import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { ORIGIN } from './portal.ts';

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

/** What a request for a passkey, or for an answer of one, contains. */
interface Asked {
  challenge: string;
  user?: { id: string };
}

interface Answering {
  /** Whether the device checked a PIN or a fingerprint. */
  verified?: boolean;
  counter?: number;
  origin?: string;
  rpId?: string;
  userHandle?: string | undefined;
}

/** A device in software that creates one passkey and answers challenges with it, as the browser sends them. */
export class TestPasskey {
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly credentialId: Buffer;
  /** The name under which it stores the user. */
  userHandle: string | undefined;
  counter = 0;

  constructor(credentialId: Buffer = randomBytes(32)) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.credentialId = credentialId;
    // A COSE key: kty EC2, alg ES256, crv P-256, and both coordinates of 32 bytes.
    this.#publicKey = Buffer.concat([
      Buffer.from('a501020326200121' + '5820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  create({ challenge, user }: Asked, given: Answering = {}) {
    this.userHandle = user?.id;
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.credentialId.length), this.credentialId]);
    const data = Buffer.concat([authenticatorData(given, ATTESTED), credential, this.#publicKey]);
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      uint16(data.length),
      data,
    ]);
    const response = {
      clientDataJSON: encode(clientData('webauthn.create', challenge, given.origin)),
      attestationObject: encode(attestation),
      transports: ['internal'],
    };
    return { ...this.#credential(), response };
  }

  answer({ challenge }: Asked, given: Answering = {}) {
    const { counter = this.counter, userHandle = this.userHandle } = given;
    const data = authenticatorData({ ...given, counter }, 0);
    const client = clientData('webauthn.get', challenge, given.origin);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    const response = {
      clientDataJSON: encode(client),
      authenticatorData: encode(data),
      signature: encode(sign('sha256', signed, this.#key)),
      ...(userHandle !== undefined && { userHandle }),
    };
    return { ...this.#credential(), response };
  }

  #credential() {
    const id = encode(this.credentialId);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }
}

function authenticatorData(given: Answering, flags: number): Buffer {
  const { verified = true, counter = 0, rpId = new URL(ORIGIN).hostname } = given;
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([flags | PRESENT | (verified ? VERIFIED : 0)]),
    count,
  ]);
}

function clientData(type: string, challenge: string, origin = ORIGIN): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

const encode = (bytes: Buffer) => bytes.toString('base64url');
