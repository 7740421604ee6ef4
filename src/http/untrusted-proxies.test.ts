import assert from 'node:assert/strict';
import { it } from 'node:test';
import fastify from 'fastify';
import { reportUntrustedProxies } from './untrusted-proxies.ts';

/** Returns the lines that the log has after these requests. */
async function logOf(
  trustProxy: string | false,
  requests: [from: string, headers: Record<string, string>][],
) {
  const lines: { level: number; from?: string; msg: string }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = fastify({ trustProxy, logger: { level: 'warn', stream } });
  reportUntrustedProxies(app);
  app.get('/', async () => 'here');
  for (const [remoteAddress, headers] of requests) await app.inject({ url: '/', remoteAddress, headers });
  await app.close();
  return lines;
}

const forwarded = { 'x-forwarded-for': '198.51.100.7' };

it('the first request from a proxy that is not trusted is reported, once, with the page to read', async () => {
  const lines = await logOf(false, [
    ['10.0.0.5', {}],
    ['10.0.0.5', forwarded],
    ['10.0.0.5', forwarded],
    ['10.0.0.6', { forwarded: 'for=198.51.100.7' }],
  ]);
  assert.deepEqual(
    lines.map(({ level, from }) => ({ level, from })),
    [{ level: 40, from: '10.0.0.5' }],
  );
  assert.match(lines[0]?.msg ?? '', /TRUST_PROXY .*docs\/guides\/install\.md/);
});

it('a header from another address than that of the trusted proxy is reported', async () => {
  assert.equal((await logOf('10.0.0.5', [['10.0.0.6', forwarded]])).length, 1);
  assert.equal((await logOf(false, [['10.0.0.6', { forwarded: 'for=198.51.100.7' }]])).length, 1);
});

it('a trusted proxy is not reported, also if its client has the same address, and neither are requests without such a header', async () => {
  const lines = await logOf('127.0.0.1', [
    ['127.0.0.1', forwarded],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { forwarded: 'for=198.51.100.7' }],
    ['203.0.113.9', {}],
  ]);
  assert.deepEqual(lines, []);
});

it('a public address, which may be that of a person, is not logged', async () => {
  for (const from of ['203.0.113.9', '8.8.8.8', '::ffff:8.8.8.8', '2a00:1450::1'])
    assert.doesNotMatch(JSON.stringify(await logOf(false, [[from, forwarded]])), /8\.8|2a00/, from);
});
