import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENT } from '../../support/identity-provider.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { ask, COOKIE, tokenIn } from '../portal.ts';
import { begin, cookiesIn, createCompanyWithProvider, finish } from './company.ts';
import { type Claims, startForgedProvider, WRONG_BYTE } from './forged-provider.ts';

const service = await createTestService();
const provider = await startForgedProvider();
const { json, document } = provider;

const newCompany = () => createCompanyWithProvider(service, provider);
const world = await newCompany();
const email = world.admin.email;

/** Finishes a sign-in, or what else was begun, for which the token endpoint answers with this. */
async function finishWith(
  token: (nonce: string) => Promise<object>,
  begun?: { url: string; cookie: string },
) {
  const { url, cookie } = begun ?? (await begin(service, world.link));
  const { searchParams } = new URL(url);
  const body = await token(searchParams.get('nonce') ?? '');
  provider.answerWith({ '/token': json(body) });
  return await finish(service, `?code=x&state=${searchParams.get('state')}`, cookie);
}

const withToken = (idToken: string) => ({ access_token: 'x', token_type: 'bearer', id_token: idToken });
const finishSigned = (claims: Claims, signer: 'own' | 'other' = 'own') =>
  finishWith(async (nonce) => withToken(await provider.sign({ nonce, email, ...claims }, signer)));

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

test('the forged provider signs in with a right token', async () => {
  const answer = await finishSigned({});
  assert.equal(answer.statusCode, 200, answer.body);
});

const confirmedUntil = async (token: string) =>
  (await ask(service, '/session', { token })).json().data.confirmedUntil;

const signIns: [name: string, claims: () => Claims, isRecent: boolean][] = [
  ['within the last five minutes', () => ({ auth_time: ago(290) }), true],
  ['more than five minutes ago', () => ({ auth_time: ago(310) }), false],
  ['at a time that the provider does not say', () => ({}), false],
];
for (const [name, claims, isRecent] of signIns) {
  test(`a sign-in ${name} ${isRecent ? 'confirms' : 'does not confirm'} a session`, async () => {
    const token = tokenIn(await finishSigned({}));
    const answer = await ask(service, '/identity/confirm', { method: 'POST', token });
    const begun = { url: answer.json().data.url, cookie: `${cookiesIn(answer)}; ${COOKIE}=${token}` };
    const finished = await finishWith(
      async (nonce) => withToken(await provider.sign({ nonce, email, ...claims() })),
      begun,
    );
    if (isRecent) assert.equal(finished.json().data.step, 'confirmed');
    else
      assert.equal(
        assertProblem(finished, 403, 'identity-refused').reason,
        'sign-in-not-recent',
        finished.body,
      );
    assert.equal((await confirmedUntil(token)) !== null, isRecent);
  });

  test(`a session that begins with a sign-in ${name} is ${isRecent ? '' : 'not '}confirmed`, async () => {
    const token = tokenIn(await finishSigned(claims()));
    assert.equal((await confirmedUntil(token)) !== null, isRecent);
  });
}

test('clocks may differ by a minute', async () => {
  assert.equal((await finishSigned({ iat: ago(-40), nbf: ago(-40) })).statusCode, 200);
  assert.equal((await finishSigned({ iat: ago(300), exp: ago(40) })).statusCode, 200);
  assertProblem(await finishSigned({ iat: ago(300), exp: ago(90) }), 502, 'identity-provider-failed');
  assertProblem(await finishSigned({ nbf: ago(-120) }), 502, 'identity-provider-failed');
});

