import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../../package.json' with { type: 'json' };
import { freePort } from '../../pure/support/free-port.ts';
import { writeTestCertificates, writeTestServiceAccount } from '../../pure/support/wallet.ts';
import { startGoogleServer, startPushServer } from '../../pure/support/wallet-servers.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestDatabase } from '../support/test-database.ts';

interface Check {
  check: string;
  status: 'ok' | 'warning' | 'problem';
  message: string;
  action: string | null;
}

const database = await createTestDatabase();
const { run, runJson } = commandLineOn(database);

async function examine(variables: Record<string, string> = {}): Promise<{ code: number; checks: Check[] }> {
  const { code, stdout, stderr } = await commandLineOn(database, variables).run('doctor', '--json');
  assert.equal(stderr, '');
  return { code, checks: JSON.parse(stdout) };
}

const BEHIND_A_PROXY = { TRUST_PROXY: '10.0.0.5' };

const problemsOf = (checks: Check[]) =>
  checks.filter(({ status }) => status === 'problem').map(({ check }) => check);

test('a sound installation has no problems', async () => {
  const { code, checks } = await examine(BEHIND_A_PROXY);
  assert.deepEqual(problemsOf(checks), []);
  assert.equal(code, 0);
  assert.deepEqual(
    checks.map(({ check }) => check),
    [
      ...[
        'version',
        'settings',
        'data-folder',
        'secrets',
        'address',
        'proxy',
        'mail',
        'apple-wallet',
        'google-wallet',
        'wallet-badges',
      ],
      ...[
        'portal',
        'database',
        'locale',
        'environment',
        'clock',
        'connections',
        'schema',
        'signing-key',
        'stored-secrets',
        'admins',
        'rosters',
        'backups',
      ],
    ],
  );
  const { stdout } = await commandLineOn(database, BEHIND_A_PROXY).run('doctor');
  assert.match(stdout, /^ok {7}schema {10}All \d+ migrations are applied\.$/m);
  assert.match(stdout, /\n\nNo problems\.\n$/);
});

test('the last line counts warnings too', async () => {
  const METRICS_TOKEN = 'my-metrics-token';
  const { stdout } = await commandLineOn(database, { ...BEHIND_A_PROXY, METRICS_TOKEN }).run('doctor');
  assert.match(stdout, /\n\nNo problems, one warning\.\n$/);
});

test('an https address without a trusted proxy is warned of, with the page to read', async () => {
  const BASE_URL = 'https://tickets.example.com';
  const proxyOf = async (variables: Record<string, string>) =>
    (await examine(variables)).checks.find(({ check }) => check === 'proxy');
  const found = await proxyOf({ BASE_URL });
  assert.equal(found?.status, 'warning');
  assert.match(found.action ?? '', /Set TRUST_PROXY .*docs\/guides\/install\.md/);
  assert.equal((await proxyOf({ BASE_URL, ...BEHIND_A_PROXY }))?.status, 'ok');
  assert.equal(await proxyOf({ BASE_URL: 'http://127.0.0.1:8080' }), undefined);
});

test('a misspelt variable is named with the one that is meant, and the rest of the environment is not looked at', async () => {
  const settingsOf = async (variables: Record<string, string>) =>
    (await examine(variables)).checks.find(({ check }) => check === 'settings');
  const found = await settingsOf({ RATE_LIMIT_PER_MINUT: '10', BACKUP_PASSPHRASES: 'x', EDITOR: 'vi' });
  assert.equal(found?.status, 'warning');
  assert.equal(
    found.message,
    'RATE_LIMIT_PER_MINUT is set, but the service has no such variable. Did you mean RATE_LIMIT_PER_MINUTE? ' +
      'BACKUP_PASSPHRASES is set, but the service has no such variable. Did you mean BACKUP_PASSPHRASE?',
  );
  const others = {
    HOSTS: 'x',
    POST: 'x',
    PORTS: 'x',
    SMTP_USER: 'x',
    XDG_DATA_DIRS: 'x',
    DATABASE_NAME: 'x',
  };
  assert.equal((await settingsOf({ ...others, TRANSIT_URL: 'http://x', NODE_ENV: 'x' }))?.status, 'ok');
});

test('a key file that is not there is told apart from one that may not be read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transit-doctor-'));
  const settingsWith = async (file: string) =>
    (await examine({ SECRET_KEY: '', SECRET_KEY_FILE: file })).checks.at(-1)?.message;
  const missing = join(folder, 'secret-key');
  assert.equal(await settingsWith(missing), `SECRET_KEY_FILE cannot be read: ${missing} does not exist.`);
  assert.equal(await settingsWith(folder), `SECRET_KEY_FILE cannot be read: ${folder} is a folder.`);
  await rm(folder, { recursive: true });
});

test('secrets that can be guessed are warned of', async () => {
  const { code, checks } = await examine({ METRICS_TOKEN: 'my-metrics-token' });
  assert.equal(code, 0);
  const found = checks.find(({ check }) => check === 'guessable-secrets');
  assert.equal(found?.status, 'warning');
  assert.match(found.message, /^METRICS_TOKEN can be guessed/);
});

test('a company without an admin is told of when it is created, and by the doctor until it has one', async () => {
  const { stdout } = await run('companies', 'create', '--name', 'Stille GmbH');
  const id = /^Company (\d+) created/.exec(stdout)?.[1] ?? '';
  assert.match(
    stdout,
    /It has no admin, so nobody receives mails .*users invite --company \d+ --email ADDRESS\n$/,
  );
  const adminsNow = async () => (await examine()).checks.find(({ check }) => check === 'admins');
  const before = await adminsNow();
  assert.equal(before?.status, 'warning');
  assert.match(before.message, new RegExp(`no admin, .*${id} \\(Stille GmbH\\)`));
  await runJson('users', 'create', '--company', id, '--email', 'viewer@example.com', '--role', 'viewer');
  assert.equal((await adminsNow())?.status, 'warning');
  await runJson('users', 'create', '--company', id, '--email', 'hr@example.com');
  assert.equal((await adminsNow())?.status, 'ok');
});

