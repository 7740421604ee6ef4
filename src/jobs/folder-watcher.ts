import { setTimeout as sleep } from 'node:timers/promises';
import { DROP_FOLDERS } from '../platform/limits.ts';
import { FolderTaker } from '../rosters/pull/file-drop/take-from-folders.ts';

/** Looks at the folders below DROP_DIR again and again. Each node does: a folder may be on the disk of one of them only. */
export function watchFolders(options: ConstructorParameters<typeof FolderTaker>[0]): {
  stop(): Promise<void>;
} {
  const taker = new FolderTaker(options);
  const stopping = new AbortController();
  const { signal } = stopping;
  const watching = (async () => {
    while (!signal.aborted) {
      await taker.look(performance.now(), signal).catch((error) => {
        options.log.error({ err: error }, 'the folders with files could not be looked at');
      });
      await sleep(DROP_FOLDERS.everyMs, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}
