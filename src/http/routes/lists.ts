import type { FastifyRequest } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { startOf, withinCalendar } from '../../domain/calendar/dates.ts';
import { selectSafeMoment } from '../../domain/day/long-change.ts';
import type { ListOrder, Page } from '../../platform/db/pages.ts';
import { together } from '../../platform/db/together.ts';
import type { Pool } from '../../platform/db/types.ts';
import { companyOf, readerOf, scopeOf } from '../access.ts';
import type { Cursor, ListName } from '../list-cursors.ts';
import { dateOrTimestamp, link, listParameters, nullable, pageOf, toLink, toPage } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { invalidValues } from '../validation-errors.ts';

/**
 * The lists of records of the public API: numbered pages or pages by key, and the link to what changes from now on
 * (docs/integrating.md, "Following changes").
 */

/**
 * Rows carry the start of their transaction. A transaction ends within 30 s, unless it has a row in `running_changes`; the rest of the
 * minute is for clocks that differ.
 */
const LOOK_BACK_MS = 60_000;

export const updatedSince = dateOrTimestamp(
  'Changed at or after this moment, or in the minute before it: take the value of `_links.changes`. ' +
    'A date means its first moment in UTC.',
);

export function changedSince(moment: string): Date {
  return withinCalendar(startOf(moment).getTime() - LOOK_BACK_MS);
}

/** The parameters of every list of records, beside its filters. */
export const recordListParameters = {
  ...listParameters,
  updatedSince,
  cursor: Type.Optional(
    Type.String({
      maxLength: 500,
      allowEmptyValue: true,
      description:
        'Pages by key instead of by number. Empty to begin; then follow `_links.next`. By `updatedAt` only with `sortOrder=asc`.',
    }),
  ),
};

export const listOfRecords = <S extends TSchema>(schema: S) => {
  const { data } = pageOf(schema).properties;
  return Type.Object({
    data: Type.Object({
      ...data.properties,
      _links: Type.Object({
        next: nullable(link('The next page; null if this is the last one.')),
        changes: link(
          'The same list, of what has changed since it was read. Of several pages, use the link of the first one.',
        ),
      }),
    }),
  });
};

/** The filters of a query without those of the page, for lists that need no others. */
export function filterOf<Query extends ListQuery & { updatedSince?: string }>(query: Query) {
  const {
    page: _,
    perPage: _p,
    sortField: _f,
    sortOrder: _o,
    cursor: _c,
    updatedSince: since,
    ...filter
  } = query;
  return { ...filter, ...(since && { updatedSince: changedSince(since) }) };
}

type ListQuery = Omit<ListOrder, 'continuation'> & { cursor?: string };
/** Parameters of a page. They do not identify the list. */
const OF_A_PAGE: readonly string[] = ['page', 'perPage', 'cursor'];

export function createListAnswers({
  database,
  config,
  listCursors,
}: Needs<'config' | 'database' | 'listCursors'>) {
  return async <Item, Shown>(
    request: FastifyRequest & { query: ListQuery },
    read: (sql: Pool, companyId: number, order: ListOrder) => Promise<Page<Item>>,
    show: (item: Item) => Shown,
  ) => {
    const { query } = request;
    const list = nameOf(request);
    const cursor = query.cursor ? listCursors.read(list, query.cursor) : undefined;
    requireContinuable(query, cursor);
    const order = orderOf(query, cursor);
    const { moment, found } = await database.lists.read(readerOf(request), async (sql, companyId) => {
      // Sent first, so that it is asked before the list is read.
      const [now, page] = await together([selectSafeMoment(sql, companyId), read(sql, companyId, order)]);
      return { moment: now, found: page };
    });
    const since = cursor?.since ?? moment;
    const { page, perPage } = order;
    const after = found.last && { after: found.last, total: found.total, page: page + 1, since };
    const isMore = page * perPage < found.total;
    const next = order.continuation
      ? after && { cursor: listCursors.make(list, after) }
      : isMore && { page: String(page + 1) };
    const isByKey = order.continuation !== undefined;
    const address = (changed: Record<string, string>, dropped: readonly string[]) =>
      toLink(`${config.baseUrl}${withParameters(request.raw.url ?? '', changed, dropped)}`);
    const changes = { updatedSince: since.toISOString(), ...(isByKey && { cursor: '' }) };
    return {
      data: {
        ...toPage(found, order, show).data,
        _links: {
          next: next ? address(next, []) : null,
          changes: address(changes, ['page']),
        },
      },
    };
  };
}

function nameOf(request: FastifyRequest & { query: ListQuery }): ListName {
  const filters = Object.entries(request.query).filter(([name]) => !OF_A_PAGE.includes(name));
  const path = request.raw.url?.split('?', 1)[0];
  return [companyOf(request), scopeOf(request)?.toSorted((a, b) => a - b), path, filters.toSorted()];
}

function orderOf(
  { page, perPage, sortField, sortOrder, cursor: text }: ListQuery,
  cursor?: Cursor,
): ListOrder {
  if (text === undefined) return { page, perPage, sortField, sortOrder };
  const continuation = cursor ?? { after: null, total: null };
  return { page: cursor?.page ?? 1, perPage, sortField, sortOrder, continuation };
}

/**
 * By `updatedAt` a cursor only ascends: somebody who changes meanwhile comes again later. In the other direction they would
 * move to pages that have been read.
 */
function requireContinuable({ cursor: text, page, sortField, sortOrder }: ListQuery, cursor?: Cursor): void {
  if (text === undefined) return;
  const refuse = (name: string, code: string, message: string) => {
    throw invalidValues([{ in: 'query', pointer: `/${name}`, code, message }]);
  };
  if (text !== '' && !cursor)
    refuse('cursor', 'malformed', 'is not a cursor of this list: begin again with an empty one');
  if (page !== 1) refuse('page', 'not-allowed', 'cannot be given together with cursor');
  if (sortField === 'updatedAt' && sortOrder === 'desc')
    refuse('sortOrder', 'not-allowed', 'must be asc if the pages of sortField=updatedAt are read by cursor');
}

/** The address with other parameters. The others stay as the client wrote them. */
function withParameters(url: string, changed: Record<string, string>, dropped: readonly string[]): string {
  const [path = '', text = ''] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(text);
  for (const name of dropped) parameters.delete(name);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value);
  return `${path}?${parameters}`;
}
