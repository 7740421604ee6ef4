import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { toCsvLines } from '../../files/csv.ts';
import { attachment } from '../content-disposition.ts';

type Row = readonly (string | number | null)[];

/** Without the mark at the beginning, Excel takes UTF-8 for something older and breaks every umlaut. */
const BYTE_ORDER_MARK = '\uFEFF';

export function sendCsv(
  reply: FastifyReply,
  fileName: string,
  { headings, rows }: { headings: readonly string[]; rows: readonly Row[] },
): FastifyReply {
  return asCsv(reply, fileName).send(`${BYTE_ORDER_MARK}${lines([headings, ...rows])}`);
}

/** For what may be too much for memory. The first batch is there before the answer begins: it may be refused until then. */
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
