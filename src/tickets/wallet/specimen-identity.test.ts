import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '../../platform/config/config.ts';
import { createSpecimenIdentity } from './specimen-identity.ts';

const folder = mkdtempSync(join(tmpdir(), 'transit-specimen-'));
after(() => rmSync(folder, { recursive: true }));

test('nothing is made before it is needed, and several at once agree on one', async () => {
  const dataDir = join(folder, 'embedded');
  const config = readConfig({ DATA_DIR: dataDir });
  const makers = [1, 2, 3].map(() => createSpecimenIdentity(config));
  assert.throws(() => statSync(dataDir), { code: 'ENOENT' });
  const made = await Promise.all(makers.map((make) => make()));
  const later = await createSpecimenIdentity(config)();
  const prints = [...made, later].map(({ apple }) => apple.certificate.fingerprint256);
  assert.equal(new Set(prints).size, 1);
  assert.deepEqual(readdirSync(join(dataDir, 'secrets')), ['specimen-certificates.json']);
  assert.equal(statSync(join(dataDir, 'secrets')).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'secrets/specimen-certificates.json')).mode & 0o777, 0o600);
});

test('the certificate is for its key and from its authority, which nobody could take for Apple', async () => {
  const { apple } = await createSpecimenIdentity(readConfig({ DATA_DIR: join(folder, 'embedded') }))();
  assert.ok(apple.certificate.checkPrivateKey(apple.key));
  assert.ok(apple.certificate.checkIssued(apple.issuer));
  assert.ok(apple.certificate.verify(apple.issuer.publicKey));
  assert.ok(apple.issuer.ca);
  assert.ok(!apple.certificate.ca);
  assert.match(apple.issuer.subject, /not Apple/);
});

test('a node on a server keeps its own in memory and writes nothing', async () => {
  const dataDir = join(folder, 'server');
  const make = createSpecimenIdentity(
    readConfig({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://x',
      SECRET_KEY: 'Xk3v9QbTz7LmR2wYc8HdNf5JgP4sAe6U',
    }),
  );
  const [first, second] = await Promise.all([make(), make()]);
  assert.equal(first, second);
  assert.throws(() => statSync(dataDir), { code: 'ENOENT' });
});

test('after a failure it is tried again', async () => {
  const dataDir = join(folder, 'blocked');
  writeFileSync(dataDir, 'no folder');
  const make = createSpecimenIdentity(readConfig({ DATA_DIR: dataDir }));
  await assert.rejects(make(), { code: 'ENOTDIR' });
  rmSync(dataDir);
  assert.ok(await make());
});
