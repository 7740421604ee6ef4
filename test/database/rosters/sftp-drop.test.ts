import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import ssh2 from 'ssh2';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { counterOf, countUp } from '../../../src/platform/db/counters-sql.ts';
import { claimForEnvironment } from '../../../src/platform/db/installation.ts';
import { DROPS, RATES, SLOTS } from '../../../src/platform/limits.ts';
import { newSshKey } from '../../../src/platform/ssh/ssh-key.ts';
import { pullRoster } from '../../../src/rosters/pull/pull-roster.ts';
import { claimPulls } from '../../../src/rosters/pull/pulls-sql.ts';
import { queueDuePulls } from '../../../src/rosters/pull/queue-due-pulls.ts';
import { hostKeySeal, loadHostKey, resealHostKey } from '../../../src/rosters/pull/sftp-drop/host-key.ts';
import { createDropStore } from '../../../src/rosters/pull/sftp-server/database-drop-store.ts';
import { AccessRevoked } from '../../../src/rosters/pull/sftp-server/drop-store.ts';
import { startDropServer } from '../../../src/rosters/pull/sftp-server/sftp-server.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { until } from '../../pure/support/until.ts';
import { type Answer, createPortalUser } from '../portal/portal.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';
import { stopJustBefore } from '../support/test-database.ts';

const SFTP = '/usr/bin/sftp';
const HOST = '127.0.0.1';

const service = await createTestService({ SFTP_PORT: '2222' });
const { database, config, secretKeys } = service;
const { sql } = database;
const sources = createSources({ config, secretKeys });
const keptBodies = new KeptBodies();

const folder = mkdtempSync(join(tmpdir(), 'transit-dropped-'));
after(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);

await claimForEnvironment(sql, config.environment);
const store = createDropStore({ sql, baseUrl: config.baseUrl, onTaken: () => {} });
const server = await startDropServer({
  store,
  hostKey: await loadHostKey(sql, hostKeySeal(secretKeys)),
  ...{ host: HOST, port: 0, slots: SLOTS.drops, work: SLOTS.dropWork },
  limits: { ...DROPS, fileBytes: 1_000_000 },
  onError: assert.fail,
});
stopJustBefore(database, () => server.close());

const HEADINGS = 'Personalnummer;Vorname;Nachname;E-Mail;Geburtsdatum;Eintritt;Austritt';
const rosterOf = (...names: string[]) =>
  [
    HEADINGS,
    ...names.map((name, at) => `${at + 1};${name};Muster;${name}@example.com;1990-01-0${at + 1};2020-01-01;`),
    '',
  ].join('\n');

const dataOf = (answer: Answer) => {
  assert.ok(answer.statusCode < 300, `${answer.statusCode} ${answer.body}`);
  return answer.json().data;
};

/** A company with an integration whose system drops files, with a key pair of its own. */
async function createDropping() {
  const company = await createSyncingCompany(service);
  const { companyId } = company;
  const admin = await createPortalUser(service, companyId);
  const id = await createIntegration(sql, companyId, OPERATOR, { name: 'Export', type: 'hr-integration' });
  const say = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    await admin.send(`/integrations/${id}${path}`, { method, ...(body && { body }) });
  const pair = newSshKey();
  writeFileSync(join(folder, `key-${id}`), pair.private, { mode: 0o600 });
  const draft = (values: object = { publicKeys: pair.public }) =>
    say('PUT', '/source/draft', { system: 'sftp-drop', values });
  const { access } = dataOf(await draft());
  const options = [
    ...['-P', String(server.port), '-i', join(folder, `key-${id}`)],
    ...['-oStrictHostKeyChecking=no', '-oUserKnownHostsFile=/dev/null'],
    ...['-oIdentitiesOnly=yes', '-oBatchMode=yes', '-oIdentityAgent=none'],
  ];
  const begin = (commands: string, ...more: string[]) => {
    const client = spawn(SFTP, [...options, ...more, '-b', '-', `${access.username}@${HOST}`], {
      cwd: folder,
    });
    client.stdin.end(`${commands}\n`);
    return client;
  };
  /** Runs commands of OpenSSH's client. */
  const sftp = async (commands: string) => {
    const client = begin(commands);
    let output = '';
    for (const stream of [client.stdout, client.stderr]) stream.on('data', (text) => (output += text));
    const code = await new Promise((resolve) => client.on('close', resolve));
    return { code, output };
  };
  const fetchQueued = async () => {
    const { signal } = new AbortController();
    for (const pull of await claimPulls(sql, companyId, 10))
      await pullRoster({ database, sources, limits: config.rosterLimits, keptBodies, signal }, pull);
  };
  /** Fetches what is queued and applies it, as the workers do. */
  const night = async () => {
    await sql.begin((tx) => queueDuePulls(tx, companyId));
    await fetchQueued();
    await company.work();
  };
  const resultOf = async (name: string) => {
    const { code, output } = await sftp(`get ${name}.result.json result-${id}.json`);
    assert.equal(code, 0, output);
    return JSON.parse(readFileSync(join(folder, `result-${id}.json`), 'utf8'));
  };
  const activate = async () => {
    const { guesses, absenceColumns } = dataOf(
      await say('POST', '/source/draft/test', { showsValues: false }),
    ).survey;
    dataOf(await say('PUT', '/source/draft/mapping', { fields: guesses, absenceTypes: [], absenceColumns }));
    dataOf(await say('POST', '/source/draft/activate', { schedule: 'manual' }));
  };
  return {
    ...company,
    id,
    say,
    admin,
    access,
    draft,
    begin,
    sftp,
    fetchQueued,
    night,
    resultOf,
    activate,
  };
}

