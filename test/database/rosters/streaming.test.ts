import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { revokeKey } from '../../../src/company/api-keys/revoke-key.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { IncomingRoster } from '../../../src/rosters/receive/incoming-roster.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { sweepUploads } from '../../../src/rosters/receive/sweep-uploads.ts';
import { until } from '../../pure/support/until.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService, type TestService } from '../support/service.ts';
import { listenOnLoopback } from '../support/socket.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { openUpload } from '../support/uploader.ts';
import { refusalOf, type UploadRefusal } from './upload-refusals.ts';

const service = await createTestService();
const { sql } = service.database;
const port = await listenOnLoopback(service.app);
const company = await createSyncingCompany(service);
const { authorization } = company;
const EXPECT = '100-continue';

const entries = (from: number, count: number, other: Partial<Entry> = {}) =>
  Array.from({ length: count }, (_, index) => JSON.stringify(entry(`S${from + index}`, other))).join();
/** Few entries are a large roster if each is large. */
const wide = { profileImage: `https://example.com/${'x'.repeat(1_000)}` };
const HALF_ENTRIES = 800;
const [firstHalf, secondHalf] = [entries(0, HALF_ENTRIES, wide), entries(HALF_ENTRIES, HALF_ENTRIES, wide)];
const begin = (syncId: string) => `{"syncId":"${syncId}","employees":[`;
assert.ok(firstHalf.length + secondHalf.length > 1.5 * 1024 * 1024);

const pathOf = (integration: number) => `/hr-integrations/${integration}/sync`;

async function countStoredRows(integration: number) {
  const [row] = await sql<{ uploads: number; entries: number; runs: number }[]>`
    select (select count(*) from roster_uploads where integration_id = ${integration}) as uploads,
      (select count(*) from roster_entries e
        join roster_uploads u on u.company_id = e.company_id and u.id = e.upload_id
        where u.integration_id = ${integration})
      + (select count(*) from roster_uploads u cross join lateral entries_of_lines(u.entries)
        where u.integration_id = ${integration}) as entries,
      (select count(*) from sync_runs where integration_id = ${integration}) as runs`;
  return row ?? { uploads: -1, entries: -1, runs: -1 };
}
const NO_ROWS = { uploads: 0, entries: 0, runs: 0 };

const untilStored = (integration: number) =>
  until('a part of the roster is stored', async () => (await countStoredRows(integration)).entries > 0);
const untilNoRowsAreStored = (integration: number) =>
  until('nothing of the upload is left', async () =>
    isDeepStrictEqual(await countStoredRows(integration), NO_ROWS),
  );
const untilClosing = ({ app }: TestService) =>
  until('the server has stopped listening', () => !app.server.listening);

/** Sends so much of a large roster that a part of it is stored. */
async function beginLarge(integration: number, syncId: string, to = port, as = authorization) {
  const upload = await openUpload(to, pathOf(integration), { Authorization: as });
  await upload.send(begin(syncId) + firstHalf);
  // The service stores the first entries after one megabyte.
  await upload.send(`,${secondHalf}`);
  await untilStored(integration);
  return upload;
}

async function disconnect(integration: number): Promise<void> {
  await sql`update hr_integrations set disconnected_at = now() where id = ${integration}`;
}

function assertRefusal(
  answer: Parameters<typeof assertProblem>[0] | undefined,
  line: UploadRefusal['line'],
  integration = 999_999,
) {
  assert.ok(answer);
  const { status, code, detail } = refusalOf(line);
  assert.equal(assertProblem(answer, status, code).detail, detail.replace('999999', String(integration)));
}

