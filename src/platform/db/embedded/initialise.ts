import { chown, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../errors.ts';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './folder.ts';
import { type Account, type Launcher, runToEnd } from './launcher.ts';
import { isAlive } from './postmaster.ts';

const DRAFT = /^postgres\.new-(\d+)-/;
const ownDrafts = new Set<string>();

/** The locale is built in, so that text sorts and folds the same on every system, whatever it has installed. */
const INITDB_FLAGS = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--auth=scram-sha-256',
  '--no-instructions',
];

/**
 * Makes the cluster, the service's role and its database aside and puts them in place with one rename: a crash
 * leaves either nothing or everything, and of two processes that try at once the second takes the first's.
 */
export async function initialise(
  folder: DataFolder,
  binaries: Binaries,
  password: string,
  account: Account | undefined,
  launcher: Launcher,
): Promise<void> {
  await removeAbandonedDrafts(folder.root);
  const draft = await mkdtemp(join(folder.root, `postgres.new-${process.pid}-`));
  const passwordFile = `${draft}.password`;
  ownDrafts.add(basename(draft)).add(basename(passwordFile));
  try {
    await writeFile(passwordFile, password, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) await chown(path, account.uid, account.gid);
    const flags = [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...INITDB_FLAGS];
    await runToEnd(launcher(binaries.initdb, flags), 'Making the database (initdb)');
    await writeFile(join(draft, 'pg_hba.conf'), 'local all all scram-sha-256\n');
    await createRoleAndDatabase(draft, binaries, password, launcher);
    await putInPlace(draft, folder);
  } finally {
    for (const path of [draft, passwordFile]) {
      await rm(path, { recursive: true, force: true });
      ownDrafts.delete(basename(path));
    }
  }
}

async function createRoleAndDatabase(
  draft: string,
  binaries: Binaries,
  password: string,
  launcher: Launcher,
) {
  // The password is base64url and needs no quoting. With -j a statement ends at an empty line.
  const sql = [
    `create role transit login nosuperuser password '${password}'`,
    'create database transit owner transit',
  ];
  const flags = [
    '--single',
    '-j',
    '-D',
    draft,
    '-c',
    'exit_on_error=on',
    '-c',
    'log_min_error_statement=panic',
  ];
  const launch = launcher(binaries.postgres, [...flags, 'postgres']);
  await runToEnd(launch, 'Making the database (role)', sql.map((statement) => `${statement};\n\n`).join(''));
}

async function putInPlace(draft: string, folder: DataFolder): Promise<void> {
  try {
    await rename(draft, folder.cluster);
  } catch (error) {
    if (errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST') return;
    throw error;
  }
  const parent = await open(folder.root);
  await parent.sync();
  await parent.close();
}

async function removeAbandonedDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(DRAFT.exec(name)?.[1]);
    if (!pid || ownDrafts.has(name)) continue;
    // In a container a restarted program often has its predecessor's id.
    if (pid === process.pid || !isAlive(pid)) await rm(join(root, name), { recursive: true, force: true });
  }
}
