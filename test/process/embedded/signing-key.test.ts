import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { claimKey } from '../../../src/cli/signing-key/claim-key.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import {
  isDatabaseRunning,
  makePlace,
  makePreparedPlace,
  type Place,
  run,
  runInProcess,
  serve,
} from '../support/program.ts';

const OTHER_KEY = 'uZ1rM8tVq6KxB0nWd5CyGj7HfS3oLi9E';

/** Records the key of the folder, as a service that starts does. */
async function claim({ variables }: Place): Promise<void> {
  const config = readConfig(variables);
  const database = await openDatabase(config, 'command');
  await claimKey(database.sql, config);
  await database.close();
}

test('commands create no database, and say that there is none in the folder', async () => {
  const place = await makePlace();
  for (const args of [
    ['companies', 'create', '--name', 'X'],
    ['users', 'list', '--company', '1'],
    ['audit', 'export', '--company', '1'],
    ['statements', 'export', '--company', '1', '--month', '2026-01'],
    ['secret-key', 'replace', '--yes'],
  ]) {
    const { code, stderr } = await runInProcess(place, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(
      stderr,
      /^transit: There is no database in .*npm start\), migrate, restore and demo create one/,
    );
    assert.ok(stderr.includes(place.dataDir));
  }
  assert.ok(!existsSync(place.dataDir) || readdirSync(place.dataDir).length === 0);
  assert.equal((await runInProcess(place, ['migrate'])).code, 0);
  assert.equal((await runInProcess(place, ['companies', 'create', '--name', 'X'])).code, 0);
});

test('the service, commands and backups refuse another key until it replaces the lost one', async () => {
  const place = await makePreparedPlace({ BACKUP_PASSPHRASE: 'correct horse battery staple' });
  const file = join(place.dataDir, 'secrets', 'secret-key');
  // A database with a company gets no demo, which would take longer than all the rest.
  assert.equal((await runInProcess(place, ['companies', 'create', '--name', 'X'])).code, 0);
  await claim(place);
  const key = readFileSync(file, 'utf8');
  const backup = join(place.dataDir, 'x.backup');
  const serving = ['serve'];
  const links = ['tickets', 'links', '--company', '1'];
  const backingUp = ['backup', backup];
  const refusals = async (message: RegExp, ...commands: string[][]) => {
    for (const args of commands) {
      const { code, stderr } = await (args === serving ? run : runInProcess)(place, args);
      assert.equal(code, 1, args.join(' '));
      assert.match(stderr, message, args.join(' '));
      assert.match(stderr, /If it is lost: transit secret-key replace\n$/);
    }
    assert.ok(!existsSync(backup));
    assert.ok(!isDatabaseRunning(place));
    const checks = JSON.parse((await runInProcess(place, ['doctor', '--json'])).stdout);
    const found = checks.find(({ check }: { check: string }) => check === 'signing-key');
    assert.equal(found.status, 'problem');
    assert.match(found.message, message);
  };

  rmSync(file);
  await refusals(
    /secret-key is missing: it is the key that signs the links of this database/,
    ...[serving, ['companies', 'list'], backingUp],
  );
  assert.ok(!existsSync(file));
  writeFileSync(file, OTHER_KEY, { mode: 0o600 });
  await refusals(/secret-key is not the key that signs the links of this database/, ...[links, backingUp]);

  // The other key beside the right one: a rotation.
  writeFileSync(file, `${OTHER_KEY}\n${key}`);
  assert.equal((await runInProcess(place, ['companies', 'list'])).code, 0);
  await (await serve(place)).stop();
  writeFileSync(file, OTHER_KEY);
  assert.equal((await runInProcess(place, ['companies', 'list'])).code, 0);

  // The first key again, as if the second had been lost.
  writeFileSync(file, key);
  await refusals(/is not the key/, links);
  const asked = await runInProcess(place, ['secret-key', 'replace']);
  assert.equal(asked.code, 1);
  assert.match(asked.stderr, /Nothing was changed[\s\S]*links to wallets, contracts/);
  const { stdout, code } = await runInProcess(place, ['secret-key', 'replace', '--yes']);
  assert.equal(code, 0);
  assert.match(stdout, /signs from now on\. The audit log of the company says so/);
  assert.equal((await runInProcess(place, links)).code, 0);
});
