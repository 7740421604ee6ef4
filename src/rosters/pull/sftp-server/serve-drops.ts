import type { Pool } from '../../../platform/db/types.ts';
import { DROPS, SLOTS } from '../../../platform/limits.ts';
import { hostKeySeal, loadHostKey } from '../sftp-drop/host-key.ts';
import { createDropStore } from './database-drop-store.ts';
import { type DropServer, startDropServer } from './sftp-server.ts';

interface Options {
  sql: Pool;
  secretKeys: readonly string[];
  baseUrl: string;
  host: string;
  port: number;
  /** A roster of the company can be made. */
  onTaken: (companyId: number) => void;
  onError: (error: unknown) => void;
}

/** Serves SFTP for all integrations whose systems drop files. Every node can do so. */
export async function serveDrops(options: Options): Promise<DropServer> {
  const { sql, secretKeys, baseUrl, host, port, onTaken, onError } = options;
  const hostKey = await loadHostKey(sql, hostKeySeal(secretKeys));
  const store = createDropStore({ sql, baseUrl, onTaken });
  return await startDropServer({
    ...{ store, hostKey, host, port, onError },
    ...{ limits: DROPS, slots: SLOTS.drops, work: SLOTS.dropWork },
  });
}
