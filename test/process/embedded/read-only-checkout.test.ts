import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { get, makePlace, type Place, serve } from '../support/program.ts';

// The usual installation: root installs, another user runs the service and can write to DATA_DIR only. The tests copy the
// checkout without the development dependencies.

const CHECKOUT = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const asNobody = [
  'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  process.execPath,
] as const;

const canRun = !isRoot || spawnSync(asNobody[0], [...asNobody.slice(1), '--version']).status === 0;
const reason = !canRun && 'another user may not enter the folder of this checkout';

const folder = await mkdtemp(join(tmpdir(), 'transit-checkout-'));
after(async () => {
  spawnSync('chmod', ['-R', 'u+w', folder]);
  await rm(folder, { recursive: true, force: true });
});

describe('a read-only checkout that another user runs', { skip: reason }, async () => {
  if (reason) return;
  await chmod(folder, 0o755);
  await copyCheckout();
  const place = await placeOfCopy();

  it('serves the portal and the employee’s page, without the build tools', async () => {
    const before = await listing();
    const service = await serve(place, {}, '--no-demo');
    assert.match(service.stdout(), new RegExp(`Portal {4}${place.url}/portal\n`));
    assert.equal((await get(`${place.url}/portal`)).status, 200);
    assert.equal((await get(`${place.url}/me`)).status, 200);
    assert.equal(await portalOf(place), 'ready');
    await service.stop();
    assert.deepEqual(await listing(), before);
  });

  it('says at the start, in the page and in the health check that the pages are not built', async () => {
    const built = join(folder, 'web/dist');
    writable(join(folder, 'web'));
    await rename(built, `${built}-away`);
    readOnly(join(folder, 'web'));
    const service = await serve(place, {}, '--no-demo');
    assert.match(service.stdout(), /Portal {4}not built: run npm run build in the folder/);
    assert.match(service.stderr(), /the pages of the portal have not been built: run npm run build/);
    const page = await get(`${place.url}/portal`);
    assert.equal(page.status, 503);
    assert.match(page.body, /have not been built.*npm run build/);
    assert.equal((await get(`${place.url}/me`)).status, 503);
    assert.equal(await portalOf(place), 'missing');
    await service.stop();
  });
});

async function copyCheckout(): Promise<void> {
  const { devDependencies } = JSON.parse(await readFile(join(CHECKOUT, 'package.json'), 'utf8'));
  for (const name of [
    'client',
    'migrations',
    'package.json',
    'package-lock.json',
    'roster-files',
    'src',
    'texts',
    'web',
  ])
    await cp(join(CHECKOUT, name), join(folder, name), { recursive: true });
  const modules = join(CHECKOUT, 'node_modules');
  for (const name of await packagesIn(modules))
    if (!(name in devDependencies)) {
      await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
      await symlink(join(modules, name), join(folder, 'node_modules', name));
    }
  readOnly(folder);
}

async function packagesIn(modules: string): Promise<string[]> {
  const names = await readdir(modules);
  const scoped = names.filter((name) => name.startsWith('@'));
  const inScopes = await Promise.all(
    scoped.map(async (scope) => (await readdir(join(modules, scope))).map((name) => `${scope}/${name}`)),
  );
  return [...names.filter((name) => !name.startsWith('@') && !name.startsWith('.')), ...inScopes.flat()];
}

/**
 * Root may write anywhere, but the service runs as another user then. Nobody gets more rights than the installation gave: the
 * other user must be able to read whatever `npm ci` has made.
 */
function readOnly(path: string): void {
  assert.equal(spawnSync('chmod', ['-R', 'a-w', path]).status, 0);
}

function writable(path: string): void {
  assert.equal(spawnSync('chmod', ['-R', 'u+w', path]).status, 0);
}

async function placeOfCopy(): Promise<Place> {
  const main = join(folder, 'src/cli/main.ts');
  const place = await makePlace({
    TRANSIT_ENV: 'production',
    NODE_COMPILE_CACHE: join(folder, 'node_modules/.cache'),
  });
  await mkdir(place.dataDir);
  if (!isRoot) return { ...place, command: [process.execPath, main] };
  await chown(place.dataDir, NOBODY, NOBODY);
  return { ...place, command: [...asNobody, main] };
}

async function listing(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = await Promise.all(
    entries.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return `${path} ${(await stat(path)).mtimeMs}`;
    }),
  );
  assert(lines.some((line) => basename(line).startsWith('main.ts ')));
  return lines.sort();
}

async function portalOf(place: Place): Promise<unknown> {
  return JSON.parse((await get(`${place.url}/health/ready`)).body).data.portal;
}
