import { Type } from 'typebox';
import { oneOf } from '../schemas.ts';
import { named } from './schemas.ts';

const base64url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });

const publicKey = oneOf(['public-key']);

/** The data of a credential that a browser sends, apart from the answer itself. */
const credential = {
  id: base64url(1364),
  rawId: base64url(1364),
  type: publicKey,
  authenticatorAttachment: Type.Optional(oneOf(['cross-platform', 'platform'])),
};

/** The answer of a passkey, as `@simplewebauthn/browser` sends it. */
export const AnswerOfPasskey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: Type.Optional(base64url(100)),
  }),
});

/** A passkey that the browser has created. */
export const CreatedPasskey = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(12_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});

const descriptors = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.String(),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
);
const need = oneOf(['discouraged', 'preferred', 'required']);

/** The data with which a browser asks a passkey for an answer. */
export const PasskeyRequest = named('PasskeyRequest', {
  challenge: Type.String(),
  rpId: Type.Optional(Type.String()),
  timeout: Type.Optional(Type.Integer()),
  userVerification: Type.Optional(need),
  allowCredentials: Type.Optional(descriptors),
});

/** The data with which a browser creates a passkey. */
export const PasskeyCreation = named('PasskeyCreation', {
  challenge: Type.String(),
  rp: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: publicKey })),
  timeout: Type.Optional(Type.Integer()),
  excludeCredentials: Type.Optional(descriptors),
  authenticatorSelection: Type.Optional(
    Type.Object({ residentKey: Type.Optional(need), userVerification: Type.Optional(need) }),
  ),
  attestation: Type.Optional(oneOf(['none', 'direct', 'enterprise', 'indirect'])),
});
