import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/platform/db/connect.ts';
import { openEmbeddedDatabase } from '../src/platform/db/embedded/open.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import type { Database, Target } from '../src/platform/db/types.ts';
import { whenDone } from './clean-up.ts';

export type BenchDatabase = Database;

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transit-bench-'));
  whenDone(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

let opened: Promise<BenchDatabase> | undefined;

/** Returns the embedded server of this benchmark run. The first call starts it. */
export function benchDatabase(): Promise<BenchDatabase> {
  opened ??= newDatabase();
  return opened;
}

/** Starts an embedded server that no other benchmark uses. */
export async function newDatabase(): Promise<BenchDatabase> {
  const embedded = await openEmbeddedDatabase({ dataDir: await temporaryFolder(), purpose: 'command' });
  whenDone(() => embedded.close());
  return await openMigrated(embedded.connection);
}

async function openMigrated(target: Target): Promise<BenchDatabase> {
  const database = connect(target);
  whenDone(() => database.close());
  await migrate(database.sql);
  return database;
}
