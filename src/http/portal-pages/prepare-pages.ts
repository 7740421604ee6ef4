import type { Environment } from '../../platform/config/config.ts';
import { errorText } from '../../platform/errors.ts';
import { buildPortal, mayBuild } from './build-portal.ts';
import { loadPages } from './load-pages.ts';

/** The instruction for operators if the pages are missing. */
export const BUILD_PAGES = 'run npm run build in the folder of the service';

export type PagesState = 'built' | 'missing';

/**
 * Reads the pages into memory, so that an upgrade in the same folder cannot remove the files of a running process. A
 * changed checkout is built here only in development: on staging, with the build tools, in a folder that may be written.
 */
export async function preparePages(
  environment: Environment,
  say: (message: string) => void,
): Promise<PagesState> {
  if (await loadPages()) return 'built';
  if (environment === 'production' || !mayBuild()) return 'missing';
  say('The pages of the portal have changed. Building them takes a few seconds.');
  try {
    await buildPortal();
  } catch (error) {
    say(`The portal could not be built: ${errorText(error)}`);
  }
  return (await loadPages()) ? 'built' : 'missing';
}
