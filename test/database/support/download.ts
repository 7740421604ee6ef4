import { after } from 'node:test';
import type { ListReader } from '../../../src/db/types.ts';
import { createPdfMaker } from '../../../src/documents/make-pdf.ts';
import { ThreadPool } from '../../../src/thread-pool.ts';

/** Makes PDFs as the service does on staging, for tests without the HTTP app. */
export function testPdfMaker() {
  const threads = new ThreadPool();
  after(() => threads.close());
  return createPdfMaker({ environment: 'staging' }, threads);
}

/** A client of the company that stays. */
export function readerOf({ id }: { id: number }): ListReader {
  return { companyId: id, signal: new AbortController().signal };
}
