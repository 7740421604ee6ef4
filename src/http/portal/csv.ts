import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { LANGUAGES, type Language, languageOf } from '../../../texts/language.ts';
import { BYTE_ORDER_MARK, type Cell, CSV_STYLES, toCsvText } from '../../platform/files/csv.ts';
import { SLOTS } from '../../platform/limits.ts';
import { Slots } from '../../platform/slots.ts';
import type { App } from '../app.ts';
import { attachment } from '../content-disposition.ts';
import { whileConnected } from '../limits/while-connected.ts';
import { oneOf } from '../schemas.ts';
import { companyOf, sessionOf } from './require-session.ts';
import { WORDS, type Words } from './words.ts';

type Row = readonly Cell[];

/**
 * The event loop answers nobody while rows are turned into text: with 2,000 rows at once the reads of another company took
 * 275 ms, with 250 rows 60 ms (eight exports of 100,000 changes at once).
 */
const ROWS_OF_A_PIECE = 50;

declare module 'fastify' {
  interface FastifyInstance {
    /** What limits the exports of all routes together. */
    exports: { slots: Slots; pieces: Slots };
  }
}

export function limitExports(portal: App): void {
  portal.decorate('exports', {
    slots: new Slots(SLOTS.exports),
    pieces: new Slots(SLOTS.exportPieces),
  });
}

/** The parameter of every route that exports a file. */
export const languageParameter = {
  language: Type.Optional(
    oneOf(LANGUAGES, { description: "The reader's language. Without it, the company's." }),
  ),
};

/** How a file is written for a reader: the portal's words, and days and moments as a spreadsheet reads them. */
export interface Writing {
  language: Language;
  words: Words;
  /** 31.12.2026 or 2026-12-31; empty without a day. */
  day(value: string | null): string;
  /** The same with hours and minutes, in the company's time zone. */
  moment(value: Date | string | null): string;
  /** Yes or no. */
  whether(value: boolean): string;
}

/** The writing that a request asks for. */
export function writingFor(request: FastifyRequest<{ Querystring: { language?: Language } }>): Writing {
  const { locale, timeZone } = sessionOf(request);
  return createWriting(request.query.language ?? languageOf(locale), timeZone);
}

function createWriting(language: Language, timeZone: string): Writing {
  const words = WORDS[language];
  // The Swedish format is that of ISO 8601.
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const day = (value: string) =>
    language === 'de' ? value.replace(/^(\d+)-(\d\d)-(\d\d)/, '$3.$2.$1') : value;
  return {
    language,
    words,
    day: (value) => (value === null ? '' : day(value)),
    moment: (value) => (value === null ? '' : day(clock.format(new Date(value)))),
    whether: (value) => (value ? words.common.yes : words.common.no),
  };
}

interface Export<Item> {
  /** Without `.csv`. */
  fileName: string;
  headings: readonly string[];
  batches: AsyncGenerator<Item[]>;
  toRow: (item: Item) => Row;
}

/**
 * Streams an export. The first batch is read before the response begins, so that errors can still be
 * reported. Its slot is free when the client has taken the file, or has gone.
 */
export async function streamCsv<Item>(
  reply: FastifyReply,
  { language }: Pick<Writing, 'language'>,
  { fileName, headings, batches, toRow }: Export<Item>,
): Promise<FastifyReply> {
  const { request } = reply;
  const { slots, pieces } = request.server.exports;
  const companyId = companyOf(request);
  await whileConnected(request.raw.socket, (signal) => slots.take(companyId, signal));
  const { value: first = [] } = await batches.next().catch((error: unknown) => {
    slots.release(companyId);
    throw error;
  });
  const write = (rows: readonly Row[]) => toCsvText(rows, CSV_STYLES[language]);
  async function* inPieces(items: readonly Item[]) {
    for (let from = 0; from < items.length; from += ROWS_OF_A_PIECE) {
      yield await pieces.use(companyId, () => write(items.slice(from, from + ROWS_OF_A_PIECE).map(toRow)));
    }
  }
  async function* all() {
    yield `${BYTE_ORDER_MARK}${write([headings])}`;
    yield* inPieces(first);
    for await (const batch of batches) yield* inPieces(batch);
  }
  const file = Readable.from(all()).once('close', () => slots.release(companyId));
  return asCsv(reply, `${fileName}.csv`).send(file);
}

function asCsv(reply: FastifyReply, fileName: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('Content-Disposition', attachment(fileName));
}
