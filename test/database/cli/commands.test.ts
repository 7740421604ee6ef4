import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { until } from '../../pure/support/until.ts';
import { commandLineOn, type Ran } from '../support/command-line.ts';
import { basic, createTestService } from '../support/service.ts';
import { createTestDatabase } from '../support/test-database.ts';

interface Credentials {
  username: string;
  password: string;
}

interface Key extends Credentials {
  id: number;
  permissions: string[];
}

interface Page<Item> {
  data: { data: Item[]; total: number };
}

const { app, database } = await createTestService();
const forProduction = await createTestDatabase({ empty: true });
const commands = commandLineOn(database);
const run = (args: readonly string[]) => commands.run(...args);
const runJson = <Value>(...args: string[]): Promise<Value> => commands.runJson(...args);

const created = await runJson<{ id: number }>('companies', 'create', '--name', 'Erste GmbH');
const company = String(created.id);

test('a new company has the settings that companies create --help names', () => {
  assert.partialDeepStrictEqual(created, {
    ...{ autoEnrol: false, planType: 'fully-subsidized-plan', subsidyCents: 0, mailEmployees: false },
    ...{ locale: 'de-DE', timeZone: 'Europe/Berlin', retentionMonths: 36 },
    ...{ orderUntilDay: null, cancelUntilDay: 10, pauseUntilDay: null },
    payrollColumns: ['personnel-number', 'wage-type', 'amount'],
    ...{ taxFreeBasis: 'nominal', deferredShares: 'net', payrollDay: 1 },
  });
});

function assertRefusedWith(finished: Ran, message: RegExp): void {
  assert.notEqual(finished.code, 0);
  assert.equal(finished.stdout, '');
  assert.match(finished.stderr, message);
  assert.match(finished.stderr, /^transit: [^\n]+\n$/, 'one line');
}

function createKey(permissions: string, ...more: string[]): Promise<Key> {
  return runJson('keys', 'create', '--company', company, '--permissions', permissions, ...more);
}

async function get(url: string, key: Credentials) {
  return await app.inject({ url, headers: { authorization: basic(key) } });
}

async function statusWith(key: Credentials, path = '/employees'): Promise<number> {
  return (await get(path, key)).statusCode;
}

async function getJson<Value>(path: string, key: Credentials): Promise<Value> {
  const { statusCode, body } = await get(path, key);
  assert.equal(statusCode, 200, body);
  return JSON.parse(body);
}

