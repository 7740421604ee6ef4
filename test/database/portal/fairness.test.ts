import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../../../src/platform/db/types.ts';
import { until } from '../../pure/support/until.ts';
import { addPerson } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { countWaiting } from '../support/waiting.ts';
import { type Answer, COOKIE, createPortalCompany, ORIGIN } from './portal.ts';

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
  max: number;
}): Promise<void> {
  const other = await createPortalCompany(service);
  // Opens all connections for short statements.
  await Promise.all(Array.from({ length: MANY }, () => sql`select pg_sleep(0.1)`));
  let answers: Promise<Answer[]> | undefined;
  await bulk.begin(async (tx) => {
    await options.lock(tx);
    answers = Promise.all(Array.from({ length: MANY }, options.send));
    await until('they wait', async () => (await waitingForLocks()) >= options.max);
    assert.equal((await other.admin.send('/session')).statusCode, 200);
    assert.equal((await other.admin.send('/employees')).statusCode, 200);
    assert.ok((await waitingForLocks()) <= options.max);
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
      max: 1,
    });
  });

  it('pages of people', async () => {
    const { admin, employeeId } = await createCompanyWithPerson();
    await sendManyBehindLock({
      lock: (tx) => tx`lock table audit_log in share mode`,
      send: () => admin.send(`/employees/${employeeId}`),
      max: 3,
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
      max: 2,
    });
  });
});

it('a company has two exports at the same time, until their clients have taken them or have gone; others do not wait', async () => {
  const [{ company, admin }, other] = [
    await createPortalCompany(service),
    await createPortalCompany(service),
  ];
  // More than sockets hold.
  await sql`
    insert into audit_log (company_id, actor_type, action, subject_type, subject_id, details)
    select ${company.id}, 'operator', 'company-changed', 'company', ${company.id}, jsonb_build_object('note', repeat('x', 200))
    from generate_series(1, 60000)`;
  const port = await listenOnLoopback(service.app);
  const open = ({ token }: { token: string }) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(
      `GET /portal/api/audit-log.csv HTTP/1.1\r\nHost: tickets.example.com\r\nOrigin: ${ORIGIN}\r\nCookie: ${COOKIE}=${token}\r\n\r\n`,
    );
    // One piece only.
    const begun = once(socket, 'readable').then(() => String(socket.read(12)));
    return { socket, begun };
  };
  const [first, second] = [open(admin), open(admin)];
  assert.deepEqual(await Promise.all([first.begun, second.begun]), ['HTTP/1.1 200', 'HTTP/1.1 200']);
  const third = open(admin);
  let hasBegun = false;
  void third.begun.then(() => {
    hasBegun = true;
  });
  const others = open(other.admin);
  assert.equal(await others.begun, 'HTTP/1.1 200');
  await sleep(200);
  assert.equal(hasBegun, false, 'it waits');
  first.socket.destroy();
  assert.equal(await third.begun, 'HTTP/1.1 200');
  for (const { socket } of [second, third, others]) socket.destroy();
});
