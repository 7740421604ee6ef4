import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { toCsvLines } from '../../files/csv.ts';
import { attachment } from '../content-disposition.ts';

type Row = readonly (string | number | null)[];

/** A byte order mark: without it, Excel does not recognise UTF-8 and breaks umlauts. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Streams an export. The first batch is read before the response begins, so that errors can still be
 * reported.
 */
export async function streamCsv<Item>(
  reply: FastifyReply,
  fileName: string,
  headings: readonly string[],
  batches: AsyncGenerator<Item[]>,
  toRow: (item: Item) => Row,
): Promise<FastifyReply> {
  const { value: first = [] } = await batches.next();
  async function* write() {
    yield `${BYTE_ORDER_MARK}${lines([headings, ...first.map(toRow)])}`;
    for await (const batch of batches) yield lines(batch.map(toRow));
  }
  return asCsv(reply, fileName).send(Readable.from(write()));
}

function asCsv(reply: FastifyReply, fileName: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('Content-Disposition', attachment(fileName));
}

function lines(rows: readonly Row[]): string {
  return toCsvLines(rows)
    .map((line) => `${line}\r\n`)
    .join('');
}
