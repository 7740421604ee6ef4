import { dayOf } from '../dates.ts';
import { type Connection, type Mapping, type Page, type PulledPerson, RESTRICTED } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { countIn, listIn, objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import { incomplete, SourceError } from '../source-error.ts';
import { ask } from './ask.ts';
import { type Field, guessField } from './fields.ts';
import { STATUS_RIGHT } from './rights.ts';

/** BambooHR allows twice as many. */
const PAGE_SIZE = 500;
const DATES: readonly PulledField[] = ['dateOfBirth', 'startDate', 'terminationDate'];
/** Without a filter only people who are employed now are listed. */
const EVERYBODY = "status in ('Active','Inactive')";

/** Everybody: those employed, future hires and leavers. */
export async function* listPeople(
  connection: Connection,
  fields: readonly Field[],
  mapping: Mapping,
): AsyncGenerator<Page> {
  const idField = idFieldOf(fields);
  const wanted = PULLED_FIELDS.flatMap((field) => mapping.fields[field] ?? []);
  for (let number = 1; ; number++) {
    const { rows, total, isLast } = await getPage(connection, idField, wanted, number, PAGE_SIZE);
    yield { people: rows.map((row) => describe(row, idField, mapping, connection.today)), total };
    if (isLast) return;
  }
}

/** The number that never changes. Requests for time off refer to it. */
export const idFieldOf = (fields: readonly Field[]) => guessField(fields, 'hrId') ?? 'employeeId';

interface Row {
  fields: Readonly<Record<string, unknown>>;
  restricted: readonly unknown[];
}

/** `number` is counted from 1. Without an order, people could change places between two pages. */
export async function getPage(
  connection: Connection,
  idField: string,
  wanted: readonly string[],
  number: number,
  size: number,
): Promise<{ rows: Row[]; total: number; isLast: boolean }> {
  const fields = [...new Set([idField, 'status', ...wanted])];
  const json = { fields, filter: EVERYBODY, orderBy: `${idField} asc`, page: number, pageSize: size };
  const path = '/api/v2/datasets/employee/data';
  const answer = objectIn(await ask(connection, { path, json }), 'The answer');
  const meta = objectIn(answer['meta'], 'meta');
  const pages = countIn(meta['totalPages'], 'meta.totalPages');
  const data = listIn(answer['data'], 'data');
  const isLast = number >= pages;
  // A system without anybody may have no first page.
  if (countIn(meta['page'], 'meta.page') !== number && pages > 0)
    throw incomplete(`Page ${number} was asked for, and another one came.`);
  if (isLast ? data.length > size : data.length !== size)
    throw incomplete(`Page ${number} of ${pages} has ${data.length} people instead of ${size}.`);
  return {
    rows: data.map((row, index) => readRow(row, `data[${index}]`)),
    total: countIn(meta['totalItems'], 'meta.totalItems'),
    isLast,
  };
}

function readRow(row: unknown, place: string): Row {
  const record = objectIn(row, place);
  const { _restrictedFields, ...fields } = objectIn(record['fields'], `${place}.fields`);
  const restricted = shortListIn(record['_restrictedFields'] ?? _restrictedFields ?? [], '_restrictedFields');
  return { fields, restricted };
}

function describe(row: Row, idField: string, mapping: Mapping, today: string): PulledPerson {
  if (!('status' in row.fields) || row.restricted.includes('status'))
    throw new SourceError('source-field-missing', {
      detail: 'BambooHR does not say who has left: the answer has no status.',
      ...{ field: 'terminationDate', right: STATUS_RIGHT },
    });
  const fields: PulledPerson['fields'] = {};
  for (const field of PULLED_FIELDS) {
    const name = mapping.fields[field];
    if (!name || !(name in row.fields)) continue;
    const value = row.restricted.includes(name) ? RESTRICTED : valueIn(row, name);
    fields[field] = typeof value === 'string' && DATES.includes(field) ? dayOf(value) : value;
  }
  const isActive = valueIn(row, 'status') === 'Active';
  const id = textIn(row.fields[idField], idField);
  return { id, hasLeft: !isActive && !isStillToCome(fields, today), fields };
}

/** BambooHR has no null in some places: a text without characters and a date of zeros mean it. */
export function valueIn({ fields }: Row, name: string): string | null {
  const value = optionalTextIn(fields[name], name);
  return value === '0000-00-00' ? null : value;
}

/** Future hires have the status of people who have left. A date of leaving in the past says that somebody will not come. */
function isStillToCome({ startDate, terminationDate }: PulledPerson['fields'], today: string): boolean {
  if (typeof startDate !== 'string' || startDate <= today) return false;
  return typeof terminationDate !== 'string' || terminationDate > today;
}
