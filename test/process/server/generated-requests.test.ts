import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { OpenApi } from '../../../route-types/open-api.ts';
import type { Schema } from '../../../route-types/schema-types.ts';
import { PASS_TYPE } from '../../database/support/pass-service.ts';
import { createTestService } from '../../database/support/service.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { writeTestCertificates, writeTestServiceAccount } from '../../pure/support/wallet.ts';
import { startGoogleServer, startPushServer } from '../../pure/support/wallet-servers.ts';
import { get, makePlace, serve } from '../support/program.ts';
import { Random } from '../support/random.ts';
import { createChecks } from './requests/check-answer.ts';
import { type Made, Requests } from './requests/make-request.ts';
import { AREAS, type Area, listOperations, type Operation } from './requests/operations.ts';
import { differences, digestRows, markTexts, settle } from './requests/other-company.ts';
import { closeConnections, send } from './requests/send.ts';
import { createWorld } from './requests/world.ts';

/** A short run in every test run; `npm run test:requests` sends 100,000. */
const REQUESTS = Number(process.env['REQUESTS'] ?? 400);
/** The short run sends the same requests each time: a chance find would stop a change that has nothing to do with it. */
const SEED = Number(process.env['SEED'] ?? 1_829_826_569);
const isLong = process.env['REQUESTS'] !== undefined;
/** Requests end sessions, revoke keys and erase people: after so many, a new company takes their place. */
const PER_COMPANY = 500;
const AT_ONCE = 6;
const WEIGHTS: Record<Area, number> = { 'HR API': 35, portal: 40, 'employee page': 15, passes: 10 };

const say = (line: string) => {
  if (isLong) process.stdout.write(`${line}\n`);
};

const folder = mkdtempSync(join(tmpdir(), 'transit-requests-'));
after(() => rmSync(folder, { recursive: true }));
const service = await createTestService({ DATA_DIR: folder });
const { sql, server } = service.database;
const [apns, google] = [await startPushServer(), await startGoogleServer()];
const running = await serve(
  await makePlace({
    ...{ DATABASE_URL: urlOf(server.target), SECRET_KEY: service.secretKeys[0] ?? '', DEMO: '0' },
    ...{ BASE_URL: service.config.baseUrl, LOG_LEVEL: 'error' },
    ...{ RATE_LIMIT_PER_MINUTE: '0', PORTAL_RATE_LIMIT_PER_MINUTE: '0', ADDRESS_RATE_LIMIT_PER_MINUTE: '0' },
    ...writeTestCertificates(folder, PASS_TYPE),
    ...writeTestServiceAccount(folder).variables,
    ...{ APPLE_PUSH_URL: apns.url, GOOGLE_WALLET_URL: google.url },
  }),
);
const { port } = running;
after(closeConnections);

const document: OpenApi = JSON.parse((await get(`${running.url}/openapi.json`)).body);
const shared = service.app.getSchemas() as Record<string, Schema>;
const operations = Map.groupBy(listOperations(service.app, document), ({ area }) => area);
const check = createChecks(document, shared);

/** What was wrong, how often, and one request that showed it. */
const faults = new Map<string, { count: number; example: string }>();
const statuses = new Map<Area, Map<number | 'none', number>>(AREAS.map((area) => [area, new Map()]));
let slowest = { ms: 0, what: '' };

function count(area: Area, status: number | 'none'): void {
  const counts = statuses.get(area);
  counts?.set(status, (counts.get(status) ?? 0) + 1);
}

async function ask(index: number, operation: Operation, made: Made): Promise<void> {
  const begin = performance.now();
  const received = await send(port, made).catch((error: Error) => error);
  const what = `${operation.method} ${operation.url}`;
  const ms = performance.now() - begin;
  if (ms > slowest.ms) slowest = { ms, what };
  const isAnswer = received !== undefined && !(received instanceof Error);
  count(operation.area, isAnswer ? received.status : 'none');
  const fault = isAnswer
    ? check(operation, made, received)
    : made.isCut
      ? undefined
      : `no answer: ${received}`;
  if (fault === undefined) return;
  const key = `${what} answers ${fault}`;
  const { body = '', method, path, headers } = made;
  const requestId = isAnswer ? String(received.headers['x-request-id']) : undefined;
  const log =
    running
      .stdout()
      .split('\n')
      .find((line) => requestId && line.includes(requestId)) ?? '';
  const example = `request ${index}: ${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 300)} ${body.toString().slice(0, 500)} ${log.slice(0, 1_500)}`;
  const known = faults.get(key);
  if (!known) say(`${key}\n  ${example}`);
  faults.set(key, { example: known?.example ?? example, count: (known?.count ?? 0) + 1 });
}

test('no generated request fails, gets an answer that is not documented, or reaches another company', async (context) => {
  const other = await createWorld(service, port, 'direct');
  const marked = await markTexts(sql, other.companyId);
  const before = await settle(sql, other.companyId);
  context.diagnostic(
    `seed ${SEED}: repeat with npm run test:requests -- --requests=${REQUESTS} --seed=${SEED}`,
  );
  say(`seed ${SEED}; ${marked} columns of the other company hold its marker`);
  const begin = Date.now();
  for (let sent = 0; sent < REQUESTS; sent += PER_COMPANY) {
    const own = await createWorld(
      service,
      port,
      (['direct', 'ask', 'none'] as const)[(sent / PER_COMPANY) % 3] ?? 'none',
    );
    const indexes = Array.from(
      { length: Math.min(PER_COMPANY, REQUESTS - sent) },
      (_, index) => sent + index,
    ).values();
    const work = async () => {
      for (const index of indexes) {
        const random = new Random(SEED, index);
        const area = random.weighted(AREAS.map((each) => [WEIGHTS[each], each] as const));
        const operation = random.weighted(
          (operations.get(area) ?? []).map((each) => [each.weight, each] as const),
        );
        await ask(index, operation, new Requests(random, own, other, shared).make(operation));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    assert.ok(running.isRunning(), `the service has ended:\n${running.stderr()}`);
    if (sent % 5_000 === 0)
      say(
        `${sent + PER_COMPANY} requests, ${Math.round((Date.now() - begin) / 1000)} s, ${faults.size} faults`,
      );
  }
  for (const [area, counts] of statuses) {
    const sorted = [...counts].sort(([one], [two]) => String(one).localeCompare(String(two)));
    const total = sorted.reduce((sum, [, number]) => sum + number, 0);
    context.diagnostic(
      `${area}: ${total} (${sorted.map(([status, number]) => `${status}: ${number}`).join(', ')})`,
    );
  }
  context.diagnostic(`slowest: ${slowest.what}, ${Math.round(slowest.ms)} ms`);
  assert.deepEqual(
    differences(before, await digestRows(sql, other.companyId)),
    [],
    'tables of the other company that have changed',
  );
  assert.deepEqual(
    [...faults].map(([what, { count: times, example }]) => `${times} × ${what}\n  ${example}`),
    [],
  );
  for (const [area, counts] of statuses)
    assert.ok(
      [200, 204].some((status) => counts.has(status)),
      `${area} never succeeded`,
    );
});
