import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image: string;
  env_file?: string[];
  environment: Record<string, string>;
  volumes: string[];
  profiles?: string[];
  read_only?: boolean;
}

const { services }: { services: Record<string, Service> } = parse(read('deploy/compose.yaml'), {
  merge: true,
});
const ours = Object.entries(services).filter(([, { image }]) => image === 'transit');

test('every container of the service takes settings and files of the operator, and writes nothing but backups', () => {
  assert.deepEqual(
    ours.map(([name]) => name),
    ['node-a', 'node-b', 'files'],
  );
  for (const [name, service] of ours) {
    assert.deepEqual(service.env_file, ['transit.env'], name);
    assert(service.volumes.includes('./files:/etc/transit:ro'), name);
    assert.equal(service.read_only, true, name);
    // A variable that stands here could not be set in transit.env.
    for (const variable of ['SMTP_URL', 'MAIL_FROM', 'METRICS_TOKEN', 'BACKUP_PASSPHRASE'])
      assert.equal(service.environment[variable], undefined, variable);
  }
  const writable = ours.flatMap(([name, { volumes }]) =>
    volumes.filter((volume) => !volume.endsWith(':ro')).map((volume) => [name, volume]),
  );
  assert.deepEqual(writable, [['files', './backups:/backups']]);
});

test('the container for commands does not start with the nodes', () => {
  assert.deepEqual(services['files']?.profiles, ['commands']);
  assert.equal(services['node-a']?.profiles, undefined);
});

test('what stands beside compose.yaml gets neither into the image nor into the repository', () => {
  const compose = read('deploy/compose.yaml');
  const ignored = read('.gitignore').split('\n');
  for (const name of ['.env', 'secret-key', 'transit.env', 'files', 'backups']) {
    assert.match(compose, new RegExp(`^# +${name.replace('.', '\\.')}/? `, 'm'));
    for (const file of ['.containerignore', '.dockerignore'])
      assert(read(file).split('\n').includes(`deploy/${name}`), `${file}: ${name}`);
    assert(ignored.includes(`/deploy/${name}`) || ignored.includes(`/deploy/${name}/`), name);
  }
});

test('the image installs packages before it copies the rest, so that a changed text does not install them again', () => {
  const lines = read('deploy/Containerfile').split('\n');
  const at = (start: RegExp) => lines.findIndex((line) => start.test(line));
  assert(at(/^COPY package\.json package-lock\.json /) < at(/npm ci/));
  assert(at(/npm ci/) < at(/^COPY \. \./));
});
