import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { claimKey } from '../../../../src/cli/signing-key/claim-key.ts';
import { fingerprintOf } from '../../../../src/cli/signing-key/fingerprint.ts';
import { selectFingerprint } from '../../../../src/cli/signing-key/fingerprint-sql.ts';
import { replaceKey } from '../../../../src/cli/signing-key/replace-key.ts';
import { requireKey } from '../../../../src/cli/signing-key/require-key.ts';
import { readStoredSecrets } from '../../../../src/cli/signing-key/stored-secrets.ts';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { createWebhook } from '../../../../src/notifications/webhooks/create-webhook.ts';
import { rotateSecret } from '../../../../src/notifications/webhooks/rotate-secret.ts';
import { openSecrets } from '../../../../src/notifications/webhooks/secrets.ts';
import { selectValidSecrets } from '../../../../src/notifications/webhooks/secrets-sql.ts';
import { createWebhooks } from '../../../../src/notifications/webhooks/webhooks.ts';
import { type Config, readConfig } from '../../../../src/platform/config/config.ts';
import { secretKeyFile } from '../../../../src/platform/config/secret-keys.ts';
import { claimForEnvironment } from '../../../../src/platform/db/installation.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const { sql } = await createTestDatabase();
await claimForEnvironment(sql, 'staging');
const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Muster GmbH' });

const KEYS = {
  A: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
  B: 'uZ1rM8tVq6KxB0nWd5CyGj7HfS3oLi9E',
  C: 'p4Nf7WsLk2Vb9TxRc6JmQz0YhD8gUe3A',
};
type Name = keyof typeof KEYS;

/** The settings of a node with these keys, the first one first. */
const node = (...names: Name[]): Config =>
  readConfig({ SECRET_KEY: names.map((name) => KEYS[name]).join(',') });
const start = (...names: Name[]) => claimKey(sql, node(...names));

/** The name of the recorded key. */
async function recorded(): Promise<string | null> {
  const fingerprint = await selectFingerprint(sql);
  if (fingerprint === null) return null;
  return Object.entries(KEYS).find(([, key]) => fingerprintOf(key) === fingerprint)?.[0] ?? 'another';
}

const refusedWith = (message: RegExp) => ({ code: 'wrong-secret-key', message });
const refused = refusedWith(
  /is not the key that signs the links of this database.*transit secret-key replace/s,
);

beforeEach(async () => {
  await sql`update installation set key_fingerprint = null`;
  await sql`delete from webhook_secrets`;
});

/** As an older version left it: a stored secret, and no record. */
async function storeSecret(name: Name): Promise<number> {
  const config = node(name);
  const webhooks = createWebhooks({ config, secretKeys: config.secretKeys ?? [] });
  const given = { url: 'https://hooks.example.com/', eventTypes: null };
  const { id } = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, webhooks));
  return id;
}

describe('a node that starts', () => {
  /** docs/operating.md, "The signing key": what is recorded, the node's keys, and what is recorded then; null: refused. */
  const TABLE: [before: Name | null, keys: Name[], after: Name | null][] = [
    [null, ['A'], 'A'],
    [null, ['B', 'A'], 'B'],
    ['A', ['A'], 'A'],
    ['A', ['A', 'B'], 'A'],
    ['A', ['B', 'A'], 'B'],
    ['A', ['C', 'B', 'A'], 'C'],
    ['A', ['B'], null],
    ['A', ['C', 'B'], null],
  ];
  for (const [before, keys, after] of TABLE)
    it(`with the keys ${keys.join(', ')} on a database of ${before ?? 'no key'} ${after ? `records ${after}` : 'is refused'}`, async () => {
      if (before) await start(before);
      if (after) {
        assert.deepEqual(
          await start(...keys),
          keys.map((name) => KEYS[name]),
        );
        assert.equal(await recorded(), after);
      } else {
        await assert.rejects(start(...keys), refused);
        assert.equal(await recorded(), before);
      }
    });

  it('after an upgrade needs a key that opens a stored secret', async () => {
    await storeSecret('A');
    await assert.rejects(
      start('B'),
      refusedWith(/opens none of the 1 secrets .*transit secret-key replace/s),
    );
    assert.equal(await recorded(), null);
    await start('B', 'A');
    assert.equal(await recorded(), 'B');
  });

  it('after an upgrade is not stopped by secrets whose key was lost before, if it opens others', async () => {
    await storeSecret('C');
    await storeSecret('A');
    await start('A');
    assert.equal(await recorded(), 'A');
  });

  it('makes no new key if the file of the signing key is gone', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'transit-keys-'));
    after(() => rmSync(folder, { recursive: true }));
    const embedded = readConfig({ DATA_DIR: folder });
    await start('A');
    await assert.rejects(claimKey(sql, embedded), refusedWith(/secret-key is missing/));
    assert.ok(!existsSync(secretKeyFile(embedded)));
  });
});

