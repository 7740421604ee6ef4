import type { FastifyReply } from 'fastify';
import { toCsv } from '../../files/csv.ts';
import { attachment } from '../content-disposition.ts';

type Table = { headings: readonly string[]; rows: readonly (readonly (string | number | null)[])[] };

/** Without the mark at the beginning, Excel takes UTF-8 for something older and breaks every umlaut. */
const BYTE_ORDER_MARK = '\uFEFF';

export function sendCsv(reply: FastifyReply, fileName: string, { headings, rows }: Table): FastifyReply {
  return reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', attachment(fileName))
    .send(`${BYTE_ORDER_MARK}${toCsv(headings, rows).join('\r\n')}\r\n`);
}
