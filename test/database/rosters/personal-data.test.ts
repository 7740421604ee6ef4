import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { startRosterWorker } from '../../../src/jobs/roster-worker.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { dumpEverything } from './dump.ts';
import { REFUSED_LAST_NAME, refuseLastName } from './refuse-last-name.ts';

/** Collects standard error, where the service writes its log. */
const written: string[] = [];
const write = process.stderr.write;
process.stderr.write = (chunk: string | Uint8Array) => {
  written.push(String(chunk));
  return true;
};
after(() => {
  process.stderr.write = write;
});

const service = await createTestService({ LOG_LEVEL: 'trace' });
const { sql, server } = service.database;
await refuseLastName(sql);

const CANARIES = ['canaryfirst', 'canarylast', 'canarymail', 'canaryhrid', '1912-12-12', 'canarysick'];
const canary = (other: Partial<Entry> = {}) =>
  entry('CanaryHrId', {
    firstName: 'Canaryfirst',
    lastName: 'Canarylast',
    email: 'canarymail@example.com',
    dateOfBirth: '1912-12-12',
    // A type that nobody knows is listed in the problems of the run, so the canary is not a type.
    absences: [{ type: 'sick', id: 'canarysick', startDate: '2026-12-01' }],
    ...other,
  });

function assertNoCanary(text: string, where: string): void {
  for (const secret of CANARIES)
    assert.ok(!text.toLowerCase().includes(secret), `${secret} is in ${where}:\n${text}`);
}

it('runs with their warnings and failures, and logs contain no personal data', async () => {
  const company = await createSyncingCompany(service);
  const worker = startRosterWorker({ server, sql, log: service.app.log });
  after(() => worker.stop(5_000));
  const isLogged = async (message: string) => {
    while (!written.join('').includes(message)) await new Promise((resolve) => setTimeout(resolve, 50));
  };

  // Added, renamed, twice the same address, never joined, in conflict, offboarded.
  await company.submit([canary(), canary({ hrId: 'CanaryHrId2', terminationDate: '2019-01-01' })], {
    syncId: 'good',
  });
  await isLogged('roster applied');
  await company.submit(
    [canary({ firstName: 'Other', lastName: 'Else', email: 'else@example.com', dateOfBirth: '1990-01-01' })],
    { syncId: 'conflict' },
  );
  while ((await company.run('conflict')).status !== 'succeeded')
    await new Promise((resolve) => setTimeout(resolve, 50));
  await company.submit(
    [canary({ hrId: 'CanaryHrId3', email: 'canarymail3@example.com', lastName: REFUSED_LAST_NAME })],
    { syncId: 'bad' },
  );
  await isLogged('a roster could not be applied');
  await company.submit([canary({ startDate: 'CanarySick' }), canary()], { syncId: 'refused' });
  while ((await company.run('bad')).failure === null) await new Promise((resolve) => setTimeout(resolve, 50));

  assertNoCanary(written.join(''), 'the log');
  const dump = await dumpEverything(sql);
  const kept = Object.entries(dump).filter(([table]) =>
    /sync_runs|sync_attempts|sync_progress|audit_log/.test(table),
  );
  assert(kept.some(([table, rows]) => table.endsWith('sync_attempts') && rows.length === 1));
  // Problems of runs and errors of attempts name people by their numbers, and by nothing else. An erasure removes them.
  const number = /"canaryhrid\d?"/gi;
  const withoutNumbers = (table: string, text: string) =>
    /sync_runs|sync_attempts/.test(table) ? text.replaceAll('""', '"').replaceAll(number, '') : text;
  for (const [table, rows] of kept) assertNoCanary(withoutNumbers(table, rows.join('\n')), table);
});