type Dropping = Awaited<ReturnType<typeof createDropping>>;

/** With a first file, of Ada and Ben, that is applied. */
async function dropping(): Promise<Dropping> {
  const company = await createDropping();
  file('first.csv', rosterOf('Ada', 'Ben'));
  assert.equal((await company.sftp('put first.csv')).code, 0);
  await company.activate();
  await company.night();
  return company;
}

const statesOf = ({ id }: Pick<Dropping, 'id'>) =>
  sql<{ name: string; state: string }[]>`
    select name, state from dropped_files where integration_id = ${id} order by name`;

const peopleOf = async ({ companyId }: Pick<Dropping, 'companyId'>) =>
  (
    await sql<{ name: string }[]>`
      select first_name as name from employees e join hr_links l on l.company_id = e.company_id and l.employee_id = e.id
      where e.company_id = ${companyId} and l.ended_at is null order by 1`
  ).map(({ name }) => name);

describe('files that an HR system drops', { skip: !existsSync(SFTP) && 'there is no sftp' }, () => {
  it('are set up with the first one: access, file, columns, preview, activation, roster, result', async () => {
    const company = await createDropping();
    const { say, access, sftp, id } = company;
    assert.deepEqual([access.host, access.port, access.newestFile], ['tickets.example.com', 2222, null]);
    assert.match(access.fingerprint, /^SHA256:/);
    const empty = dataOf(await say('POST', '/source/draft/test', { showsValues: false }));
    assert.equal(empty.problem.code, 'source-empty');

    file('people.csv', rosterOf('Ada', 'Ben', 'Cem'));
    assert.equal((await sftp('put people.csv')).code, 0);
    assert.equal(dataOf(await say('GET', '/source')).access.newestFile.name, 'people.csv');
    const { survey } = dataOf(await say('POST', '/source/draft/test', { showsValues: true }));
    assert.deepEqual([survey.people, survey.guesses.hrId], [3, 'Personalnummer']);
    const mapping = { fields: survey.guesses, absenceTypes: [], absenceColumns: survey.absenceColumns };
    dataOf(await say('PUT', '/source/draft/mapping', mapping));
    const { syncId } = dataOf(await say('POST', '/pulls', { purpose: 'preview' }));
    await company.fetchQueued();
    assert.equal(dataOf(await say('GET', `/pulls/${syncId}/preview`)).counts.added, 3);
    assert.match((await sftp('ls')).output, /people\.csv\s/, 'a preview uses nothing up');

    assertProblem(await say('POST', '/source/draft/activate', { schedule: 'daily 02:00' }), 409, 'conflict');
    const { active } = dataOf(await say('POST', '/source/draft/activate', { schedule: 'manual' }));
    assert.equal(active.system, 'sftp-drop');
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben', 'Cem']);
    const { output } = await sftp('ls');
    assert.match(output, /people\.csv\.result\.json/);
    assert.doesNotMatch(output, /people\.csv\s/);
    const result = await company.resultOf('people.csv');
    assert.deepEqual([result.state, result.people, result.counts.added], ['succeeded', 3, 3]);
    assert.match(
      result.link,
      new RegExp(`^https://tickets\\.example\\.com/portal/integrations/${id}/syncs/\\d+$`),
    );

    const integration = (await company.get(`/hr-integrations/${id}`)).json().data;
    assert.deepEqual([integration.canTriggerSync, integration.status], [false, 'connected']);
    const trigger = await service.app.inject({
      method: 'POST',
      url: `/hr-integrations/${id}/trigger`,
      headers: { authorization: basic(company.key) },
    });
    assertProblem(trigger, 409, 'cannot-trigger');
    assert.match(trigger.json().detail, /drops its files itself/);
    assertProblem(await say('PATCH', '/source', { schedule: 'every 6 hours' }), 409, 'conflict');
  });

  it('count when they are renamed, if their name says that they are unfinished', async () => {
    const company = await dropping();
    file('next.csv', rosterOf('Ada', 'Ben', 'Cem', 'Dua'));
    await company.sftp('put next.csv next.csv.part');
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben']);
    assert.equal((await company.sftp('rename next.csv.part next.csv')).code, 0);
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben', 'Cem', 'Dua']);
    assert.equal((await company.resultOf('next.csv')).state, 'succeeded');
  });

  it('leave nothing behind if the client is killed, or if they are too large', async () => {
    const company = await dropping();
    const before = await statesOf(company);
    file('large.csv', Buffer.alloc(900_000, 'x'));
    file('too-large.csv', Buffer.alloc(1_100_000, 'x'));
    // 100 kbit/s: the file would take minutes.
    const client = company.begin('put large.csv', '-l', '100');
    await until('it arrives', async () =>
      (await statesOf(company)).some(({ state }) => state === 'arriving'),
    );
    client.kill('SIGKILL');
    await until('it is gone', async () => (await statesOf(company)).length === before.length);
    assert.notEqual((await company.sftp('put too-large.csv')).code, 0);
    assert.deepEqual([...(await statesOf(company))], [...before]);
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben']);
  });

  it('of which several have come: the newest counts, and the others say so', async () => {
    const company = await dropping();
    file('one.csv', rosterOf('Ada', 'Ben', 'Eve'));
    file('two.csv', rosterOf('Ada', 'Ben', 'Fay'));
    await company.sftp('put one.csv\nput two.csv');
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben', 'Fay']);
    const { state, replacedBy } = await company.resultOf('one.csv');
    assert.deepEqual([state, replacedBy], ['replaced', 'two.csv']);
    assert.equal((await company.resultOf('two.csv')).state, 'succeeded');
  });

  it('that come while a pull is under way are read by the next one', async () => {
    const company = await dropping();
    file('one.csv', rosterOf('Ada', 'Ben', 'Eve'));
    await company.sftp('put one.csv');
    const [claimed] = await claimPulls(sql, company.companyId, 1);
    assert.ok(claimed);
    const { signal } = new AbortController();
    await pullRoster({ database, sources, limits: config.rosterLimits, keptBodies, signal }, claimed);
    // Between the claim and the end of another pull.
    await sql`
      insert into roster_pulls (company_id, integration_id, sync_id, purpose)
      values (${company.companyId}, ${company.id}, 'pull-open', 'roster')`;
    file('two.csv', rosterOf('Ada', 'Ben', 'Fay'));
    await company.sftp('put two.csv');
    await sql`delete from roster_pulls where company_id = ${company.companyId} and sync_id = 'pull-open'`;
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben', 'Fay']);
    assert.equal((await company.resultOf('one.csv')).state, 'succeeded');
  });

  it('that cannot be read change nobody: the result says why, and so does an attempt', async () => {
    const company = await dropping();
    file('broken.csv', `${HEADINGS}\n1;"Ada`);
    await company.sftp('put broken.csv');
    await company.night();
    assert.deepEqual(await peopleOf(company), ['Ada', 'Ben']);
    const { state, code, link } = await company.resultOf('broken.csv');
    assert.deepEqual([state, code], ['failed', 'source-unreadable']);
    assert.match(link, /\/source$/);
    const [attempt] = dataOf(await company.say('GET', '/attempts')).data;
    assert.equal(attempt.code, 'source-unreadable');
  });

  it('are seen by nobody else', async () => {
    const one = await dropping();
    const other = await createDropping();
    file('secret.csv', rosterOf('Ada'));
    await one.sftp('put secret.csv secret.csv.part');
    assert.doesNotMatch((await other.sftp('ls')).output, /csv/);
    for (const command of ['get secret.csv.part', 'get first.csv.result.json', 'rm secret.csv.part'])
      assert.notEqual((await other.sftp(command)).code, 0, command);
    assert.match((await one.sftp('ls')).output, /secret\.csv\.part/);
    // With the other's key, this user is refused.
    const stranger = await new Promise<number | null>((resolve) =>
      execFile(
        SFTP,
        [
          '-P',
          String(server.port),
          '-i',
          join(folder, `key-${other.id}`),
          '-oStrictHostKeyChecking=no',
          '-oUserKnownHostsFile=/dev/null',
          '-oIdentitiesOnly=yes',
          '-oBatchMode=yes',
          `${one.access.username}@${HOST}`,
        ],
        (error) => resolve(error ? 1 : 0),
      ),
    );
    assert.equal(stranger, 1);
  });

  it('are forgotten with their source, and so are the user and the keys', async () => {
    const company = await dropping();
    await company.say('DELETE', '/source');
    assert.notEqual((await company.sftp('ls')).code, 0);
    for (const table of ['drop_users', 'dropped_files'])
      assert.equal((await sql`select from ${sql(table)} where integration_id = ${company.id}`).length, 0);
  });
});