test('each problem says what to do, and the exit code is 1', async () => {
  const { id } = await runJson('companies', 'create', '--name', 'Musterwerke GmbH');
  await runJson('webhooks', 'create', '--company', String(id), '--url', 'https://hr.example.com/hook');
  const { code, checks } = await examine({
    SECRET_KEY: 'uZ1rM8tVq6KxB0nWd5CyGj7HfS3oLi9E',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_FROM: 'tickets@example.com',
  });
  assert.equal(code, 1);
  assert.deepEqual(problemsOf(checks), ['mail', 'stored-secrets']);
  for (const { status, action } of checks) assert.equal(action === null, status === 'ok');
  assert.match(
    checks.find(({ check }) => check === 'stored-secrets')?.message ?? '',
    /webhook \d+ of company \d+/,
  );
});

test('a key file that everybody can read is a problem, one of a group is none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'transit-doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'secret-key');
  await writeFile(file, 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U\n');
  const secretsAt = async (mode: number) => {
    await chmod(file, mode);
    const { checks } = await examine({ SECRET_KEY: '', SECRET_KEY_FILE: file });
    return checks.find(({ check }) => check === 'secrets');
  };
  const open = await secretsAt(0o644);
  assert.equal(open?.status, 'problem');
  assert.match(open.message, /can be read by every user of this machine/);
  assert(open.action?.includes(`chmod o-rwx ${file}`), open.action ?? '');
  assert.equal((await secretsAt(0o640))?.status, 'ok');
});

test('the newest backup may be 36 hours old, and production has one', async () => {
  const { sql } = database;
  const backups = async (variables = {}) =>
    (await examine(variables)).checks.find(({ check }) => check === 'backups');
  const folder = await mkdtemp(join(tmpdir(), 'transit-doctor-backup-'));
  try {
    assert.equal((await backups())?.status, 'ok', 'on staging none is needed');
    await sql`update installation set environment = 'production'`;
    const production = { TRANSIT_ENV: 'production', BASE_URL: 'https://tickets.example.com' };
    assert.equal((await backups(production))?.status, 'warning');
    await sql`update installation set environment = 'staging'`;
    const made = await commandLineOn(database, { BACKUP_PASSPHRASE: 'correct horse battery staple' }).run(
      ...['backup', join(folder, 'one.backup')],
    );
    assert.deepEqual([made.code, made.stderr], [0, '']);
    assert.deepEqual(await backups(), {
      check: 'backups',
      status: 'ok',
      message: 'The newest backup is 0 hours old.',
      action: null,
    });
    await sql`update installation set backup_taken_at = now() - interval '37 hours'`;
    assert.equal((await backups())?.status, 'warning');
  } finally {
    await sql`update installation set environment = 'staging', backup_taken_at = null`;
    await rm(folder, { recursive: true });
  }
});

test('a schema that is not migrated is reported and left as it is', async () => {
  await database.sql`delete from schema_migrations where version = (select max(version) from schema_migrations)`;
  const [before] = await database.sql`select count(*) from schema_migrations`;
  const { code, checks } = await examine();
  assert.equal(code, 1);
  assert.deepEqual(problemsOf(checks), ['schema']);
  assert.match(checks.at(-1)?.action ?? '', /transit migrate/);
  assert.deepEqual((await database.sql`select count(*) from schema_migrations`)[0], before);
});

test('without a server, or with a wrong setting, the rest is still told', async () => {
  const away = await examine({
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/transit`,
    PGHOST: '',
  });
  assert.deepEqual([away.code, problemsOf(away.checks)], [1, ['database']]);
  const wrong = await examine({ TRANSIT_ENV: 'test' });
  assert.deepEqual([wrong.code, problemsOf(wrong.checks)], [1, ['settings']]);
});

test('the version comes from package.json', async () => {
  const told = await runJson('version');
  assert.equal(told.version, packageJson.version);
  assert.match(told.node, /^v\d/);
  assert(told.commit === null || /^[0-9a-f]{12}$/.test(told.commit));
});

test('with certificates it asks Apple and Google whether they accept them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transit-doctor-wallet-'));
  try {
    const [apns, google] = [await startPushServer(), await startGoogleServer()];
    const variables = {
      ...writeTestCertificates(folder, 'pass.com.example.tickets'),
      ...writeTestServiceAccount(folder).variables,
      APPLE_PUSH_URL: apns.url,
      GOOGLE_WALLET_URL: google.url,
    };
    const found = async () => {
      const { checks } = await examine(variables);
      return checks
        .filter(({ check }) => ['apple-push', 'google-api'].includes(check))
        .map(({ check, status }) => `${check} ${status}`);
    };
    apns.answer = () => [400, 'BadDeviceToken'];
    assert.deepEqual(await found(), ['apple-push ok', 'google-api ok']);
    apns.answer = () => [403, 'BadCertificate'];
    google.answer = () => 403;
    assert.deepEqual(await found(), ['apple-push problem', 'google-api problem']);
    assert.equal(google.objects.size, 0, 'nothing was changed');
    await apns.close();
    variables.GOOGLE_WALLET_URL = 'http://127.0.0.1:1';
    assert.deepEqual(await found(), ['apple-push warning', 'google-api warning']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
