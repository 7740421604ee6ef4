import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagesFolder } from '../portal-pages/pages-folder.ts';
import { type PortalFile, readPortalFiles } from '../portal-pages/portal-files.ts';
import { noSuchRoute } from '../problems.ts';

/**
 * The script of the API reference, 4 MB, which is built with the pages (`web/build.ts`). Read when somebody opens the page, so that
 * a node that nobody asks does not hold it in memory.
 */
export async function readReferenceScript(): Promise<PortalFile> {
  const folder = join(await pagesFolder(), 'api');
  const script = existsSync(folder) ? (await readPortalFiles(folder)).get('reference.js') : undefined;
  if (!script) throw noSuchRoute();
  return script;
}
