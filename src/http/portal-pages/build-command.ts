import { existsSync } from 'node:fs';
import { buildPortal, hasBuildTools } from './build-portal.ts';
import { pagesFolder } from './pages-folder.ts';

/**
 * `npm run build`, and `npm ci` through the script `prepare`. Without the development dependencies `npm ci` must not fail:
 * an image may install them in one stage and leave them out of the next.
 */
const isInstalling = process.argv.includes('--when-installed');

if (existsSync(await pagesFolder()) || hasBuildTools()) {
  await buildPortal();
} else {
  process.stderr.write(
    'The pages of the portal are not built: the build tools are development dependencies. ' +
      'Run "npm ci" without --omit=dev (and without NODE_ENV=production), then "npm prune --omit=dev".\n',
  );
  if (!isInstalling) process.exitCode = 1;
}
