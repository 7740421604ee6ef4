import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { after } from 'node:test';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { freePort } from '../../../pure/support/free-port.ts';
import { CLIENT } from '../../support/identity-provider.ts';

/** In an answer or a token it becomes a byte that is not UTF-8. */
export const WRONG_BYTE = '\u{f0000}';

function bytesOf(value: object): Uint8Array {
  const parts = JSON.stringify(value)
    .split(WRONG_BYTE)
    .map((part) => Buffer.from(part));
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.of(0xe4), part])));
}

export type Claims = Record<string, unknown>;
type Answer = (response: ServerResponse) => void | Promise<void>;

/** A provider that says what a test wants: wrong tokens, wrong documents, endless answers. */
export async function startForgedProvider() {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const requests: string[] = [];
  const json =
    (body: object, status = 200): Answer =>
    (response) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(bytesOf(body));
  const document = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', use: 'sig', alg: 'RS256' }] };
  const usual: Record<string, Answer> = {
    '/.well-known/openid-configuration': json(document),
    '/keys': json(keys),
    '/token': json({ error: 'invalid_grant' }, 400),
  };
  let changed: Record<string, Answer> = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const answer = changed[path] ?? usual[path];
    if (answer) void answer(response);
    else response.writeHead(404).end();
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  after(stop);

  /** An ID token. Claims and signer can be changed. */
  const sign = async (claims: Claims, signer: 'own' | 'other' = 'own') => {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: CLIENT.clientId,
      sub: 'ada',
      iat: now,
      exp: now + 300,
      email_verified: true,
      ...claims,
    };
    const jwt = new CompactSign(bytesOf(payload)).setProtectedHeader({ alg: 'RS256', kid: 'own' });
    return await jwt.sign((signer === 'own' ? own : other).privateKey);
  };
  return {
    issuer,
    requests,
    document,
    keys,
    json,
    sign,
    stop,
    /** Answers these paths in another way, and all others as usual. */
    answerWith: (paths: Record<string, Answer>) => {
      changed = paths;
    },
  };
}
