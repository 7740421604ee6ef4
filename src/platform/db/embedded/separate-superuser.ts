import { randomBytes } from 'node:crypto';
import { access, rename } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { errorCode } from '../../errors.ts';
import { makeOnce } from '../../files/make-once.ts';
import type { Connection } from './session.ts';
import type { Installation } from './start.ts';

const WRONG_PASSWORD = '28P01';

/**
 * Gives the superuser its own password. A new cluster has one password for both roles, as clusters of older versions
 * have. The file gets its final name last: after a crash the next start goes on with the same password.
 */
export async function separateSuperuser(
  { folder, password }: Installation,
  connection: Connection,
): Promise<void> {
  const file = join(folder.secrets, 'superuser-password');
  if (await exists(file)) return;
  const next = `${file}.next`;
  const own = (await makeOnce(next, () => `${randomBytes(32).toString('base64url')}\n`)).trim();
  const isOwn = await isPassword(connection, own);
  if (!isOwn) await setPassword(connection, password, own);
  await rename(next, file).catch(async (error) => {
    // Another process has been faster.
    if (errorCode(error) !== 'ENOENT' || !(await exists(file))) throw error;
  });
}

async function isPassword(connection: Connection, password: string): Promise<boolean> {
  try {
    await asSuperuser(connection, password, 'select 1');
    return true;
  } catch (error) {
    if (errorCode(error) !== WRONG_PASSWORD) throw error;
    return false;
  }
}

/** The password is base64url and needs no quoting. */
function setPassword(connection: Connection, present: string, next: string): Promise<void> {
  return asSuperuser(connection, present, `alter role postgres password '${next}'`);
}

async function asSuperuser(connection: Connection, password: string, statement: string): Promise<void> {
  const sql = postgres({
    ...connection,
    username: 'postgres',
    database: 'postgres',
    password,
    ssl: false,
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
    prepare: false,
    onnotice: () => {},
  });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
