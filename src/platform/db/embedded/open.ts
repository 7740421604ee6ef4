import { errorText } from '../../errors.ts';
import { findBinaries } from './binaries.ts';
import { hasCluster, prepareFolder, readPassword } from './folder.ts';
import { separateSuperuser } from './separate-superuser.ts';
import type { Connection } from './session.ts';
import type { Installation } from './start.ts';
import { beginUse, endUse, keepUp, type OnTrouble, type Purpose } from './use.ts';

export interface EmbeddedDatabase {
  /** For `postgres({ … })`: the service's own role, no superuser, through a socket in the folder `host`. */
  readonly connection: Readonly<Connection>;
  /** Ends this process's use. Stops the server if no other process uses it. Safe to call twice. */
  close(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  dataDir: string;
  /** `serve` is admitted once per folder, and restarts a server that died. */
  purpose: Purpose;
  onTrouble?: OnTrouble;
}

export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, purpose, onTrouble = () => {} } = options;
  const installation = await findInstallation(dataDir);
  const closing = new AbortController();
  const { connection, session } = await beginUse(installation, purpose, onTrouble, closing.signal);
  await separateSuperuser(installation, connection).catch((error) =>
    onTrouble(`The superuser of the embedded database still has no password of its own: ${errorText(error)}`),
  );
  const lastSession =
    purpose === 'serve' ? keepUp(installation, session, onTrouble, closing.signal) : Promise.resolve(session);

  let closed: Promise<void> | undefined;
  return {
    connection,
    close() {
      closing.abort();
      closed ??= lastSession.then((last) => endUse(installation, last, onTrouble));
      return closed;
    },
  };
}

async function findInstallation(dataDir: string): Promise<Installation> {
  const binaries = await findBinaries();
  const folder = await prepareFolder(dataDir);
  const password = await readPassword(folder, { mayMake: !(await hasCluster(folder, binaries.major)) });
  return { folder, binaries, password };
}