describe('the operator’s commands', () => {
  it('companies are created with their settings, changed, and listed', async () => {
    const settings = [
      '--auto-enrol',
      '--plan',
      'deferred-plan',
      '--subsidy',
      '1500',
      '--time-zone',
      'Europe/Vienna',
    ];
    const created = await runJson<{ id: number }>('companies', 'create', '--name', 'Zweite AG', ...settings);
    const expected = {
      name: 'Zweite AG',
      autoEnrol: true,
      planType: 'deferred-plan',
      subsidyCents: 1500,
      timeZone: 'Europe/Vienna',
    };
    assert.partialDeepStrictEqual(created, expected);
    const id = String(created.id);
    const changed = await runJson('companies', 'set', id, '--auto-enrol', 'false', '--locale', 'de-AT');
    assert.partialDeepStrictEqual(changed, { ...expected, autoEnrol: false, locale: 'de-AT' });
    const list = await runJson<{ id: number; name: string }[]>('companies', 'list');
    assert.deepEqual(
      list.find((each) => each.id === created.id),
      changed,
    );
    const { stdout } = await run(['companies', 'list']);
    assert.match(stdout, new RegExp(`^${id} +Zweite AG +deferred-plan`, 'm'));
  });

  it('a portal user gets a generated or a given password, and only a generated one is shown', async () => {
    const create = ['users', 'create', '--company', company, '--email'];
    const made = await runJson<{ email: string; password?: string }>(...create, 'made@example.com');
    assert.equal(made.email, 'made@example.com');
    assert.ok((made.password?.length ?? 0) >= 12);
    const secret = 'correct horse battery';
    const given = await run([...create, 'given@example.com', '--password', secret, '--role', 'viewer']);
    assert.equal(given.code, 0);
    assert.match(given.stdout, /given@example\.com \(viewer\)/);
    assert(!given.stdout.includes(secret));
    assertRefusedWith(
      await run([...create, 'short@example.com', '--password', 'short']),
      /12 to 1000 characters/,
    );
    assertRefusedWith(await run([...create, 'MADE@example.com']), /already has this e-mail address/);
  });

  it('a created key works over HTTP with exactly its permissions', async () => {
    const key = await createKey('view-employees', '--name', 'Nightly');
    assert.deepEqual(key.permissions, ['view-employees']);
    assert.match(key.username, /^test_/);
    assert.equal(await statusWith(key), 200);
    assert.equal(await statusWith(key, '/hr-integrations'), 403);
    const keys = await runJson<{ id: number }[]>('keys', 'list', '--company', company);
    const listed = keys.find(({ id }) => id === key.id);
    assert.partialDeepStrictEqual(listed, { username: key.username, name: 'Nightly', revokedAt: null });
  });

  it('a key can be restricted to integrations and addresses', async () => {
    const second = await runJson<{ id: number }>('companies', 'create', '--name', 'Restricted AG');
    const of = ['--company', String(second.id)];
    const { id } = await runJson<{ id: number }>('integrations', 'create', ...of, '--name', 'HR');
    const restrictions = ['--integration', String(id), '--allow-from', '127.0.0.0/8, ::1'];
    const create = ['keys', 'create', ...of, '--permissions', 'all'];
    const key = await runJson<Key>(...create, ...restrictions);
    assert.partialDeepStrictEqual(key, { integrationIds: [id], allowFrom: ['127.0.0.0/8', '::1'] });
    assert.equal(await statusWith(key, `/hr-integrations/${id}`), 200);
    assert.equal(await statusWith(key, '/test-clock'), 403);
    const list = await run(['keys', 'list', ...of]);
    assert.match(list.stdout, new RegExp(` ${id} +127.0.0.0/8,::1 `));
    assert.equal(await statusWith(await runJson<Key>(...create, '--allow-from', '192.0.2.1')), 403);
  });

  it('the password of a key is printed once, on creation, and never again', async () => {
    const created = await run(['keys', 'create', '--company', company, '--permissions', 'all']);
    const password = /password {5}(\S+) {3}\(shown only now\)/.exec(created.stdout)?.[1] ?? '';
    assert.equal(password.length, 43);
    assert.equal(created.stdout.split(password).length, 2);
    for (const more of [[], ['--json']]) {
      const list = await run(['keys', 'list', '--company', company, ...more]);
      assert(!list.stdout.includes(password));
      assert.doesNotMatch(list.stdout, /password|digest|secret/i);
    }
  });

  it('a rotated key works with both passwords until the overlap is over', async () => {
    const old = await createKey('view-employees');
    const rotated = await runJson<Key>('keys', 'rotate', String(old.id));
    assert.equal(rotated.username, old.username);
    assert.notEqual(rotated.password, old.password);
    assert.equal(await statusWith(old), 200);
    await until('the new password works', async () => (await statusWith(rotated)) === 200);
    const again = await runJson<Key>('keys', 'rotate', String(old.id), '--overlap', '0s');
    const told = await run(['keys', 'rotate', String(again.id), '--overlap', '30m']);
    const end = Date.parse(/old password works until (\S+)\.$/m.exec(told.stdout)?.[1] ?? '');
    assert(Math.abs(end - Date.now() - 30 * 60_000) < 5 * 60_000, told.stdout);
    await until('no other password works', async () => {
      const statuses = await Promise.all([old, rotated, again].map((key) => statusWith(key)));
      return statuses.join() === '401,401,200';
    });
  });

  it('a revoked key is refused within a second, and cannot be rotated any more', async () => {
    const key = await createKey('view-employees');
    assert.equal(await statusWith(key), 200);
    const id = String(key.id);
    const revoked = await runJson<{ revokedAt: string }>('keys', 'revoke', id);
    assert.ok(Date.parse(revoked.revokedAt));
    const until = Date.now() + 1000;
    let last = 200;
    // A request after one second must be refused; earlier requests may still succeed.
    for (let asked = 0; last === 200 && asked < until; ) {
      asked = Date.now();
      last = await statusWith(key);
    }
    assert.equal(last, 401);
    assertRefusedWith(await run(['keys', 'rotate', id]), /revoked/);
  });

  it('integrations are created, changed, and listed, and show up over HTTP', async () => {
    const create = ['integrations', 'create', '--company', company, '--name', 'Nightly export'];
    const created = await runJson<{ id: number }>(...create);
    assert.partialDeepStrictEqual(created, { name: 'Nightly export', type: 'api-integration' });
    for (const [percent, holdPercent] of [
      ['20', 20],
      ['off', null],
    ] as const) {
      const held = await runJson<{ id: number }>(...create, '--hold-percent', percent);
      const [found] =
        await database.sql`select hold_percent::float8 as percent from hr_integrations where id = ${held.id}`;
      assert.equal(found?.['percent'], holdPercent);
      await database.sql`delete from hr_integrations where id = ${held.id}`;
    }
    const limits = ['--hold-count', '20', '--hold-percent', '7.5', '--on-invalid', 'keep'];
    limits.push('--approve-by', 'portal', '--auto-sync-default', 'false', '--expect-every', '7d');
    limits.push('--technical-contact', 'it@example.com');
    assert.partialDeepStrictEqual(await runJson('integrations', 'set', String(created.id), ...limits), {
      ...{
        id: created.id,
        name: 'Nightly export',
        holdCount: 20,
        holdPercent: 7.5,
        approveBy: 'portal',
        onInvalid: 'keep',
        expectEvery: '7d',
        technicalContact: 'it@example.com',
        autoSyncDefault: false,
      },
    });
    assert.partialDeepStrictEqual(
      await runJson('integrations', 'set', String(created.id), '--hold-percent', 'off'),
      { holdCount: 20, holdPercent: null },
    );
    assert.partialDeepStrictEqual(
      await runJson('integrations', 'set', String(created.id), '--technical-contact', 'none'),
      { technicalContact: null, expectEvery: '7d' },
    );
    assert.partialDeepStrictEqual(
      await runJson('integrations', 'set', String(created.id), '--hold-count', 'off'),
      { holdCount: null, holdPercent: null },
    );
    const types = ['--absence-type', 'Sonderurlaub XY=unpaid', '--absence-type', 'A=B=Elternzeit'];
    const named = await runJson('integrations', 'set', String(created.id), ...types);
    assert.partialDeepStrictEqual(named, {
      absenceTypes: { 'Sonderurlaub XY': 'unpaid', 'A=B': 'parental' },
    });
    const fewer = await run(['integrations', 'set', String(created.id), '--absence-type', 'a=b=']);
    assert.match(fewer.stdout, /absence types +Sonderurlaub XY=unpaid$/m);
    const list = await runJson<object[]>('integrations', 'list', '--company', company);
    const key = await createKey('view-hr-integrations');
    const { data } = await getJson<Page<{ id: number }>>('/hr-integrations', key);
    assert.deepEqual(
      data.data.map(({ id }) => id),
      [created.id],
    );
    assert.equal(list.length, 1);
    for (const printed of [created, named, list[0]]) assert.partialDeepStrictEqual(printed, data.data[0]);
  });

  it('an employee entered and linked by hand shows up over HTTP with a custom link', async () => {
    const [integration] = await runJson<{ id: number }[]>('integrations', 'list', '--company', company);
    const integrationId = String(integration?.id);
    const person = ['--first-name', 'Ada', '--last-name', 'Brandt', '--email', 'ada@example.com'];
    const create = ['employees', 'create', '--company', company, ...person, '--date-of-birth', '1990-02-28'];
    const { id } = await runJson<{ id: number }>(...create);
    const link = ['employees', 'link', String(id), '--integration', integrationId];
    assert.partialDeepStrictEqual(await runJson(...link), {
      employeeId: id,
      hrIntegrationId: integration?.id,
      type: 'custom',
    });
    const key = await createKey('view-employees');
    const { data } = await getJson<{ data: object }>(`/employees/${id}`, key);
    assert.partialDeepStrictEqual(data, {
      ...{ firstName: 'Ada', lastName: 'Brandt', email: 'ada@example.com', dateOfBirth: '1990-02-28' },
      hrIntergartionLinks: [{ type: 'custom', hrId: null, hrIntegrationId: integration?.id }],
    });
    assertRefusedWith(await run(link), /already linked/);
  });

  it('the audit log is exported as CSV and as JSON lines, and old entries are deleted', async () => {
    const second = await runJson<{ id: number }>('companies', 'create', '--name', 'Logged AG');
    const of = ['--company', String(second.id)];
    const csv = (await run(['audit', 'export', ...of])).stdout.trimEnd().split('\r\n');
    assert.match(csv[0] ?? '', /^"id","at","actorType"/);
    assert.match(csv[1] ?? '', /"operator","","","company-created","company"/);
    const deleted = await runJson('audit', 'delete', ...of, '--before', '2020-01-01', '--yes');
    assert.deepEqual(deleted, { companyId: second.id, deleted: 0 });
    const jsonl = (await run(['audit', 'export', ...of, '--format', 'jsonl', '--from', '2026-01-01'])).stdout;
    const entries = jsonl
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['company-created', 'audit-log-exported', 'audit-log-deleted', 'audit-log-exported'],
    );
    assert.deepEqual(Object.keys(entries[0]).sort(), ['action', 'actor', 'at', 'details', 'id', 'subject']);
    const early = await run(['audit', 'export', ...of, '--to', '2020-01-01']);
    assert.equal(early.stdout.trimEnd().split('\r\n').length, 1);
  });

  it('demo adds another company with working credentials', async () => {
    const demo = await runJson<{ key: Key; employeeCount: number }>('demo');
    const { data } = await getJson<Page<object>>('/employees?perPage=1', demo.key);
    assert.equal(data.total, demo.employeeCount);
  });
});

