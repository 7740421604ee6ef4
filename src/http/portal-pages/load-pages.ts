import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pagesFolder } from './pages-folder.ts';
import { type PortalFiles, readPortalFiles } from './portal-files.ts';

/** The files of the portal, and of the employee's page, which is much smaller. */
interface BuiltPages {
  portal: PortalFiles;
  employee: PortalFiles;
}

let pages: Promise<BuiltPages> | undefined;

/**
 * Undefined if the pages have not been built. They are looked for again at the next call, so a build takes effect without
 * a restart.
 */
export async function loadPages(): Promise<BuiltPages | undefined> {
  if (!pages) {
    const folder = await pagesFolder();
    if (!existsSync(folder)) return undefined;
    pages ??= readPages(folder).catch((error: unknown) => {
      pages = undefined;
      throw error;
    });
  }
  return await pages;
}

async function readPages(folder: string): Promise<BuiltPages> {
  const [portal, employee] = await Promise.all([
    readPortalFiles(join(folder, 'portal')),
    readPortalFiles(join(folder, 'employee')),
  ]);
  return { portal, employee };
}