describe('a client without the right to submit a roster', () => {
  const refused = async () => {
    const powerless = await createKey(sql, company.companyId, OPERATOR, {
      environment: 'staging',
      name: 'k',
      permissions: ['view-employees', 'view-hr-integrations', 'add-employees', 'update-employees'],
    });
    const disconnected = await company.newIntegration();
    await disconnect(disconnected);
    const other = await createSyncingCompany(service);
    return [
      ['no credentials', company.integrationId, undefined],
      ['wrong credentials', company.integrationId, basic({ ...powerless, password: 'wrong' })],
      ['a key without all four permissions', company.integrationId, basic(powerless)],
      ["to an integration that is unknown or another company's", 999_999, authorization],
      ["to an integration that is unknown or another company's", other.integrationId, authorization],
      ['to a disconnected integration', disconnected, authorization],
    ] as const;
  };

  it('is answered while it is still sending, and is disconnected if it goes on sending', async () => {
    for (const [line, integration, as] of await refused())
      for (const path of [pathOf(integration), `${pathOf(integration)}/preview`]) {
        const upload = await openUpload(port, path, { Authorization: as });
        await upload.send(begin('s'));
        while (!upload.isClosed()) await upload.send(' '.repeat(65_536));
        const answers = await upload.answersUntilClosed();
        assert.equal(answers.length, 1);
        assertRefusal(answers[0], line, integration);
        assert.deepEqual(await countStoredRows(integration), NO_ROWS);
      }
  });

  it('gets the same refusal for any invalid body, and changes nothing', async () => {
    const good = `${begin('s')}${entries(0, 1)}]}`;
    for (const [line, integration, as] of await refused())
      for (const payload of [good, '', '{"syncId"', '{"syncId":"s","employees":[{}]}'])
        for (const type of ['application/json', 'application/json; charset=utf-8', 'text/csv']) {
          const headers = { 'content-type': type, ...(as && { authorization: as }) };
          const answer = await service.app.inject({
            method: 'POST',
            url: pathOf(integration),
            headers,
            payload,
          });
          assertRefusal(answer, line, integration);
          assert.deepEqual(await countStoredRows(integration), NO_ROWS);
        }
  });

  it('with Expect: 100-continue is refused before it sends the body', async () => {
    for (const [line, integration, as] of await refused()) {
      const upload = await openUpload(port, pathOf(integration), { Authorization: as, Expect: EXPECT });
      const answers = await upload.answersUntilClosed();
      assert.ok(!upload.hasReceivedContinue());
      assertRefusal(answers[0], line, integration);
    }
  });

  it('keeps its connection if the rest of the body arrives soon', async () => {
    const upload = await openUpload(port, pathOf(999_999), { Authorization: authorization });
    await upload.send(begin('s'));
    assert.equal((await upload.answer()).statusCode, 404);
    await upload.send(`${entries(0, 100)}]}`);
    await upload.end();
    await upload.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const answers = await upload.answersUntilClosed();
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 200],
    );
  });
});

describe('a roster that is refused before its end', () => {
  it('gets the answer at once, and its connection stays open if the rest arrives soon', async () => {
    const upload = await openUpload(port, pathOf(company.integrationId), { Authorization: authorization });
    await upload.send(`${begin('s')}{]`);
    assertProblem(await upload.answer(), 400, 'malformed-request');
    await upload.send(entries(0, 2_000));
    await upload.end();
    await upload.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    assert.equal((await upload.answersUntilClosed()).at(1)?.statusCode, 200);
    assert.deepEqual(await countStoredRows(company.integrationId), NO_ROWS);
  });

  it('is disconnected if the body goes on, and its stored entries are deleted', async () => {
    const integration = await company.newIntegration();
    const upload = await beginLarge(integration, 's');
    await upload.send(',{]');
    while (!upload.isClosed()) await upload.send(' '.repeat(65_536));
    const [answer, ...more] = await upload.answersUntilClosed();
    assert.ok(answer && more.length === 0);
    assertProblem(answer, 400, 'malformed-request');
    assert.deepEqual(await countStoredRows(integration), NO_ROWS);
  });

  it('for its Content-Length need not send its body', async () => {
    const narrow = await createTestService({ ROSTER_MAX_BYTES: '1000' }, service.database);
    const answer = await narrow.app.inject({
      method: 'POST',
      url: pathOf(company.integrationId),
      headers: { authorization, 'content-type': 'application/json', 'content-length': '1001' },
      payload: '{}',
    });
    assertProblem(answer, 413, 'payload-too-large');
  });
});

