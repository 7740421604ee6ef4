import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { until } from '../../pure/support/until.ts';
import { killHard } from '../support/embedded.ts';
import {
  type Answer,
  anotherPort,
  type Credentials,
  clusterOf,
  databasePid,
  demoCredentials,
  get,
  getJson,
  isDatabaseRunning,
  makePlace,
  makePreparedPlace,
  type Place,
  run,
  runInProcess,
  type Service,
  serve,
} from '../support/program.ts';

const shell = promisify(execFile);
const hasCurl = await shell('curl', ['--version']).then(
  () => true,
  () => false,
);

interface Page<Item> {
  data: { data: Item[]; total: number };
}

interface Employee {
  id: number;
  email: string;
  ticket: { ticketId: string; links: { apple: string; google: string } } | null;
}

/**
 * Reads ids, wallet links (and so their signing secret) and documents: the data that must survive every
 * crash.
 */
async function readAllData({ url }: Place, key: Credentials) {
  const employees = await getJson<Page<Employee>>(`${url}/employees?perPage=100`, key);
  const documents = await getJson<Page<{ id: number }>>(`${url}/employee-documents?perPage=100`, key);
  return {
    people: employees.data.total,
    employees: employees.data.data.map(({ id, email, ticket }) => ({ id, email, links: ticket?.links })),
    documents: documents.data.data.map(({ id }) => id),
  };
}

/** Runs the printed curl line in a shell; without curl, sends the same request. */
async function runAsPrinted(line: string): Promise<string> {
  if (hasCurl) return (await shell('sh', ['-c', line])).stdout;
  const [, user = '', url = ''] = /^\s*curl -u (\S+) '(\S+)'$/.exec(line) ?? [];
  const [username = '', password = ''] = user.split(':');
  return (await get(url, { username, password })).body;
}

/**
 * Sends many concurrent requests until `stop` is called or a request gets no answer. That request is then in
 * `failures`.
 */
function load({ url }: Place, key: Credentials) {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  let stopped = false;
  const ask = async (path: string) => {
    while (!stopped) {
      answers.push(await get(url + path, key));
      // Leaves processor time to the service while it recovers.
      await sleep(10);
    }
  };
  const paths = [
    '/employees/1',
    '/employees?perPage=20',
    '/employee-documents',
    '/hr-integrations',
    '/health',
  ];
  const asking = paths.flatMap((path) => Array.from({ length: 3 }, () => ask(path)));
  const settled = Promise.all(asking.map((each) => each.catch((error) => failures.push(error))));
  return {
    answers,
    failures,
    settled,
    stop: () => {
      stopped = true;
      return settled;
    },
  };
}

function assertNothingWorseThanUnavailable(answers: readonly Answer[]): void {
  for (const { status, headers, body, ms } of answers) {
    assert(status === 200 || status === 503, `${status}: ${body}`);
    if (status === 503) assert.match(headers['content-type'] ?? '', /^application\/problem\+json/);
    assert(ms < 10_000, `an answer took ${ms} ms`);
  }
}

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