describe('several nodes', () => {
  it('rotate the key one after the other: the new key second, then first, then alone', async () => {
    for (const keys of [['A'], ['A']] as Name[][]) await start(...keys);
    for (let round = 0; round < 2; round++) await start('A', 'B');
    await start('B', 'A');
    // The other node restarts before its turn.
    await start('A', 'B');
    await start('B', 'A');
    await start('B');
    await assert.rejects(start('A'), refused);
    assert.equal(await recorded(), 'B');
  });

  it('that start at once during a rotation all start', async () => {
    await start('A');
    const orders: Name[][] = [
      ['A', 'B'],
      ['B', 'A'],
    ];
    for (let round = 0; round < 10; round++)
      await Promise.all([...orders, ...orders].map((keys) => start(...keys)));
    assert.match((await recorded()) ?? '', /^[AB]$/);
  });

  it('that start at once with different keys on a new database do not both start', async () => {
    for (let round = 0; round < 10; round++) {
      await sql`update installation set key_fingerprint = null`;
      const results = await Promise.allSettled([start('A'), start('B')]);
      const started = results.flatMap(({ status }, index) => (status === 'fulfilled' ? ['AB'[index]] : []));
      assert.deepEqual(started, [await recorded()]);
    }
  });
});

describe('a command', () => {
  it('needs the recorded key among its keys, and records nothing', async () => {
    await requireKey(sql, node('A'));
    assert.equal(await recorded(), null);
    await start('A');
    await requireKey(sql, node('B', 'A'));
    await assert.rejects(requireKey(sql, node('B')), refused);
    assert.equal(await recorded(), 'A');
  });
});

describe('a lost key', () => {
  it('is replaced on request, and the log of each company says so', async () => {
    await start('A');
    assert.ok((await sql.begin((tx) => replaceKey(tx, OPERATOR, KEYS.B))) >= 1);
    await start('B');
    const log = await sql`
      select from audit_log where company_id = ${companyId} and action = 'secret-key-replaced' and actor_type = 'operator'`;
    assert.equal(log.length, 1);
  });

  it('leaves no secret behind that cannot be opened once the webhook has a new one', async () => {
    await storeSecret('A');
    const id = await storeSecret('A');
    const config = node('B');
    const webhooks = createWebhooks({ config, secretKeys: config.secretKeys ?? [] });
    const { oldSecretExpiresAt } = await sql.begin((tx) =>
      rotateSecret(tx, companyId, id, OPERATOR, 86_400, webhooks),
    );
    assert.ok(oldSecretExpiresAt.getTime() <= Date.now(), 'the lost secret does not work until tomorrow');
    const opened = openSecrets(webhooks.seal, await selectValidSecrets(sql, companyId, id));
    assert.equal(opened?.length, 1, 'requests are signed again');
    const stored = await readStoredSecrets(sql, [KEYS.B]);
    assert.deepEqual(
      stored.filter(({ isOpened }) => isOpened).map(({ what }) => what),
      [`webhook ${id} of company ${companyId}`],
    );
    assert.equal(stored.length, 2, 'the other webhook waits for its own rotation');
  });
});

it('a fingerprint is no part of a key and differs from the id of a seal', () => {
  assert.match(fingerprintOf(KEYS.A), /^[0-9a-f]{32}$/);
  assert.notEqual(fingerprintOf(KEYS.A), fingerprintOf(KEYS.B));
});