/** Signed in with a new password. */
async function signedIn({ say }: Pick<Dropping, 'say'>) {
  const { username, password } = dataOf(await say('POST', '/source/password'));
  const user = await store.findByPassword(username, password, HOST);
  assert.ok(user);
  return user;
}

type User = Awaited<ReturnType<typeof signedIn>>;

async function drop(user: User, name: string, content: string): Promise<boolean | undefined> {
  const begun = await store.begin(user, name, 3);
  await begun?.append(Buffer.from(content));
  return await begun?.finish();
}

describe('a dropped file that is renamed', () => {
  it('replaces another one only if it exists, and again if the client asks again', async () => {
    const company = await createDropping();
    const user = await signedIn(company);
    await drop(user, 'people.csv', rosterOf('Ada'));
    await store.take(user, 'people.csv');
    assert.equal(await store.rename(user, 'people.csv.part', 'people.csv'), false);
    assert.equal((await store.find(user, 'people.csv'))?.bytes, rosterOf('Ada').length);

    await drop(user, 'people.csv.part', rosterOf('Ada', 'Ben'));
    assert.equal(await store.rename(user, 'people.csv.part', 'people.csv'), true);
    await store.take(user, 'people.csv');
    const [before] = await sql`select changed_at from dropped_files where integration_id = ${company.id}`;
    assert.equal(await store.rename(user, 'people.csv.part', 'people.csv'), true);
    await store.take(user, 'people.csv');
    assert.equal((await store.find(user, 'people.csv'))?.bytes, rosterOf('Ada', 'Ben').length);
    const [after] = await sql`select changed_at from dropped_files where integration_id = ${company.id}`;
    assert.deepEqual(after, before, 'it is not taken twice');

    const next = await store.begin(user, 'people.csv.part', 3);
    await next?.discard();
    assert.equal(await store.rename(user, 'people.csv.part', 'people.csv'), false, 'that one failed');
    assert.equal((await statesOf(company)).length, 1);
  });
});

