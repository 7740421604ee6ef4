import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { openUpload, type Uploader } from '../support/uploader.ts';
import { COOKIE, createPortalCompany, ORIGIN } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const port = await listenOnLoopback(service.app);

const HALF = Buffer.alloc(1024 * 1024, 'x');
HALF.write('%PDF-1.7\n');

async function createUploadingCompany() {
  const { company, admin } = await createPortalCompany(service);
  const employeeId = await addPerson(sql, company.id);
  const path = `/portal/api/employees/${employeeId}/documents`;
  const open = (headers: Record<string, string> = {}) =>
    openUpload(port, path, {
      Origin: ORIGIN,
      Cookie: `${COOKIE}=${admin.token}`,
      'Content-Type': 'application/octet-stream',
      'X-File-Name': 'a.pdf',
      ...headers,
    });
  /** Sends a file of two mebibytes, which may have to wait for a slot, without its end. */
  const begin = async () => {
    const upload = await open();
    const sent = upload.send(HALF).then(() => upload.send(HALF));
    return { ...upload, sent };
  };
  const count = async () => {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from documents where company_id = ${company.id}`;
    return row?.count;
  };
  /** After this, the service has received what was sent before. */
  const settle = async () => {
    for (let time = 0; time < 5; time++) await admin.send('/documents');
  };
  return { open, begin, count, settle, path };
}

async function end(upload: Uploader & { sent: Promise<void> }): Promise<number> {
  await upload.sent;
  await upload.end();
  return (await upload.answer()).statusCode;
}

describe('files that arrive at the same time:', () => {
  it('one company has two slots for large ones; a small one and another company need not wait', async () => {
    const [own, other] = [await createUploadingCompany(), await createUploadingCompany()];
    const [first, second] = [await own.begin(), await own.begin()];
    await own.settle();
    const third = await own.begin();
    void third.sent.then(() => third.end());
    const small = await own.open();
    await small.send('%PDF-1.7');
    await small.end();
    assert.equal((await small.answer()).statusCode, 201);
    assert.equal(await end(await other.begin()), 201);
    assert.ok(!third.isAnswered());
    second.abandon();
    assert.equal((await third.answer()).statusCode, 201);
    assert.equal(await end(first), 201);
    assert.equal(await own.count(), 3);
  });

  it('with sixteen waiting, the next is refused with 503, and its client is told when to try again', async () => {
    const own = await createUploadingCompany();
    const begun = await Promise.all(Array.from({ length: 19 }, () => own.begin()));
    const refused = await Promise.any(
      begun.map(async (upload) => {
        const answer = await upload.answer();
        return { upload, answer };
      }),
    );
    assertProblem(refused.answer, 503, 'busy');
    assert.ok(Number(refused.answer.headers['retry-after']) > 0);
    await own.settle();
    assert.equal(begun.filter((upload) => upload.isAnswered()).length, 1);
    const others = begun.filter((upload) => upload !== refused.upload);
    const statuses = await Promise.all(others.map(end));
    assert.deepEqual(new Set(statuses), new Set([201]));
  });
});

describe('a file that is refused', () => {
  it('for its person or its headers need not be sent', async () => {
    const own = await createUploadingCompany();
    const cases = [
      [await own.open({ 'X-File-Name': '%FF' }), 400, 'malformed-request'],
      [await own.open({ 'X-File-Name': '' }), 422, 'invalid-values'],
      [await own.open({ Cookie: `${COOKIE}=wrong` }), 401, 'not-signed-in'],
    ] as const;
    for (const [upload, status, code] of cases) assertProblem(await upload.answer(), status, code);
  });

  it('for its size is not read to its end, also if it does not announce the size', async () => {
    const own = await createUploadingCompany();
    const upload = await own.open();
    while (!upload.isClosed()) await upload.send(HALF);
    const [answer] = await upload.answersUntilClosed();
    assert.ok(answer);
    assertProblem(answer, 413, 'payload-too-large');
    assert.equal(await own.count(), 0);
  });

  it('because its client has gone leaves nothing behind, and its slot is free', async () => {
    const own = await createUploadingCompany();
    for (let time = 0; time < 4; time++) {
      const upload = await own.begin();
      await upload.sent;
      upload.abandon();
    }
    assert.equal(await end(await own.begin()), 201);
    assert.equal(await own.count(), 1);
  });
});
