import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { basic } from '../../pure/support/basic.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';
import { type Credentials, makePlace, type Place, runJson, serve } from '../support/program.ts';
import { addSyncingCompany, type SyncingCompany } from '../support/syncing.ts';

// Two nodes behind nginx, as in deploy/nginx.conf, are replaced one after the other while requests arrive. `npm run
// test:upgrade` sets OLD_CHECKOUT, so that the first nodes are of an older version.

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const oldCheckout = process.env['OLD_CHECKOUT'];

const folder = await mkdtemp(join(tmpdir(), 'transit-nginx-'));
after(() => rm(folder, { recursive: true, force: true }));

interface Answer {
  what: string;
  status: number;
  retryAfter: string | undefined;
}

test('nodes behind nginx are replaced while requests arrive, and none of them fails', {
  skip: !hasNginx && 'nginx is not installed',
}, async () => {
  const database = await createTestDatabase({ empty: oldCheckout !== undefined });
  // A database with a company gets no demo, which would take longer than all the rest.
  const present = oldCheckout === undefined ? await addSyncingCompany(database.sql) : undefined;
  const port = await freePort();
  const variables = {
    DATABASE_URL: urlOf(database.server.target),
    SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    BASE_URL: `https://localhost:${port}`,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const places = [await makePlace(variables), await makePlace(variables)] as const;
  const first = await serve(older(places[0]));
  const second = await serve(older(places[1]));
  const company = present ?? (await addCompanyByCommand(older(places[0])));
  const { key } = company;
  const isApplied = async (syncId: string) =>
    (await database.sql`select from sync_runs where sync_id = ${syncId} and status = 'succeeded'`).length ===
    1;
  const proxy = await startNginx(port, places);
  let load: ReturnType<typeof startLoad> | undefined;
  try {
    await until('the portal answers through nginx', async () => {
      return (await ask(port, 'GET', '/portal', key).catch(() => undefined))?.status === 200;
    });
    load = startLoad(port, company, isApplied);
    await load.more(10);
    await first.stop();
    const third = await serve(places[0]);
    await load.more(10);
    await second.stop();
    const fourth = await serve(places[1]);
    await load.more(10);
    const { answers, failures, accepted } = await load.stop();
    assert.deepEqual(failures, []);
    const unexpected = answers.filter(
      ({ status, retryAfter }) => ![200, 204].includes(status) && !(status === 503 && retryAfter),
    );
    assert.deepEqual(unexpected, []);
    assert(accepted.length > 0);
    for (const syncId of accepted)
      await until(`${syncId}, answered with 204, is applied`, () => isApplied(syncId));
    await third.stop();
    await fourth.stop();
  } finally {
    await load?.stop();
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
  }
});

function older(place: Place): Place {
  if (!oldCheckout) return place;
  return { ...place, command: [process.execPath, join(oldCheckout, 'src/cli/main.ts')] };
}

/** With the commands of the older version: the functions of this one need its schema. */
async function addCompanyByCommand(place: Place): Promise<SyncingCompany> {
  const create = <Made>(what: string, ...options: string[]) =>
    runJson<Made>(place, what, 'create', ...options);
  const { id: companyId } = await create<{ id: number }>('companies', '--name', 'Beispiel', '--auto-enrol');
  const of = ['--company', String(companyId)];
  const { id: integrationId } = await create<{ id: number }>('integrations', ...of, '--name', 'HR');
  const key = await create<Credentials>('keys', ...of, '--permissions', 'all');
  return { companyId, integrationId, key };
}

/** The example of deploy/nginx.conf with the ports and the certificate of this test. */
async function startNginx(port: number, places: readonly [Place, Place]) {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  );
  const site = (await readFile(join(DEPLOY, 'nginx.conf'), 'utf8'))
    .replace('127.0.0.1:8081', `127.0.0.1:${places[0].port}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${places[1].port}`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const isRoot = process.getuid?.() === 0;
  const config = [
    ...(isRoot ? ['user root;'] : []),
    'worker_processes 1;',
    `pid ${join(folder, 'nginx.pid')};`,
    `error_log ${join(folder, 'error.log')};`,
    'events {}',
    `http { access_log off; ${temporary.join(' ')}`,
    site,
    '}',
  ].join('\n');
  const file = join(folder, 'nginx.conf');
  await writeFile(file, config);
  return spawn('nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'inherit' });
}

/** Reads and rosters, one after the other and side by side, each on a new connection. */
function startLoad(
  port: number,
  { key, integrationId }: SyncingCompany,
  isApplied: (syncId: string) => Promise<boolean>,
) {
  const answers: Answer[] = [];
  const failures: string[] = [];
  const accepted: string[] = [];
  const stopped = new AbortController();
  let number = 0;
  const repeat = async (what: string, send: () => Promise<Answer>) => {
    while (!stopped.signal.aborted) {
      await send().then(
        (answer) => answers.push(answer),
        (error) => failures.push(`${what}: ${error}`),
      );
      await sleep(20);
    }
  };
  const sendRoster = async () => {
    number += 1;
    const syncId = `roster-${number}`;
    const employees = Array.from({ length: 20 }, (_, index) => ({
      ...{ hrId: `N-${index}`, firstName: 'Ada', lastName: `Nummer ${number}`, dateOfBirth: '1990-12-10' },
      ...{ email: `ada.${index}@example.com`, startDate: '2020-01-01' },
    }));
    const answer = await ask(
      port,
      'POST',
      `/hr-integrations/${integrationId}/sync`,
      key,
      JSON.stringify({ syncId, employees }),
    );
    if (answer.status !== 204) return answer;
    accepted.push(syncId);
    // At most 20 rosters of an integration may wait, so each one follows the one before.
    await until(`${syncId} is applied`, () => stopped.signal.aborted || isApplied(syncId));
    return answer;
  };
  const running = [
    repeat('employees', () => ask(port, 'GET', '/employees?perPage=5', key)),
    repeat('health', () => ask(port, 'GET', '/health/ready', key)),
    repeat('portal', () => ask(port, 'GET', '/portal', key)),
    repeat('roster', sendRoster),
  ];
  return {
    /** Waits for as many further answers of each kind. */
    async more(count: number) {
      const begin = answers.length;
      await until('more requests were answered', () => answers.length >= begin + 4 * count);
    },
    async stop() {
      stopped.abort();
      await Promise.all(running);
      return { answers, failures, accepted };
    },
  };
}

async function ask(
  port: number,
  method: string,
  path: string,
  key: Credentials,
  body?: string,
): Promise<Answer> {
  const sent = request({
    ...{ host: '127.0.0.1', port, method, path, agent: false, rejectUnauthorized: false },
    headers: {
      authorization: basic(key),
      ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
    signal: AbortSignal.timeout(60_000),
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  await text(response);
  return {
    what: `${method} ${path}`,
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
  };
}