describe('serve with its own data folder', () => {
  let place: Place;
  let service: Service;
  let demo: Credentials;
  let before: Awaited<ReturnType<typeof readAllData>>;

  it('finds a taken port before it creates a database', async () => {
    place = await makePlace({ RATE_LIMIT_PER_MINUTE: '0' });
    const free = await listenOn(place.port);
    const { code, stdout, stderr } = await run(place, ['serve']);
    await free();
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(
      stderr,
      new RegExp(`Port ${place.port} on 127.0.0.1 is already in use.*PORT=\\d+ npm start`),
    );
    assert.equal(stderr.trim().split('\n').length, 1);
    assert.equal(existsSync(place.dataDir), false);
  });

  it('prints credentials and a working curl line, and nothing else on standard output', async () => {
    service = await serve(place);
    demo = await demoCredentials(service);
    const output = service.stdout();
    assert.match(
      output,
      new RegExp(
        `^Creating the embedded database in ${place.dataDir}\\.\nMigrating the database: \\d+ steps\\.\n` +
          'Creating a demo company with about 60 employees\\.\nTransit Ticket Service ',
      ),
    );
    assert.match(output, new RegExp(`^ {2}API {7}${place.url}$`, 'm'));
    assert.doesNotMatch(output, /^\s*\{/m, 'no log lines');
    const line = output.trimEnd().split('\n').at(-1) ?? '';
    assert.match(line, /^ {2}curl /);
    const { data } = JSON.parse(await runAsPrinted(line)) as Page<Employee>;
    assert.equal(data.data.length, 1);
    before = await readAllData(place, demo);
    assert.ok(before.people >= 50);
    assert.ok(before.employees.some(({ links }) => links?.apple.startsWith(`${place.url}/wallet/`)));
  });

  it('keeps all data over a restart, and does not print credentials again', async () => {
    await service.stop();
    assert.equal(isDatabaseRunning(place), false);
    service = await serve(place);
    assert.match(service.stdout(), /is ready/);
    assert.doesNotMatch(service.stdout(), /username|password|curl|Demo|Creating|Migrating/);
    assert.match(service.stdout(), /For new ones:\n.* users create --company 1 /);
    assert.deepEqual(await readAllData(place, demo), before);
  });

  it('killed with -9 under load, starts again with all data, keys and links', async () => {
    const [company] = await runJsonInProcess<{ id: number }[]>(place, 'companies', 'list');
    assert(company);
    const key = await runJsonInProcess<Credentials>(
      place,
      ...['keys', 'create', '--company', String(company.id), '--permissions', 'view-employees'],
    );
    const busy = load(place, demo);
    await until('the service is under load', () => busy.answers.length >= 100);
    await service.killHard();
    await busy.settled;
    assert(busy.answers.every(({ status }) => status === 200));
    service = await serve(place);
    assert.doesNotMatch(service.stdout(), /password/);
    assert.deepEqual(await readAllData(place, demo), before);
    assert.deepEqual(await readAllData(place, key), before);
  });

  it('answers 503 after kill -9 of its database, and recovers by itself', async () => {
    const busy = load(place, demo);
    await until('the service is under load', () => busy.answers.length >= 40);
    await killHard(databasePid(place));
    await until('the service says so', () => busy.answers.some(({ status }) => status === 503));
    await until('all is well again', () => busy.answers.slice(-20).every(({ status }) => status === 200));
    await busy.stop();
    assert.deepEqual(busy.failures, []);
    assertNothingWorseThanUnavailable(busy.answers);
    assert.deepEqual(await readAllData(place, demo), before);
    assert.ok(service.isRunning());
  });

  it('answers 503 on every route for as long as its database cannot come back', async () => {
    const version = join(clusterOf(place), 'PG_VERSION');
    await rename(version, `${version}.away`);
    await killHard(databasePid(place));
    await until('the loss is noticed', async () => (await get(`${place.url}/health`)).status === 503);
    const paths = ['/health', '/employees', '/employees/1', '/employee-documents', '/hr-integrations'];
    const answers = await Promise.all(paths.map((path) => get(place.url + path, demo)));
    assertNothingWorseThanUnavailable(answers);
    assert(answers.every(({ status }) => status === 503));
    assert.match((await runInProcess(place, ['companies', 'list'])).stderr, /is no PostgreSQL database/);
    await rename(`${version}.away`, version);
    await until('all is well again', async () => (await get(`${place.url}/health`)).status === 200);
    assert.deepEqual(await readAllData(place, demo), before);
  });

  it('refuses a second serve on the same folder, and keeps working', async () => {
    const database = databasePid(place);
    const { code, stdout, stderr } = await run(await anotherPort(place), ['serve']);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /Another transit serve is already running on .*DATA_DIR/);
    assert(stderr.includes(place.dataDir));
    assert.equal(databasePid(place), database);
    assert.deepEqual(await readAllData(place, demo), before);
  });

  it('killed with -9 together with its database, starts again with all data', async () => {
    await Promise.all([service.killHard(), killHard(databasePid(place))]);
    service = await serve(place);
    assert.deepEqual(await readAllData(place, demo), before);
    await service.stop();
    assert.equal(isDatabaseRunning(place), false);
  });

  it('refuses a folder of the other environment and states the reason', async () => {
    const { code, stdout, stderr } = await run(place, ['serve'], { TRANSIT_ENV: 'production' });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^transit: This database belongs to staging, but TRANSIT_ENV is production\. .*\n$/);
    assert.equal(isDatabaseRunning(place), false);
  });
});

async function runJsonInProcess<Value>(place: Place, ...args: string[]): Promise<Value> {
  const { code, stdout, stderr } = await runInProcess(place, [...args, '--json']);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return JSON.parse(stdout);
}

test('a first start in production creates no demo company', async () => {
  const place = await makePreparedPlace({ TRANSIT_ENV: 'production' });
  const service = await serve(place);
  assert.match(service.stdout(), /\(production\) is ready/);
  assert.doesNotMatch(service.stdout(), /demo|username|password|curl/i);
  assert.match(
    service.stdout(),
    /There is no company yet.* companies create .* users invite .* integrations create [^\n]* --hold-percent 20\n.* keys create /s,
  );
  assert.deepEqual(await runJsonInProcess(place, 'companies', 'list'), []);
  await service.stop();
});

test('port 0 is refused, because links could not contain it', async () => {
  const { code, stdout, stderr } = await run(await makePlace(), ['serve'], { PORT: '0' });
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /^transit: PORT must be a whole number from 1 to 65535\n$/);
});