describe('the audit log', () => {
  it('has sign-ins, those within a quarter of an hour once, and every file', async () => {
    const company = await createDropping();
    const user = await signedIn(company);
    for (const address of [HOST, HOST, '203.0.113.9']) await store.noteSignIn(user, address);
    await drop(user, 'people.csv', rosterOf('Ada'));
    await store.take(user, 'people.csv');
    const entries = await sql`
      select action, details from audit_log
      where company_id = ${company.companyId} and actor_type = 'system' and subject_id = ${company.id} order by id`;
    assert.deepEqual(
      [...entries],
      [
        { action: 'hr-source-signed-in', details: { address: HOST } },
        { action: 'hr-source-signed-in', details: { address: '203.0.113.9' } },
        { action: 'hr-file-dropped', details: { file: 'people.csv' } },
      ],
    );
  });
});

describe('the number of dropped files', () => {
  it('is bounded, those that arrive at the same time included', async () => {
    const user = await signedIn(await createDropping());
    const begun = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => store.begin(user, name, 3)));
    const files = begun.flatMap((file) => (file ? [file] : []));
    assert.equal(files.length, 3);
    for (const each of files) assert.equal(await each.finish(), true);
  });

  it('is bounded although a file that is being replaced is renamed', async () => {
    const user = await signedIn(await createDropping());
    for (const name of ['a', 'b', 'c']) assert.equal(await drop(user, name, 'x'), true);
    const again = await store.begin(user, 'a', 3);
    assert.equal(await store.rename(user, 'a', 'd'), true);
    assert.equal(await again?.finish(), false);
    assert.equal((await store.list(user)).length, 3);
  });
});

