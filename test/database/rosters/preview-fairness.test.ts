import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../../pure/support/until.ts';
import { createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { openUpload } from '../support/uploader.ts';
import { countWaiting } from '../support/waiting.ts';

const service = await createTestService();
const { sql } = service.database;
const port = await listenOnLoopback(service.app);

const SLOW = 'SLOW';
const slowStatements = () => countWaiting(sql, 'PgSleep');
const waitingForLocks = () => countWaiting(sql);

/** Begins a preview that takes ten minutes. */
async function beginSlowPreview({
  integrationId,
  authorization,
}: {
  integrationId: number;
  authorization: string;
}) {
  const upload = await openUpload(port, `/hr-integrations/${integrationId}/sync/preview`, {
    Authorization: authorization,
  });
  await upload.send(JSON.stringify({ syncId: 's', employees: [entry('A'), entry('B', { lastName: SLOW })] }));
  await upload.end();
  return upload;
}

describe('a preview', () => {
  before(async () => {
    await sql.unsafe(`
      create function dawdle() returns trigger language plpgsql as $$
        begin perform pg_sleep(600); return new; end $$`);
    await sql.unsafe(`
      create trigger dawdle before insert on employees for each row when (new.last_name = '${SLOW}')
        execute function dawdle()`);
  });
  after(() => sql`drop trigger dawdle on employees`);

  it('is cancelled when its client closes the connection, and the next one can begin', async () => {
    const company = await createSyncingCompany(service);
    const slow = await beginSlowPreview(company);
    await until('the preview runs', async () => (await slowStatements()) === 1);
    slow.abandon();
    await until('the statement is cancelled', async () => (await slowStatements()) === 0);
    const path = `/hr-integrations/${company.integrationId}/sync/preview`;
    const next = await company.send(path, { syncId: 's', employees: [entry('A')] });
    assert.equal(next.statusCode, 200, next.body);
  });

  it('of a company that runs lets its other previews wait without a connection', async () => {
    const [company, other] = [await createSyncingCompany(service), await createSyncingCompany(service)];
    const slow = await beginSlowPreview(company);
    await until('the preview runs', async () => (await slowStatements()) === 1);
    const waiting = await Promise.all(Array.from({ length: 8 }, () => beginSlowPreview(company)));
    const path = `/hr-integrations/${other.integrationId}/sync/preview`;
    for (let time = 0; time < 3; time++) {
      const answer = await other.send(path, { syncId: 's', employees: [entry('A')] });
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(await waitingForLocks(), 0);
    }
    assert.ok(waiting.every((upload) => !upload.isAnswered()));
    for (const upload of [...waiting, slow]) upload.abandon();
    await until('nothing goes on', async () => (await slowStatements()) === 0);
  });

  it('that runs lets a request wait whose client may leave: nothing happens then', async () => {
    const company = await createSyncingCompany(service);
    const clock = async () => (await company.get('/test-clock')).json().data.businessDate;
    const date = await clock();
    const slow = await beginSlowPreview(company);
    await until('the preview runs', async () => (await slowStatements()) === 1);
    const move = await openUpload(port, '/test-clock', { Authorization: company.authorization });
    await move.send(JSON.stringify({ advanceMonths: 1 }));
    await move.end();
    const connections = promisify(service.app.server.getConnections.bind(service.app.server));
    assert.equal(await clock(), date);
    assert.ok(!move.isAnswered());
    move.abandon();
    await until('the service has noticed', async () => (await connections()) === 1);
    slow.abandon();
    // This preview is behind the move in the line of the company.
    const path = `/hr-integrations/${company.integrationId}/sync/preview`;
    const next = await company.send(path, { syncId: 's', employees: [entry('A')] });
    assert.equal(next.statusCode, 200, next.body);
    assert.equal(await clock(), date);
  });
});
