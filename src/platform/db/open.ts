import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { AppError, errorCode } from '../errors.ts';
import { connect } from './connect.ts';
import { describeForeignFiles } from './embedded/folder.ts';
import { openEmbeddedDatabase } from './embedded/open.ts';
import { checkServer, claimForEnvironment, refuseOtherEnvironment } from './installation.ts';
import { migrate, readMigrationState } from './migrate.ts';
import type { Database } from './types.ts';

export interface OpenDatabase extends Database {
  /** The migrations that this call applied. */
  readonly applied: readonly string[];
}

interface Options {
  /** Sets up an embedded database that is not there, or one of a server that is empty. */
  mayCreate?: boolean;
  /** Something is wrong with the embedded database. */
  onTrouble?: (message: string) => void;
  /** Something begins that takes seconds. */
  onStep?: (message: string) => void;
}

/**
 * Opens the configured database, embedded or a server, migrates it and checks its environment. Most commands must not create
 * one: with a wrong DATA_DIR they would work on an empty database instead of saying so.
 */
export async function openDatabase(
  config: Config,
  purpose: 'serve' | 'command',
  { mayCreate = purpose === 'serve', onTrouble, onStep = () => {} }: Options = {},
): Promise<OpenDatabase> {
  if (!config.databaseUrl && !hasEmbeddedDatabase(config)) {
    if (!mayCreate)
      throw noDatabase(
        `There is no database in ${config.dataDir}. If there should be one, check DATA_DIR and the folder that you are in.`,
      );
    const foreign = await describeForeignFiles(config.dataDir);
    if (foreign !== undefined) onStep(foreign);
    onStep(`Creating the embedded database in ${config.dataDir}.`);
  }
  const database = await openUnchecked(config, purpose, onTrouble);
  try {
    await checkServer(database.sql);
    await refuseOtherEnvironment(database.sql, config.environment);
    if (!mayCreate && (await readMigrationState(database.sql)).applied === 0)
      throw noDatabase('The database is empty. If it should not be, check DATABASE_URL or DATA_DIR.');
    const applied = await migrate(database.sql, {
      onPending: (count) => onStep(`Migrating the database: ${count} ${count === 1 ? 'step' : 'steps'}.`),
    });
    await claimForEnvironment(database.sql, config.environment);
    return { ...database, applied };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database as it is. The embedded one is created if there is none. */
export async function openUnchecked(
  config: Config,
  purpose: 'serve' | 'command',
  onTrouble: (message: string) => void = () => {},
): Promise<Database> {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbeddedDatabase({ dataDir: config.dataDir, purpose, onTrouble });
  const database = connect(config.databaseUrl ?? embedded?.connection ?? '');
  const close = async () => {
    await database.close();
    await embedded?.close();
  };
  return { ...database, close };
}

/** Whether opening would find an embedded database instead of creating one. A folder that is damaged or cannot be read counts: opening says what is wrong with it. */
export function hasEmbeddedDatabase({ dataDir }: Config): boolean {
  try {
    return readdirSync(join(dataDir, 'postgres')).length > 0;
  } catch (error) {
    return errorCode(error) !== 'ENOENT';
  }
}

function noDatabase(problem: string): AppError {
  return new AppError(
    'no-database',
    `${problem} transit serve (npm start), migrate, restore and demo create one; nothing else does.`,
  );
}