const wrong: [name: string, claims: Claims][] = [
  ['another nonce', { nonce: 'x' }],
  ['no nonce', { nonce: undefined }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another' }],
  ['several audiences without naming the portal as the party', { aud: [CLIENT.clientId, 'another'] }],
  ['no expiry', { exp: undefined }],
  ['no subject', { sub: undefined }],
  ['a subject that is not UTF-8', { sub: `J${WRONG_BYTE}rg` }],
  ['a name that is not UTF-8', { name: `J${WRONG_BYTE}rg` }],
];
for (const [name, claims] of wrong)
  test(`a token with ${name} is refused`, async () => {
    const problem = assertProblem(await finishSigned(claims), 502, 'identity-provider-failed');
    assert.equal(problem.reason, 'provider-answer-invalid');
  });

test('a token that another key has signed, or nobody, is refused', async () => {
  assertProblem(await finishSigned({}, 'other'), 502, 'identity-provider-failed');
  const unsigned = await finishWith(async (nonce) => {
    const [, payload] = (await provider.sign({ nonce, email })).split('.');
    const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    return withToken(`${header}.${payload}.`);
  });
  assertProblem(unsigned, 502, 'identity-provider-failed');
});

test('an answer without an ID token is refused', async () => {
  const answer = await finishWith(async () => ({ access_token: 'x', token_type: 'bearer' }));
  assertProblem(answer, 502, 'identity-provider-failed');
});

/** A provider that says who somebody is in the user info. Its keys are read by the first sign-in. */
async function finishWithUserInfo(userInfo: object, others: Parameters<typeof provider.answerWith>[0] = {}) {
  const { link } = await newCompany();
  const paths = {
    '/.well-known/openid-configuration': json({
      ...document,
      userinfo_endpoint: `${document.issuer}/person`,
    }),
    '/person': json(userInfo),
    ...others,
  };
  provider.answerWith(paths);
  const { url, cookie } = await begin(service, link);
  const { searchParams } = new URL(url);
  const token = await provider.sign({ nonce: searchParams.get('nonce') ?? '' });
  provider.answerWith({ '/token': json(withToken(token)), ...paths });
  return await finish(service, `?code=x&state=${searchParams.get('state')}`, cookie);
}

const wrongBytes: [name: string, answer: () => ReturnType<typeof finishWithUserInfo>][] = [
  ['user info that is', () => finishWithUserInfo({ sub: 'ada', email, name: `J${WRONG_BYTE}rg` })],
  [
    'keys that are',
    () =>
      finishWithUserInfo({ sub: 'ada', email }, { '/keys': json({ ...provider.keys, more: WRONG_BYTE }) }),
  ],
  [
    'an answer to the code that is',
    () =>
      finishWith(async (nonce) => ({
        ...withToken(await provider.sign({ nonce, email })),
        more: WRONG_BYTE,
      })),
  ],
];
for (const [name, answer] of wrongBytes)
  test(`a sign-in with ${name} not UTF-8 is refused`, async () => {
    const problem = assertProblem(await answer(), 502, 'identity-provider-failed');
    assert.equal(problem.reason, 'provider-answer-invalid');
    provider.answerWith({});
  });

test('a provider that does not accept the client says so', async () => {
  const { url, cookie } = await begin(service, world.link);
  provider.answerWith({ '/token': json({ error: 'invalid_client' }, 401) });
  const answer = await finish(service, `?code=x&state=${new URL(url).searchParams.get('state')}`, cookie);
  const problem = assertProblem(answer, 502, 'identity-provider-failed');
  assert.equal(problem.reason, 'provider-rejects-client');
});

test('discovery is kept for a while, and read again after a failure or another setting', async () => {
  const { link, set } = await newCompany();
  const discoveries = () => provider.requests.filter((path) => path.includes('well-known')).length;
  provider.answerWith({
    '/.well-known/openid-configuration': (response) => void response.writeHead(500).end(),
  });
  const before = discoveries();
  assertProblem((await begin(service, link)).answer, 502, 'identity-provider-failed');
  provider.answerWith({});
  assert.equal((await begin(service, link)).answer.statusCode, 200);
  await Promise.all([begin(service, link), begin(service, link)]);
  assert.equal(discoveries(), before + 2);
  await set({ clientSecret: 'another' });
  await begin(service, link);
  assert.equal(discoveries(), before + 3);
});

const documents: [name: string, answer: Parameters<typeof provider.answerWith>[0][string], reason: string][] =
  [
    [
      'names another issuer',
      json({ ...document, issuer: 'https://evil.example' }),
      'provider-answer-invalid',
    ],
    ['has no token endpoint', json({ ...document, token_endpoint: undefined }), 'provider-answer-invalid'],
    ['has no keys', json({ ...document, jwks_uri: undefined }), 'provider-answer-invalid'],
    [
      'sends the browser to a script',
      json({ ...document, authorization_endpoint: 'javascript:alert(1)' }),
      'provider-answer-invalid',
    ],
    [
      'accepts clients only with keys of their own',
      json({ ...document, token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
      'provider-answer-invalid',
    ],
    ['is not UTF-8', json({ ...document, op_policy_uri: WRONG_BYTE }), 'provider-answer-invalid'],
    ['is no JSON', (response) => void response.end('<html>'), 'provider-answer-invalid'],
    ['is missing', json({}, 404), 'provider-answer-invalid'],
    [
      'redirects',
      (response) => void response.writeHead(302, { location: `${document.issuer}/elsewhere` }).end(),
      'provider-unreachable',
    ],
    ['is endless', json({ ...document, more: 'x'.repeat(300_000) }), 'provider-unreachable'],
    ['breaks off', (response) => void response.destroy(), 'provider-unreachable'],
  ];
for (const [name, answer, reason] of documents)
  test(`a provider whose configuration ${name} is refused with a reason`, async () => {
    const { link } = await newCompany();
    provider.answerWith({ '/.well-known/openid-configuration': answer });
    const problem = assertProblem((await begin(service, link)).answer, 502, 'identity-provider-failed');
    assert.equal(problem.reason, reason);
    assert.ok(!provider.requests.includes('/elsewhere'));
    provider.answerWith({});
  });

test('a provider that is down is said to be down', async () => {
  const gone = await startForgedProvider();
  const { link } = await createCompanyWithProvider(service, gone);
  gone.stop();
  const problem = assertProblem((await begin(service, link)).answer, 502, 'identity-provider-failed');
  assert.equal(problem.reason, 'provider-unreachable');
  assert.match(problem.detail, /does not answer/);
});
