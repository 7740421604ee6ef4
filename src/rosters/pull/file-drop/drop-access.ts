import type { Config } from '../../../platform/config/config.ts';
import type { Pool } from '../../../platform/db/types.ts';
import { folderOf } from './drop-dir.ts';
import { type DropPlace, type DroppedFile, selectDropState, selectNewestFile } from './dropped-files-sql.ts';

/** Where the system of an integration sends its files. */
export interface DropAccess {
  /** For PUT, with an API key. */
  url: string;
  /** On the disk of the service. Null: there is no DROP_DIR. */
  folder: string | null;
  newestFile: DroppedFile | null;
}

/** Undefined if the integration takes no files. */
export async function readDropAccess(
  sql: Pool,
  { baseUrl, dropDir }: Pick<Config, 'baseUrl' | 'dropDir'>,
  place: DropPlace,
): Promise<DropAccess | undefined> {
  if (!(await selectDropState(sql, place))) return undefined;
  return {
    url: `${baseUrl}/hr-integrations/${place.integrationId}/file`,
    folder: dropDir === undefined ? null : folderOf(dropDir, place.integrationId),
    newestFile: (await selectNewestFile(sql, place)) ?? null,
  };
}
