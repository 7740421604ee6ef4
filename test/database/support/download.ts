import { after } from 'node:test';
import type { Client } from '../../../src/platform/client-slots.ts';
import type { ListReader } from '../../../src/platform/db/types.ts';
import { ThreadPool } from '../../../src/platform/thread-pool.ts';
import { createPdfMaker } from '../../../src/tickets/documents/make-pdf.ts';

/** Makes PDFs as the service does on staging, for tests without the HTTP app. */
export function testPdfMaker() {
  const threads = new ThreadPool();
  after(() => threads.close());
  return createPdfMaker({ environment: 'staging' }, threads);
}

/** A client of the company that stays. */
export function readerOf({ id }: { id: number }): { reader: ListReader; client: Client } {
  return {
    reader: { companyId: id, signal: new AbortController().signal },
    client: { name: 'a test', companyId: id },
  };
}