describe('an open session', () => {
  const changes = (user: User) => [
    () => store.begin(user, 'new.csv', 3),
    () => store.rename(user, 'people.csv.part', 'people.csv'),
    () => store.remove(user, 'people.csv.part'),
    () => store.take(user, 'people.csv.part'),
  ];

  it('ends with the password, the key or the source that it was opened with', async () => {
    const company = await createDropping();
    const { username } = company.access;
    const [byKey] = await store.publicKeysOf(username);
    assert.ok(byKey);
    const byPassword = await signedIn(company);
    await drop(byPassword, 'people.csv.part', 'x');

    await signedIn(company);
    for (const change of changes(byPassword)) await assert.rejects(change(), AccessRevoked);
    assert.ok(await store.begin(byKey.user, 'other.csv', 3));
    dataOf(await company.draft({ publicKeys: newSshKey().public }));
    for (const change of changes(byKey.user)) await assert.rejects(change(), AccessRevoked);

    const latest = await signedIn(company);
    const arriving = await store.begin(latest, 'new.csv', 3);
    await company.say('DELETE', '/source');
    for (const change of changes(latest)) await assert.rejects(change(), AccessRevoked);
    assert.ok(arriving);
    await assert.rejects(arriving.finish(), AccessRevoked);
  });
});

async function signIn(username: string, password: string): Promise<boolean> {
  const client = new ssh2.Client();
  try {
    return await new Promise((resolve) => {
      client.on('ready', () => resolve(true));
      for (const event of ['error', 'close']) client.on(event, () => resolve(false));
      client.connect({ sock: connect(server.port, HOST), username, password, hostVerifier: () => true });
    });
  } finally {
    client.destroy();
  }
}

describe('the password of a user who drops files', () => {
  it('is shown once, replaces the one before, and is stored as a hash', async () => {
    const { say, access, id, companyId } = await createDropping();
    assert.equal(access.hasPassword, false);
    const first = dataOf(await say('POST', '/source/password'));
    assert.equal(first.username, access.username);
    assert.equal(await signIn(first.username, first.password), true);
    const second = dataOf(await say('POST', '/source/password'));
    assert.equal(await signIn(first.username, first.password), false);
    assert.equal(await signIn(first.username, second.password), true);
    const shown = await say('GET', '/source');
    assert.ok(!shown.body.includes(second.password));
    assert.equal(dataOf(shown).access.hasPassword, true);
    const [user] = await sql`select to_jsonb(u)::text as row from drop_users u where integration_id = ${id}`;
    assert.ok(!user?.['row'].includes(second.password));
    const log = await sql`
      select from audit_log where company_id = ${companyId} and action = 'hr-source-password-made'`;
    assert.equal(log.length, 2);
  });

  it('can be guessed a few times only, known user or not', async () => {
    const { say } = await createDropping();
    const { username, password } = dataOf(await say('POST', '/source/password'));
    for (const name of [username, 'drop-0-nobody'])
      for (let guess = 0; guess < RATES.signInsOfUser.max; guess++)
        assert.equal(await signIn(name, `wrong ${guess}`), false);
    assert.equal(await signIn(username, password), false, 'the right one is not compared any more');
    await sql`delete from portal_attempts`;
    assert.equal(await signIn(username, password), true);
  });

  it('cannot be locked out where it has been used', async () => {
    const { say } = await createDropping();
    const { username, password } = dataOf(await say('POST', '/source/password'));
    assert.equal(await signIn(username, password), true);
    for (let guess = 0; guess < RATES.signInsOfUser.max; guess++)
      await countUp(sql, counterOf(`drop user ${username}`), RATES.signInsOfUser);
    assert.equal(await store.findByPassword(username, password, '203.0.113.9'), undefined);
    assert.equal(await signIn(username, password), true);
  });

  it('must be a real public key instead', async () => {
    const { draft } = await createDropping();
    const [error] = assertProblem(
      await draft({ publicKeys: `ssh-ed25519 ${'A'.repeat(68)}` }),
      422,
      'invalid-values',
    ).errors;
    assert.deepEqual([error.pointer, error.code], ['/values/publicKeys', 'malformed']);
  });
});

describe('the key of the SFTP server', () => {
  it('is made once for all nodes, and survives a rotation of SECRET_KEY', async () => {
    const key = await loadHostKey(sql, hostKeySeal(secretKeys));
    const both = await Promise.all([1, 2].map(() => loadHostKey(sql, hostKeySeal(secretKeys))));
    assert.deepEqual(both, [key, key]);
    const next = 'a new key that is long enough to be one';
    await resealHostKey(sql, hostKeySeal([next, ...secretKeys]));
    assert.equal(await loadHostKey(sql, hostKeySeal([next])), key);
    await assert.rejects(loadHostKey(sql, hostKeySeal(secretKeys)), /does not decrypt/);
    await resealHostKey(sql, hostKeySeal([...secretKeys, next]));
    const [row] = await sql`select to_jsonb(i)::text as row from installation i`;
    assert.ok(!row?.['row'].includes('PRIVATE KEY'));
  });
});
