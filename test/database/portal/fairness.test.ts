import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Transaction } from '../../../src/db/types.ts';
import { until } from '../../pure/support/until.ts';
import { addPerson } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { countWaiting } from '../support/waiting.ts';
import { type Answer, createPortalCompany } from './portal.ts';

const service = await createTestService();
const { sql, bulk } = service.database;

/** More than there are connections for short statements. */
const MANY = 14;

async function createCompanyWithPerson() {
  const { company, admin } = await createPortalCompany(service);
  return { company, admin, employeeId: await addPerson(sql, company.id) };
}

/** Counted on another connection: those for short statements may all be taken. */
const waitingForLocks = () => countWaiting(bulk);

/**
 * Sends many requests of one company while a lock keeps them from going on. Meanwhile another company must be answered.
 * Afterwards they are answered; those whose patience has ended meanwhile are refused.
 */
async function sendManyBehindLock(options: {
  lock: (tx: Transaction) => Promise<unknown>;
  send: () => Promise<Answer>;
  /** How many of them may hold a connection. */
  most: number;
}): Promise<void> {
  const other = await createPortalCompany(service);
  // Opens all connections for short statements.
  await Promise.all(Array.from({ length: MANY }, () => sql`select pg_sleep(0.1)`));
  let answers: Promise<Answer[]> | undefined;
  await bulk.begin(async (tx) => {
    await options.lock(tx);
    answers = Promise.all(Array.from({ length: MANY }, options.send));
    await until('they wait', async () => (await waitingForLocks()) >= options.most);
    assert.equal((await other.admin.send('/session')).statusCode, 200);
    assert.equal((await other.admin.send('/employees')).statusCode, 200);
    assert.ok((await waitingForLocks()) <= options.most);
  });
  const codes = new Set((await answers)?.map(({ statusCode }) => statusCode));
  assert.ok(
    [...codes].every((code) => [200, 409, 503].includes(code)),
    [...codes].join(),
  );
}

describe('many requests of one company at once leave connections to the others:', () => {
  it('actions and their previews, which wait for the lock of the company', async () => {
    const { company, admin, employeeId } = await createCompanyWithPerson();
    const path = `/employees/${employeeId}/actions/enrol/preview`;
    await sendManyBehindLock({
      lock: (tx) => tx`select from companies where id = ${company.id} for update`,
      send: () => admin.send(path, { method: 'POST', body: {} }),
      most: 1,
    });
  });

  it('pages of people', async () => {
    const { admin, employeeId } = await createCompanyWithPerson();
    await sendManyBehindLock({
      lock: (tx) => tx`lock table audit_log in share mode`,
      send: () => admin.send(`/employees/${employeeId}`),
      most: 3,
    });
  });

  it('downloads of uploaded files', async () => {
    const { admin, employeeId } = await createCompanyWithPerson();
    const uploaded = await admin.send(`/employees/${employeeId}/documents`, {
      method: 'POST',
      body: Buffer.from('%PDF-1.7 a scan'),
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'scan.pdf' },
    });
    const path = `/documents/${uploaded.json().data.id}/download`;
    await sendManyBehindLock({
      lock: (tx) => tx`lock table document_chunks in access exclusive mode`,
      send: () => admin.send(path),
      most: 2,
    });
  });
});
