import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { SLOTS } from '../../../src/platform/limits.ts';
import { addDocument, addPerson } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestCompany, createTestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';

const service = await createTestService();
const { company, key, get } = await createTestCompany(service);
const employeeId = await addPerson(service.database.sql, company.id);
const port = await listenOnLoopback(service.app);
const CHUNK = 256 * 1024;

/** Returns bytes without a pattern, the same in every run. */
function bytesOf(length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const upload = (document: Partial<Parameters<typeof addDocument>[2]>) =>
  addDocument(service, company.id, { employeeId, ...document });
const pathOf = (id: number) => `/employee-documents/${id}/download`;

for (const length of [1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 600 * 1024])
  test(`${length} bytes are downloaded unchanged`, async () => {
    const bytes = bytesOf(length);
    const answer = await get(pathOf(await upload({ bytes })));
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-length'], String(length));
    assert.ok(answer.rawPayload.equals(bytes));
  });

for (const [fileType, contentType] of [
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
] as const)
  test(`a ${fileType} is sent as ${contentType}, as an attachment that may not be cached`, async () => {
    const { headers } = await get(pathOf(await upload({ fileType, name: 'File' })));
    assert.equal(headers['content-type'], contentType);
    assert.equal(
      headers['content-disposition'],
      `attachment; filename="File.${fileType}"; filename*=UTF-8''File.${fileType}`,
    );
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
  });

for (const name of [
  'Beleg für Jürgen Groß',
  'a "quoted" name',
  'semi;colon, comma\\backslash',
  'one\r\nX-Injected: two',
  '100% über\tTab',
  '領収書',
  '🎫 ticket',
  '../../etc/passwd',
  "it's (a) *name*",
  'Ends with.PDF',
])
  test(`the file name ${JSON.stringify(name)} is encoded correctly in the header`, async () => {
    const { headers, statusCode } = await get(pathOf(await upload({ name })));
    assert.equal(statusCode, 200);
    assert.equal(headers['x-injected'], undefined);
    const disposition = String(headers['content-disposition']);
    assert.match(
      disposition,
      /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
    );
    const real = decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2));
    assert.equal(real, /\.pdf$/i.test(name) ? name : `${name}.pdf`);
  });

test('HEAD answers type, size and name without the bytes', async () => {
  const id = await upload({ bytes: bytesOf(600 * 1024) });
  const headers = { authorization: basic(key) };
  const head = await service.app.inject({ method: 'HEAD', url: pathOf(id), headers });
  assert.equal(head.statusCode, 200);
  assert.equal(head.headers['content-length'], String(600 * 1024));
  assert.equal(head.headers['content-type'], 'application/pdf');
  assert.equal(head.rawPayload.length, 0);
});

test('a document that is not downloadable is refused, and its record shows downloadable: false', async () => {
  const id = await upload({ downloadable: false });
  assert.equal((await get(`/employee-documents/${id}`)).json().data.downloadable, false);
  const answer = await get(pathOf(id));
  assertProblem(answer, 409, 'document-not-downloadable');
  assert.equal(answer.headers['content-disposition'], undefined);
});

test('the record of a document never contains the file', async () => {
  const id = await upload({ bytes: Buffer.from('the-content-itself') });
  assert.ok(!(await get(`/employee-documents/${id}`)).body.includes('the-content-itself'));
});

test('concurrent downloads do not mix their bytes', async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const bytes = Buffer.alloc(CHUNK + 100, index);
      return { bytes, id: await upload({ bytes }) };
    }),
  );
  const answers = await Promise.all(files.map(({ id }) => get(pathOf(id))));
  for (const [index, { bytes }] of files.entries()) assert.ok(answers[index]?.rawPayload.equals(bytes));
});

test('clients that disconnect during a download, or never read, do not affect others', async () => {
  const bytes = bytesOf(2 * 1024 * 1024);
  const id = await upload({ bytes });
  const request = `GET ${pathOf(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(key)}\r\n\r\n`;
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {}).write(request);
    return socket;
  };
  // More downloads than connections in the pool: a download that held a connection would leave none for the
  // others.
  const stalled = Array.from({ length: 12 }, () => open().pause());
  const leaving = Array.from({ length: 12 }, () => open());
  await Promise.all(
    leaving.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once('data', () => socket.destroy()).once('close', () => resolve());
        }),
    ),
  );
  assert.equal((await get(`/employee-documents/${id}`)).statusCode, 200);
  assert.ok((await get(pathOf(id))).rawPayload.equals(bytes));
  for (const socket of stalled) socket.destroy();
});

test('a key has some downloads at the same time, until they are taken or left; other keys do not wait for them', async () => {
  // More than sockets hold.
  const id = await upload({ bytes: Buffer.alloc(40 * 1024 * 1024) });
  const other = await createTestCompany(service);
  const ofOther = await addDocument(service, other.company.id, {
    employeeId: await addPerson(service.database.sql, other.company.id),
  });
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.write(`GET ${pathOf(id)} HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(key)}\r\n\r\n`);
    return { socket, begun: once(socket, 'readable').then(() => String(socket.read(12))) };
  };
  const unread = Array.from({ length: SLOTS.downloads.maxEach }, open);
  for (const { begun } of unread) assert.equal(await begun, 'HTTP/1.1 200');
  const next = open();
  assert.equal(await Promise.race([next.begun, sleep(200)]), undefined);
  assert.equal((await other.get(pathOf(ofOther))).statusCode, 200);
  unread[0]?.socket.destroy();
  assert.equal(await next.begun, 'HTTP/1.1 200');
  for (const { socket } of [...unread, next]) socket.destroy();
});
