import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { buildPortal } from './build-portal.ts';
import { type PortalFiles, readPortalFiles } from './portal-files.ts';

/** The files of the portal, and of the employee's page, which is much smaller. */
interface BuiltPages {
  portal: PortalFiles;
  employee: PortalFiles;
}

/** Answers after a second at the latest. */
export type LoadPages = () => Promise<BuiltPages | 'building' | 'failed'>;

export function createPageLoader(log: FastifyBaseLogger): LoadPages {
  let pages: BuiltPages | undefined;
  let failed = false;
  let loading: Promise<void> | undefined;

  const load = async () => {
    failed = false;
    try {
      const folder = await buildPortal();
      const [portal, employee] = await Promise.all(
        ['portal', 'employee'].map((name) => readPortalFiles(join(folder, name))),
      );
      if (portal && employee) pages = { portal, employee };
    } catch (error) {
      failed = true;
      log.error({ err: error }, 'the portal could not be built');
    }
  };

  return async () => {
    if (!pages) {
      loading ??= load().finally(() => {
        loading = undefined;
      });
      await Promise.race([loading, soon()]);
    }
    return pages ?? (failed ? 'failed' : 'building');
  };
}

/** Long enough to read pages that are built already. */
function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000));
}
