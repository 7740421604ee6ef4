import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type RosterOptions, TransitClient } from '../../../client/src/client.ts';
import { SyncIdReused, TransitProblem } from '../../../client/src/problem.ts';
import type { RosterEntry } from '../../../client/src/roster-body.ts';
import { emit } from '../../../src/domain/events/emit.ts';
import { createDemoDatabase } from '../support/demo.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
const company = await createSyncingCompany(service);
const { integrationId } = company;

function clientOf(key: { username: string; password: string }): TransitClient {
  const client = new TransitClient({ url: `${url}/`, ...key, retryDelayMs: 1 });
  after(() => client.close());
  return client;
}
const client = clientOf(company.key);
const demoClient = clientOf(demo.key);

function* people(count: number): Generator<RosterEntry> {
  for (let number = 0; number < count; number++) yield entry(`N${number}`) as RosterEntry;
}

describe('the client on the real service', () => {
  it('sends a roster from a generator, waits for it, and reads everybody back page by page', async () => {
    const sent = await client.submitRoster(integrationId, () => people(250));
    assert.equal(sent.resubmitted, undefined);
    const statuses: string[] = [];
    const waiting = client.waitForSync(integrationId, sent.syncId, {
      intervalMs: 10,
      onLook: ({ status }) => statuses.push(status),
    });
    await company.work();
    const sync = await waiting;
    assert.equal(sync.status, 'succeeded');
    assert.equal(statuses.at(-1), 'succeeded');
    assert.equal(sync.counts.added, 250);

    const ids: number[] = [];
    for await (const { id } of client.list('/employees')) ids.push(id);
    assert.equal(new Set(ids).size, 250);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
  });

  it('reads what has changed in a list since the last time, and goes on from there', async () => {
    const names = async (since?: string) => {
      const changes = await client.changes('/employees', { ...(since && { since }), query: { perPage: 2 } });
      const found: string[] = [];
      for await (const { lastName } of changes.records) found.push(lastName);
      return { found, since: changes.since };
    };
    const { sql } = service.database;
    await client.submitRoster(integrationId, () => people(5));
    await company.work();
    const all = await names();
    assert.equal(new Set(all.found).size, all.found.length);
    await sql`update employees set updated_at = '2026-01-01' where company_id = ${company.companyId}`;
    assert.deepEqual((await names(all.since)).found, []);
    await client.submitRoster(integrationId, [
      ...people(4),
      { ...entry('N4'), lastName: 'Changed' } as RosterEntry,
    ]);
    await company.work();
    assert.deepEqual((await names(all.since)).found, ['Changed']);
  });

  it('reads statements and their lines page by page', async () => {
    const months: string[] = [];
    for await (const { month } of demoClient.list('/statements', { query: { perPage: 5 } }))
      months.push(month);
    assert.ok(months.length > 5);
    assert.deepEqual(months, months.toSorted().reverse());
    const [month = ''] = months;
    const whole = await demoClient.get('/statements/{month}', { params: { month } });
    let cents = 0;
    const options = { params: { month }, query: { perPage: 10 } };
    for await (const { employerShare } of demoClient.list('/statements/{month}', options))
      cents += Math.round(employerShare.value * 100);
    assert.equal(cents, Math.round(whole.employerShare.value * 100));
  });

  it('passes the parameters of a list on, each value of a filter by itself', async () => {
    await client.submitRoster(integrationId, [
      ...people(3),
      { ...entry('17,4'), lastName: 'Comma' } as RosterEntry,
    ]);
    await company.work();
    const found: string[] = [];
    const query = { hrIds: ['17,4', 'N1'], perPage: 1, sortOrder: 'desc' as const };
    for await (const { lastName } of client.list('/employees', { query })) found.push(lastName);
    assert.deepEqual(found, ['Comma', 'LastN1']);
  });

  it('sends a roster only once under one sync id', async () => {
    const send = (count: number, options: RosterOptions = {}) =>
      client.submitRoster(integrationId, () => people(count), { syncId: 'night 1/2', ...options });
    assert.equal((await send(4)).resubmitted, undefined);
    assert.equal((await send(4)).resubmitted, 'same-body');
    await assert.rejects(send(3), (error) => error instanceof SyncIdReused && error.syncId === 'night 1/2');
    assert.equal((await send(3, { onReusedSyncId: 'return' })).resubmitted, 'other-body');
    await company.work();
    const sync = await client.waitForSync(integrationId, 'night 1/2');
    assert.deepEqual([sync.status, sync.counts.entries, sync.resubmissions], ['succeeded', 4, 3]);
  });

  it('previews a roster', async () => {
    const preview = await client.previewRoster(integrationId, () => people(2));
    assert.equal(preview.counts.offboarded, 2);
    assert.equal(preview.wouldBeHeld, false);
  });

  it('tells the mistakes of a refused roster by place and person', async () => {
    const wrong = [...people(1), { ...entry('N1'), email: 'no address' } as RosterEntry];
    const failure = await client.submitRoster(integrationId, wrong).catch((error: unknown) => error);
    assert(failure instanceof TransitProblem);
    assert.equal(failure.status, 422);
    assert.equal(failure.code, 'invalid-values');
    assert.deepEqual(
      failure.errors.map(({ pointer, hrId, code }) => ({ pointer, hrId, code })),
      [{ pointer: '/employees/1/email', hrId: 'N1', code: 'malformed' }],
    );
    assert.equal(failure.errorCount, 1);
    assert.match(failure.requestId ?? '', /\w/);
  });

  it('accepts a few mistakes with onInvalid keep', async () => {
    const wrong = [...people(3), { ...entry('N3'), email: 'no address' } as RosterEntry];
    const { syncId } = await client.submitRoster(integrationId, wrong, { onInvalid: 'keep' });
    await company.work();
    const { counts } = await client.waitForSync(integrationId, syncId);
    assert.equal(counts.invalid, 1);
  });

  it('tells a wrong password and an unknown integration before it reads the roster', async () => {
    const stranger = clientOf({ ...company.key, password: 'wrong' });
    const unread = () => assert.fail('the roster is read');
    await assert.rejects(stranger.submitRoster(integrationId, unread), { code: 'invalid-credentials' });
    await assert.rejects(client.submitRoster(999_999, unread), { code: 'not-found' });
  });

  it('reads single records, and downloads documents', async () => {
    for await (const document of demoClient.list('/employee-documents', { query: { downloadable: true } })) {
      const { documentName } = await demoClient.get('/employee-documents/{id}', {
        params: { id: document.id },
      });
      assert.equal(documentName, document.documentName);
      const { contentType, bytes } = await demoClient.downloadDocument(document.id);
      assert.equal(contentType, 'application/pdf');
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
      return;
    }
    assert.fail('the demo has documents');
  });

  it('reads the events after a known one, and tells if some have been deleted', async () => {
    const { sql, companyId } = company;
    const told = Array.from({ length: 120 }, (_, index) => ({ employeeId: index + 1 }));
    await sql.begin((tx) => emit(tx, companyId, 'employee.added', told));
    const read = async (after: number) => {
      const ids: number[] = [];
      for await (const { id } of client.events({ after })) ids.push(id);
      return ids;
    };
    const all = await read(0);
    assert(all.length >= 120, 'more than a page');
    assert.deepEqual(
      all,
      all.map((_, index) => index + 1),
    );
    assert.deepEqual(await read(all.length - 2), [all.length - 1, all.length]);
    assert.deepEqual(await read(all.length), []);
    await sql`delete from events where company_id = ${companyId} and number <= 5`;
    await assert.rejects(read(3), { name: 'EventsMissed', oldestId: 6 });
    assert.equal((await read(5))[0], 6);
  });

  it('moves the clock of a company', async () => {
    const { businessDate } = await demoClient.post('/test-clock', { body: { advanceDays: 1 } });
    assert.equal((await demoClient.get('/test-clock')).businessDate, businessDate);
  });
});
