import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { startDnsServer } from '../../../pure/support/dns-server.ts';
import { until } from '../../../pure/support/until.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService } from '../../support/service.ts';
import { begin, createCompanyWithProvider, finish } from './company.ts';
import { startForgedProvider } from './forged-provider.ts';

const dns = await startDnsServer(() => 'silence');
after(() => dns.close());
const service = await createTestService({ DNS_SERVERS: dns.address });
const provider = await startForgedProvider();

test('a provider whose name no DNS server answers keeps nobody else from signing in', async () => {
  const silent = await createCompanyWithProvider(service, { issuer: 'https://id.silent.example' });
  const other = await createCompanyWithProvider(service, provider);
  const waiting = Array.from({ length: 12 }, () => begin(service, silent.link));
  await until('the silent name is asked for', () => dns.asked.includes('id.silent.example'));
  const { answer } = await begin(service, other.link);
  assert.equal(answer.statusCode, 200, answer.body);
  for (const begun of waiting) {
    const problem = assertProblem((await begun).answer, 502, 'identity-provider-failed');
    assert.equal(problem.reason, 'provider-unreachable');
  }
});

/** Sign-ins of one company that wait for its provider at the same time. */
const SLOTS = 8;

test('sign-ins of one company that wait for its provider leave slots to others', async () => {
  const world = await createCompanyWithProvider(service, provider);
  const begun = await Promise.all(Array.from({ length: SLOTS + 4 }, () => begin(service, world.link)));
  const held: ServerResponse[] = [];
  provider.answerWith({ '/token': (response) => void held.push(response) });
  const finished = begun.map(({ url, cookie }) =>
    finish(service, `?code=x&state=${new URL(url).searchParams.get('state')}`, cookie),
  );
  await until('the slots are taken', () => held.length >= SLOTS);
  const other = await createCompanyWithProvider(service, provider);
  assert.equal((await begin(service, other.link)).answer.statusCode, 200);
  assert.equal(held.length, SLOTS, 'the others wait');
  provider.answerWith({});
  for (const response of held) response.writeHead(400).end('{}');
  for (const answer of await Promise.all(finished)) assertProblem(answer, 502, 'identity-provider-failed');
});