describe('errors that need the database', { concurrency: 2 }, () => {
  const mistakes: [string[], RegExp][] = [
    [['companies', 'set', '9999', '--name', 'X'], /no company 9999/],
    [['users', 'create', '--company', '9999', '--email', 'a@example.com'], /no company 9999.*companies list/],
    [['keys', 'create', '--company', '9999', '--permissions', 'all'], /no company 9999/],
    [['identity', 'show', '--company', '9999'], /no identity provider of company 9999/],
    [['identity', 'set', '--company', '9999', '--others', 'none'], /no company 9999/],
    [['identity', 'remove', '--company', '9999'], /no identity provider of company 9999/],
    [
      ['keys', 'create', '--company', company, '--permissions', 'all', '--integration', '9999'],
      /no integration 9999/,
    ],
    [['keys', 'rotate', '9999'], /no key 9999/],
    [['audit', 'export', '--company', '9999'], /no company 9999/],
    [['audit', 'delete', '--company', company, '--before', '2999-01-01', '--yes'], /last year stay/],
    [['keys', 'revoke', '9999'], /no key 9999/],
    [['integrations', 'set', '9999', '--hold-count', '1'], /no integration 9999/],
    [['employees', 'link', '9999', '--integration', '9998'], /no employee 9999/],
    [['companies', 'set', company, '--time-zone', 'Mars/Olympus'], /time zone.*Europe\/Berlin/],
    [['companies', 'set', company, '--locale', 'not a locale'], /locale.*de-DE/],
  ];
  for (const [args, message] of mistakes)
    it(`${args.join(' ')} is refused and says why`, async () => {
      assertRefusedWith(await run(args), message);
    });

  it('a technical contact that is no address is refused and says why', async () => {
    const { id } = await runJson<{ id: number }>(
      'integrations',
      'create',
      '--company',
      company,
      '--name',
      'HR',
    );
    const refused = await run(['integrations', 'set', String(id), '--technical-contact', 'nobody']);
    assertRefusedWith(refused, /name@example\.com/);
  });
});

