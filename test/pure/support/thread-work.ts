import { threadId } from 'node:worker_threads';

type Work = 'tell-thread' | 'fail' | 'crash' | 'hang';

/** Runs in a thread: work with any outcome. */
export default async function doWork(work: Work): Promise<number> {
  switch (work) {
    case 'tell-thread':
      return threadId;
    case 'fail':
      throw new Error('the text of version 1999-1 is not known');
    case 'crash':
      return process.exit(7);
    case 'hang':
      for (;;);
  }
}
