import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../../../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../../../src/platform/db/embedded/open.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { storeUpload } from '../../../src/tickets/documents/store-upload.ts';
import { addPerson } from '../../database/support/people.ts';
import { basic } from '../../pure/support/basic.ts';
import { until } from '../../pure/support/until.ts';
import { hold } from '../support/embedded.ts';
import {
  type Credentials,
  databasePid,
  isDatabaseRunning,
  makePreparedPlace,
  type Place,
  type Service,
  serve,
} from '../support/program.ts';
import { addSyncingCompany } from '../support/syncing.ts';

/** Larger than all buffers between the service and a client that does not read. */
const DOCUMENT = randomBytes(24 * 1024 * 1024);
/**
 * Less than the 20 seconds after which running requests are cut off, and far more than a normal stop takes.
 */
const SOON_MS = 15_000;

let place: Place;
let service: Service;
let key: Credentials;
let documentId: number;

before(async () => {
  place = await makePreparedPlace();
  await storeDocument();
  service = await serve(place);
});

async function storeDocument(): Promise<void> {
  const embedded = await openEmbeddedDatabase({ dataDir: place.dataDir, purpose: 'command' });
  const { sql, close } = connect(embedded.connection);
  try {
    await migrate(sql);
    const company = await addSyncingCompany(sql);
    const employeeId = await addPerson(sql, company.companyId);
    const upload = { employeeId, name: 'big', fileType: 'pdf', downloadable: true } as const;
    documentId = await sql.begin((tx) => storeUpload(tx, company.companyId, upload, DOCUMENT));
    key = company.key;
  } finally {
    await close();
    await embedded.close();
  }
}

/** Starts a download and reads only the headers. */
async function beginDownload(agent: Agent): Promise<IncomingMessage> {
  const asked = httpGet(`${place.url}/employee-documents/${documentId}/download`, {
    agent,
    headers: { authorization: basic(key) },
  });
  asked.on('error', () => {});
  const [response] = await once(asked, 'response');
  assert.equal(response.statusCode, 200);
  return response;
}

async function openConnection() {
  const socket = connectSocket(place.port, '127.0.0.1');
  after(() => socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function isRefused(): Promise<boolean> {
  const socket = connectSocket(place.port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

async function exitCodeWithin(ms: number): Promise<number | null> {
  const begin = performance.now();
  const code = await service.exitCode();
  const took = performance.now() - begin;
  assert(took < ms, `it took ${took} ms`);
  return code;
}

test('SIGTERM lets a slow download finish, refuses new connections, and ends with 0', async () => {
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());
  const download = await beginDownload(agent);
  service.signal('SIGTERM');
  await until('new connections are refused', isRefused);
  assert.ok(service.isRunning());
  const bytes = await buffer(download);
  assert.equal(bytes.length, DOCUMENT.length);
  assert.equal(digestOf(bytes), digestOf(DOCUMENT));
  assert.equal(await exitCodeWithin(SOON_MS), 0);
  assert.equal(isDatabaseRunning(place), false, 'the database is stopped as well');
});

test('a second Ctrl-C stops at once', async () => {
  service = await serve(place);
  const agent = new Agent({ keepAlive: true });
  after(() => agent.destroy());
  const download = await beginDownload(agent);
  download.on('error', () => {});
  // npm forwards the signal that the terminal has already sent: that is one Ctrl-C, not two.
  for (let times = 0; times < 2; times++) service.signal('SIGINT');
  await until('it says what it waits for', () => /Press Ctrl-C again/.test(service.stderr()));
  await setTimeout(1_000);
  assert.ok(service.isRunning());
  service.signal('SIGINT');
  assert.equal(await exitCodeWithin(SOON_MS), 1);
});

test('idle and kept-alive connections do not delay the stop, and the database runs on for a command that uses it', async (t) => {
  service = await serve(place);
  const command = await hold(t, place.dataDir, 'command');
  assert('connection' in command.answer);
  const database = databasePid(place);
  const silent = await openConnection();
  const used = await openConnection();
  used.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(used, 'data');
  service.signal('SIGTERM');
  assert.equal(await exitCodeWithin(SOON_MS), 0);
  await until('they are closed', () => [silent, used].every(({ closed, destroyed }) => closed || destroyed));
  assert.equal(databasePid(place), database);
  assert.equal(await command.close(), 0);
  assert.equal(isDatabaseRunning(place), false, 'it stops after the command');
});

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
