import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { beginSession } from '../../../src/accounts/begin-session.ts';
import { createUser } from '../../../src/accounts/create-user.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { FILE_THREADS } from '../../../src/platform/limits.ts';
import { createTestDatabase } from '../../database/support/test-database.ts';
import { urlOf } from '../../database/support/test-server.ts';
import { HOSTILE_FILES } from '../../hr-systems/hostile-files.ts';
import { packWorkbook, repeated, sheetOf } from '../../hr-systems/pack-workbook.ts';
import { until } from '../../pure/support/until.ts';
import { get, makePlace, serve } from '../support/program.ts';
import { addSyncingCompany } from '../support/syncing.ts';

const database = await createTestDatabase();
const { sql } = database;
const place = await makePlace({
  DATABASE_URL: urlOf(database.server.target),
  SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
  PULL_ALLOW_LOOPBACK: '1',
});
const service = await serve(place, {}, '--no-demo');
const other = await addSyncingCompany(sql);

/** Serves one file, whatever its address. */
let body: Buffer = Buffer.alloc(0);
const files = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
await once(files, 'listening');
after(() => files.close());

/** A company whose admin tests a file of their own server. */
const { companyId } = await addSyncingCompany(sql);
const integrationId = await createIntegration(sql, companyId, OPERATOR, {
  name: 'File',
  type: 'hr-integration',
});
const user = await createUser(sql, companyId, OPERATOR, { email: 'hr@example.com' });
const client = { address: '127.0.0.1', browser: null };
const token = await sql.begin((tx) => beginSession(tx, { id: user.id, companyId }, ['password'], { client }));
const headers = {
  cookie: `transit-portal=${token}`,
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
};
const draft = `/portal/api/integrations/${integrationId}/source/draft`;

async function enter(name: string, bytes: Buffer): Promise<void> {
  body = bytes;
  const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}/${name}`;
  const values = { address, access: 'none' };
  const answer = await fetch(`${place.url}${draft}`, {
    ...{ method: 'PUT', headers, body: JSON.stringify({ system: 'https-file', values }) },
  });
  assert.equal(answer.status, 200, await answer.text());
}

const test = async () => {
  const asked = { method: 'POST', headers, body: JSON.stringify({ showsValues: false }) };
  const answer = await fetch(`${place.url}${draft}/test`, asked);
  assert.equal(answer.status, 200);
  return ((await answer.json()) as { data: { problem: { code: string; detail: string } | null } }).data;
};

/** In mebibytes, as Linux counts it. */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const threads = () => readdirSync(`/proc/${service.pid}/task`).length;

describe('while somebody tests a hostile file', () => {
  const before = memory('VmRSS');

  for (const [what, { name, make, refusal }] of Object.entries(HOSTILE_FILES))
    it(`others are answered, and the file is refused: ${what}`, async () => {
      await enter(name, await make());
      let isDone = false;
      const tested = test().finally(() => {
        isDone = true;
      });
      do assert.equal((await get(`${place.url}/employees`, other.key)).status, 200);
      while (!isDone);
      const { problem } = await tested;
      assert.equal(problem?.code, 'source-unreadable');
      assert.match(problem?.detail ?? '', refusal);
    });

  it('the memory of the service stays below that of one thread', () => {
    const growth = memory('VmHWM') - before;
    assert.ok(growth < FILE_THREADS.mebibytes, `it grew by ${growth} MiB`);
  });

  it('the thread ends when the client has gone, and the company may test the next file', async () => {
    const atRest = threads();
    const sheet = sheetOf(repeated('', '<x/>', 380_000_000, ''));
    await enter('people.xlsx', await packWorkbook({ 'xl/worksheets/sheet1.xml': sheet }));
    const asked = request(`${place.url}${draft}/test`, { method: 'POST', headers });
    asked.on('error', () => {});
    asked.end(JSON.stringify({ showsValues: false }));
    await until('a thread reads the file', () => threads() > atRest);
    asked.destroy();
    await until('the thread has ended', () => threads() <= atRest);
    await enter('people.csv', Buffer.from('Personalnummer\n1\n'));
    assert.equal((await test()).problem, null);
  });
});