describe('a roster whose sender', () => {
  it('stops sending is abandoned, and its connection is closed', async () => {
    const impatient = await createTestService({ ROSTER_IDLE_SECONDS: '1' }, service.database);
    const at = await listenOnLoopback(impatient.app);
    const integration = await company.newIntegration();
    const small = await openUpload(at, pathOf(integration), { Authorization: authorization });
    await small.send(begin('s') + entries(0, 10));
    const large = await openUpload(at, pathOf(integration), { Authorization: authorization });
    await large.send(`${begin('s')}${firstHalf},${secondHalf}`);
    for (const upload of [small, large]) {
      const [answer] = await upload.answersUntilClosed();
      assertRefusal(answer, 'a body of which nothing arrives for 30 seconds');
      assert.equal(answer?.headers['connection'], 'close');
    }
    assert.deepEqual(await countStoredRows(integration), NO_ROWS);
  });

  it('disconnects leaves no rows behind', async () => {
    const integration = await company.newIntegration();
    const small = await openUpload(port, pathOf(integration), {
      Authorization: authorization,
      Expect: EXPECT,
    });
    await small.continueReceived();
    await small.send(begin('s') + entries(0, 10));
    small.abandon();
    const large = await beginLarge(integration, 's');
    large.abandon();
    await untilNoRowsAreStored(integration);
  });

  it('loses the permission while sending is refused at the end of the body', async () => {
    for (const isLarge of [false, true]) {
      const integration = await company.newIntegration();
      const key = await createKey(sql, company.companyId, OPERATOR, {
        environment: 'staging',
        name: 'k',
        permissions: ['view-employees', 'add-employees', 'update-employees', 'remove-employees'],
      });
      const headers = { Authorization: basic(key), Expect: EXPECT };
      const upload = isLarge
        ? await beginLarge(integration, 's', port, basic(key))
        : await openUpload(port, pathOf(integration), headers);
      if (!isLarge) {
        await upload.continueReceived();
        await upload.send(begin('s') + entries(0, 10));
      }
      await sql.begin((tx) => revokeKey(tx, key.companyId, key.id, OPERATOR));
      await upload.send(']}');
      await upload.end();
      assertRefusal(await upload.answer(), 'a key that is revoked or expires during the upload');
      assert.deepEqual(await countStoredRows(integration), NO_ROWS);
    }
  });

  it('sends to an integration that is disconnected meanwhile is refused at the end of the body', async () => {
    const integration = await company.newIntegration();
    const upload = await beginLarge(integration, 's');
    await disconnect(integration);
    await upload.send(']}');
    await upload.end();
    assertRefusal(await upload.answer(), 'to a disconnected integration');
    assert.deepEqual(await countStoredRows(integration), NO_ROWS);
  });
});

