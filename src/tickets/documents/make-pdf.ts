import type { Config } from '../../platform/config/config.ts';
import type { ThreadPool } from '../../platform/thread-pool.ts';
import type { Source } from './documents-sql.ts';

export type MakePdf = (companyId: number, source: Source, signal?: AbortSignal) => Promise<Buffer>;

/** A document takes about 30 ms of processor time, so it is made in a thread. On staging it says that it is not valid. */
export function createPdfMaker(config: Pick<Config, 'environment'>, threads: ThreadPool): MakePdf {
  const isSpecimen = config.environment === 'staging';
  const module = import.meta.resolve('./pdf-thread.ts');
  return async (companyId, source, signal) =>
    Buffer.from(
      await threads.run<typeof import('./pdf-thread.ts')>(companyId, module, { source, isSpecimen }, signal),
    );
}
