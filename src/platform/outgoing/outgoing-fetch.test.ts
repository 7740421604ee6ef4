import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import forge from 'node-forge';
import { identityProviderRule } from './address-rules.ts';
import { OutgoingError, type OutgoingProblem } from './outgoing-error.ts';
import { createOutgoingFetch } from './outgoing-fetch.ts';
import { createHostResolver } from './resolve-host.ts';

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const LIMITS = { seconds: 5, bytes: 1000 };
const resolve = createHostResolver();
const onStaging = createOutgoingFetch(identityProviderRule('staging'), LIMITS, resolve);
const onProduction = createOutgoingFetch(identityProviderRule('production'), LIMITS, resolve);

let requests = 0;
const answers: Record<string, RequestListener> = {
  '/echo': async (request, response) => {
    const chunks = await Array.fromAsync(request);
    response.setHeader('content-type', 'text/plain');
    response.end(`${request.method} ${request.headers['x-name']} ${Buffer.concat(chunks)}`);
  },
  '/away': (_request, response) => response.writeHead(302, { location: '/echo' }).end(),
  '/exact': (_request, response) => response.end('x'.repeat(LIMITS.bytes)),
  '/large': (_request, response) => response.end('x'.repeat(LIMITS.bytes + 1)),
  '/endless': (_request, response) => void response.write('x'),
  '/broken': (request) => request.socket.end('no HTTP\r\n\r\n'),
  '/empty': (_request, response) => response.writeHead(204).end(),
  '/drip': (request) => request.socket.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(20_000)}`),
  '/rows': (request) => request.socket.end(`${CHUNKED}${'5\r\nhello\r\n'.repeat(1_000)}0\r\n\r\n`),
};
const server = createServer((request, response) => {
  requests += 1;
  answers[request.url ?? '']?.(request, response);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  server.closeAllConnections();
  server.close();
});
const { port } = server.address() as AddressInfo;
const here = `http://127.0.0.1:${port}`;

async function fails(work: Promise<Response>, problem: OutgoingProblem): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof OutgoingError, String(error));
    assert.equal(error.problem, problem);
    return true;
  });
}

test('sends method, headers and body, and reads the answer', async () => {
  const sending = { method: 'POST', headers: { 'x-name': 'Ada' }, body: new URLSearchParams({ a: '1 2' }) };
  const answer = await onStaging(`${here}/echo`, sending);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/plain');
  assert.equal(await answer.text(), 'POST Ada a=1+2');
  assert.equal((await onStaging(`${here}/empty`, {})).status, 204);
});

test('follows no redirect', () => fails(onStaging(`${here}/away`, {}), 'redirected'));

test('bounds the size and the time of an answer', async () => {
  assert.equal((await (await onStaging(`${here}/exact`, {})).text()).length, LIMITS.bytes);
  await fails(onStaging(`${here}/large`, {}), 'too-large');
  const limits = { ...LIMITS, seconds: 0.2 };
  const impatient = createOutgoingFetch(identityProviderRule('staging'), limits, resolve);
  await fails(impatient(`${here}/endless`, {}), 'timed-out');
  await fails(onStaging(`${here}/endless`, { signal: AbortSignal.timeout(100) }), 'timed-out');
});

test('small chunks count as larger ones, however many arrive together', async () => {
  const limits = { ...LIMITS, bytes: 1024 ** 2 };
  const patient = createOutgoingFetch(identityProviderRule('staging'), limits, resolve);
  assert.equal((await (await patient(`${here}/rows`, {})).text()).length, 5_000);
  await fails(patient(`${here}/drip`, {}), 'too-large');
});

test('tells what is wrong with a server', async () => {
  await fails(onStaging(`${here}/broken`, {}), 'unreachable');
  await fails(onStaging('https://127.0.0.1:9/', {}), 'unreachable');
  await fails(onStaging('https://no-such-host.invalid/', {}), 'unknown-host');
});

test('refuses a certificate that nobody vouches for', async () => {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + 1);
  certificate.setSubject([{ name: 'commonName', value: '127.0.0.1' }]);
  certificate.setIssuer([{ name: 'commonName', value: '127.0.0.1' }]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const tls = createTlsServer({
    key: forge.pki.privateKeyToPem(keys.privateKey),
    cert: forge.pki.certificateToPem(certificate),
  }).listen(0, '127.0.0.1');
  await once(tls, 'listening');
  after(() => tls.close());
  const { port: tlsPort } = tls.address() as AddressInfo;
  await fails(onStaging(`https://127.0.0.1:${tlsPort}/`, {}), 'certificate');
});

test('on staging, http reaches this machine only', async () => {
  await fails(onStaging('http://192.168.0.1/', {}), 'not-https');
  await fails(onStaging('http://93.184.216.34/', {}), 'not-https');
  await fails(onStaging('ftp://127.0.0.1/', {}), 'not-https');
  assert.equal((await onStaging(`http://localhost:${port}/exact`, {})).status, 200);
});

test('on production, only https to public addresses, whatever spelling or name leads to others', async () => {
  const before = requests;
  await fails(onProduction(`${here}/exact`, {}), 'not-https');
  for (const host of [
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00::1]',
    '0.0.0.0',
  ])
    await fails(onProduction(`https://${host}:${port}/exact`, {}), 'address-not-allowed');
  assert.equal(requests, before);
});