describe('concurrent uploads:', () => {
  /** Occupies all four slots; one company may have at most two. */
  const fillSlots = async () => {
    const other = await createSyncingCompany(service);
    const own = [await company.newIntegration(), await company.newIntegration()];
    const others = [other.integrationId, await other.newIntegration()];
    const uploads = await Promise.all([
      ...own.map((each) => beginLarge(each, 's')),
      ...others.map((each) => beginLarge(each, 's', port, other.authorization)),
    ]);
    return { uploads, integrations: [...own, ...others] };
  };

  const large = `${begin('s')}${firstHalf},${secondHalf}]}`;

  /** Sends a complete large roster, which may have to wait for a free slot. */
  const sendLarge = async (integration: number) => {
    const upload = await openUpload(port, pathOf(integration), { Authorization: authorization });
    const sent = upload.send(large).then(() => upload.end());
    const isTaken = async () => {
      await sent;
      assert.equal((await upload.answer()).statusCode, 204);
    };
    return { isAnswered: () => upload.isAnswered(), isTaken };
  };

  const endAll = async (uploads: readonly Awaited<ReturnType<typeof beginLarge>>[]) => {
    for (const upload of uploads) {
      await upload.send(']}');
      await upload.end();
      assert.equal((await upload.answer()).statusCode, 204);
    }
  };

  it('two large rosters of one company leave two slots for other companies', async () => {
    const own = await Promise.all(Array.from({ length: 3 }, () => company.newIntegration()));
    const [third = 0] = own.splice(2);
    const uploads = await Promise.all(own.map((each) => beginLarge(each, 's')));
    const waiting = await sendLarge(third);
    const other = await createSyncingCompany(service);
    for (const each of [other.integrationId, await other.newIntegration()])
      uploads.push(await beginLarge(each, 's', port, other.authorization));
    assert.ok(!waiting.isAnswered());
    await endAll(uploads);
    await waiting.isTaken();
  });

  it('four large rosters are received, a fifth waits, and a small one does not wait', async () => {
    const { uploads } = await fillSlots();
    const fifth = await company.newIntegration();
    const waiting = await sendLarge(fifth);
    const small = await company.submit([entry('A')], { to: fifth, syncId: 'small' });
    assert.equal(small.statusCode, 204);
    assert.deepEqual(await countStoredRows(fifth), { uploads: 1, entries: 1, runs: 1 });
    assert.ok(!waiting.isAnswered());
    await endAll(uploads);
    await waiting.isTaken();
    assert.deepEqual(await countStoredRows(fifth), { uploads: 2, entries: 2 * HALF_ENTRIES + 1, runs: 2 });
  });

  it('a waiting upload whose client disconnects leaves its slot to the next', async () => {
    const { uploads, integrations } = await fillSlots();
    const [fifth, sixth] = [await company.newIntegration(), await company.newIntegration()];
    const impatient = await openUpload(port, pathOf(fifth), { Authorization: authorization });
    void impatient.send(large);
    const patient = await sendLarge(sixth);
    impatient.abandon();
    for (const upload of uploads) upload.abandon();
    await patient.isTaken();
    for (const each of [...integrations, fifth]) await untilNoRowsAreStored(each);
  });

  it('a complete roster whose client disconnects while it waits is not accepted', async () => {
    const other = await createSyncingCompany(service);
    const { uploads } = await fillSlots();
    // Compressed, it arrives as a whole. It becomes large and waits while it is decompressed.
    const impatient = await openUpload(port, pathOf(other.integrationId), {
      Authorization: other.authorization,
      'Content-Encoding': 'gzip',
    });
    await impatient.send(gzipSync(large));
    await impatient.end();
    // A request on another connection: the service has read the body by then.
    await other.get('/hr-integrations');
    impatient.abandon();
    const later = await sendLarge(await company.newIntegration());
    for (const upload of uploads) upload.abandon();
    await later.isTaken();
    assert.deepEqual(await countStoredRows(other.integrationId), NO_ROWS);
  });

  it('a large body without a single entry also waits for a slot', async () => {
    const { uploads } = await fillSlots();
    const waiting = await openUpload(port, pathOf(await company.newIntegration()), {
      Authorization: authorization,
      'Content-Encoding': 'gzip',
    });
    // Random, because gzip must not grow too much.
    const fields = Array.from({ length: 50 }, (_, at) => `"f${at}":"${randomBytes(24_000).toString('hex')}"`);
    await waiting.send(gzipSync(`{${fields.join()}}`));
    await waiting.end();
    assert.equal((await company.submit([entry('A')])).statusCode, 204);
    assert.ok(!waiting.isAnswered());
    for (const upload of uploads) upload.abandon();
    assertProblem(await waiting.answer(), 422, 'invalid-values');
  });

  it('with twenty unapplied runs the next roster is refused until one is applied', async () => {
    const busy = await createSyncingCompany(service);
    const submit = (syncId: string) => busy.submit([entry('A')], { syncId });
    for (let count = 1; count <= 20; count++) assert.equal((await submit(`run-${count}`)).statusCode, 204);
    const answer = await submit('run-21');
    assertRefusal(answer, 'a roster while 20 of the integration wait to be applied');
    assert.equal(answer.headers['retry-after'], '30');
    assert.deepEqual(await countStoredRows(busy.integrationId), { uploads: 20, entries: 20, runs: 20 });
    assert.equal((await submit('run-20')).statusCode, 204, 'one that is known is no further one');
    await busy.work();
    assert.equal((await submit('run-21')).statusCode, 204);
  });
});

describe('a roster of which the database stores fewer entries than it has', () => {
  const lost = entry('S7').hrId;
  before(async () => {
    await sql.unsafe(`
      create function lose() returns trigger language plpgsql as $$ begin return null; end $$`);
    await sql.unsafe(`
      create trigger lose before insert on roster_entries for each row when (new.hr_id = '${lost}')
        execute function lose()`);
  });
  after(() => sql`drop trigger lose on roster_entries`);

  // Applied, it would offboard the people whose entries are missing. The entries of a small one are one text.
  it('is not accepted', async () => {
    const integration = await company.newIntegration();
    const answer = await company.send(pathOf(integration), `${begin('s')}${firstHalf},${secondHalf}]}`);
    assertProblem(answer, 500, 'internal-error');
    assert.deepEqual(await countStoredRows(integration), NO_ROWS);
  });
});