describe('errors that need no database', { concurrency: 2 }, () => {
  const mistakes: [string[], RegExp][] = [
    [['frobnicate'], /unknown command 'frobnicate'.*--help/],
    [['companies', 'craete'], /Did you mean create\?/],
    [['companies', 'create'], /--name/],
    [['companies', 'create', '--name', ' '], /1 to 200 characters/],
    [['companies', 'set', 'one'], /whole number/],
    [['companies', 'set', '1'], /Say what to set: .*--subsidy/],
    [['companies', 'set', '1', '--json'], /Say what to set/],
    [['integrations', 'set', '1'], /Say what to set: .*--hold-percent/],
    [['users', 'set', '1', '--company', '1'], /--role/],
    [['identity', 'set', '--company', '1'], /Say what to set: .*--issuer/],
    [['identity', 'set', '--company', '1', '--others', 'owner'], /admin, hr, payroll, viewer, none/],
    [['integrations', 'set', '1', '--hold-count', 'never'], /whole number/],
    [['companies', 'set', '1', '--subsidy', '99999999999'], /whole number/],
    [['companies', 'set', '1', '--plan', 'free-plan'], /split-pay-plan/],
    [['integrations', 'set', '1', '--absence-type', 'XY=moon-walk'], /NAME=KIND.*parental/],
    [['companies', 'set', '1', '--nmae', 'X'], /unknown option '--nmae'.*--name/],
    [['migrate', 'now'], /too many arguments/],
    [['keys', 'create', '--company', '1', '--permissions', 'view-all'], /view-employees/],
    [['keys', 'create', '--company', '1', '--permissions', 'all', '--expires', '2001-01-01'], /future/],
    [
      ['keys', 'create', '--company', '1', '--permissions', 'all', '--allow-from', 'host'],
      /addresses or networks/,
    ],
    [['keys', 'create', '--company', '1', '--permissions', 'all', '--integration', 'HR'], /whole number/],
    [['push', 'r.csv'], /--integration/],
    [
      ['push', 'r.csv', '--integration', '1'],
      /TRANSIT_URL, TRANSIT_USERNAME and TRANSIT_PASSWORD must be set/,
    ],
    [['audit', 'export', '--company', '1', '--format', 'xml'], /csv, jsonl/],
    [['keys', 'rotate', '1', '--overlap', 'soon'], /30m/],
    [['integrations', 'set', '1', '--hold-percent', '101'], /0 to 100/],
    [['integrations', 'set', '1', '--auto-sync-default', 'maybe'], /true or false/],
    [['integrations', 'set', '1', '--on-invalid', 'skip'], /reject, keep/],
    [['integrations', 'set', '1', '--expect-every', '0h'], /24h or 7d.*auto, or off/],
  ];
  for (const [args, message] of mistakes)
    it(`${args.join(' ')} is refused and says why`, async () => {
      assertRefusedWith(await run(args), message);
    });
});

test('transit --help lists the commands and the variables', async () => {
  const { code, stdout, stderr } = await run(['--help']);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  for (const word of ['Usage: transit', 'serve', 'DATA_DIR']) assert(stdout.includes(word), word);
});

test('production refuses to create the demo company and states the reason', async () => {
  const production = commandLineOn(forProduction, { TRANSIT_ENV: 'production' });
  assertRefusedWith(await production.run('demo'), /The demo company is for staging/);
});