describe('a roster whose client has gone', () => {
  const bodyOf = (entriesOfBody: string) => Buffer.from(`${begin('s')}${entriesOfBody}]}`);
  const mark = (body: Buffer) => ({
    syncId: 's',
    syncIdAt: body.indexOf('"s"'),
    bodyBytes: body.length,
    digest: 'another',
  });

  for (const [line, body, isKept] of [
    ['a small one', bodyOf(entries(0, 1000)), false],
    ['a large one, after a part of it was stored', bodyOf(`${firstHalf},${secondHalf}`), false],
    ['one that may equal the last', bodyOf(`${firstHalf},${secondHalf}`), true],
  ] as const)
    it(`is neither read on nor stored: ${line}`, async () => {
      const integration = await company.newIntegration();
      const gone = new AbortController();
      let [sent, hasStopped] = [0, false];
      async function* chunks() {
        try {
          for (; sent < body.length; sent += 10_000) {
            if (sent > body.length * 0.8) gone.abort(new Error('gone'));
            yield body.subarray(sent, sent + 10_000);
          }
        } finally {
          hasStopped = true;
        }
      }
      const receive = async () => {
        await using roster = new IncomingRoster({
          companyId: company.companyId,
          integrationId: integration,
          store: service.database,
          keptBodies: new KeptBodies(),
          limits: service.config.rosterLimits,
          rules: { today: '2026-11-15', onInvalid: 'reject' },
          signal: gone.signal,
        });
        return await roster.readUnlessUnchanged(chunks(), isKept ? mark(body) : null);
      };
      await assert.rejects(receive, /^Error: gone$/);
      assert.ok(hasStopped);
      assert.ok(sent < body.length * 0.9, `${sent} of ${body.length}`);
      assert.deepEqual(await countStoredRows(integration), NO_ROWS);
    });
});

describe('a large roster', () => {
  it('is answered with the address of its sync, and a resubmission stores no entry twice', async () => {
    const integration = await company.newIntegration();
    for (let time = 1; time <= 2; time++) {
      const upload = await openUpload(port, pathOf(integration), {
        Authorization: authorization,
        Expect: EXPECT,
      });
      await upload.continueReceived();
      await upload.send(`${begin('large')}${firstHalf},`);
      await upload.send(`${secondHalf}]}`);
      await upload.end();
      const answer = await upload.answer();
      assert.equal(answer.statusCode, 204);
      assert.equal(
        answer.headers['location'],
        `https://tickets.example.com/hr-integrations/${integration}/syncs/large`,
      );
    }
    await sweepUploads(sql);
    assert.deepEqual(await countStoredRows(integration), { uploads: 1, entries: 2 * HALF_ENTRIES, runs: 1 });
    assert.equal((await company.run('large', integration)).resubmissions, 1);
  });

  it('is abandoned if its expired upload was deleted while it arrived', async () => {
    for (const preview of ['', '/preview']) {
      const integration = await company.newIntegration();
      const upload = await openUpload(port, pathOf(integration) + preview, { Authorization: authorization });
      await upload.send(`${begin('s')}${firstHalf},${secondHalf}`);
      await untilStored(integration);
      await sql`update roster_uploads set lease_until = now() where integration_id = ${integration}`;
      await sweepUploads(sql);
      await upload.send(']}');
      await upload.end();
      const problem = assertProblem(await upload.answer(), 408, 'request-timeout');
      assert.match(problem.detail, /took too long and was given up/);
      assert.deepEqual(await countStoredRows(integration), NO_ROWS);
    }
  });

  it('that is arriving when the server stops is still received and accepted', async () => {
    const stopping = await createTestService({}, service.database);
    const at = await listenOnLoopback(stopping.app);
    const integration = await company.newIntegration();
    const upload = await beginLarge(integration, 's', at);
    const closed = stopping.app.close();
    await untilClosing(stopping);
    await upload.send(']}');
    await upload.end();
    assert.equal((await upload.answer()).statusCode, 204);
    // In production the service closes a kept-alive connection as soon as it is idle.
    stopping.app.server.closeIdleConnections();
    await closed;
    assert.deepEqual(await countStoredRows(integration), { uploads: 1, entries: 2 * HALF_ENTRIES, runs: 1 });
  });

  it('that is cut off by a server stop leaves no rows after the stop', async () => {
    const stopping = await createTestService({}, service.database);
    const at = await listenOnLoopback(stopping.app);
    const integration = await company.newIntegration();
    const upload = await beginLarge(integration, 's', at);
    const closed = stopping.app.close();
    await untilClosing(stopping);
    stopping.app.server.closeAllConnections();
    await closed;
    assert.deepEqual(await countStoredRows(integration), NO_ROWS);
    await upload.answersUntilClosed();
  });
});
