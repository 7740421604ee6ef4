import { dayOf } from '../dates.ts';
import type { Mapping, Page, PulledPerson } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { countIn, listIn, objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import { incomplete, SourceError, unreadable } from '../source-error.ts';
import { STATUS_RIGHT } from './rights.ts';
import type { Session } from './session.ts';

/** Personio allows no more. */
const PAGE_SIZE = 200;
const DATES: readonly PulledField[] = ['dateOfBirth', 'startDate', 'terminationDate'];

/** Everybody, leavers too, with the mapped attributes only. */
export async function* listPeople(session: Session, mapping: Mapping): AsyncGenerator<Page> {
  const mapped = PULLED_FIELDS.flatMap((field) => mapping.fields[field] ?? []);
  const attributes = [...new Set(['id', 'status', ...mapped])];
  for (let number = 0; ; number++) {
    const { people, total, isLast } = await getPage(session, attributes, number, PAGE_SIZE);
    yield { people: people.map((person) => describe(person, mapping)), total };
    if (isLast) return;
  }
}

type Attributes = Readonly<Record<string, unknown>>;

/** `number` is counted from 0, as Personio does here. */
export async function getPage(
  session: Session,
  attributes: readonly string[],
  number: number,
  size: number,
): Promise<{ people: Attributes[]; total: number; isLast: boolean }> {
  const query = new URLSearchParams({ limit: String(size), offset: String(number * size) });
  for (const attribute of attributes) query.append('attributes[]', attribute);
  const answer = objectIn(await session.get('v1', `/v1/company/employees?${query}`), 'The answer');
  if (answer['success'] !== true) throw unreadable('The answer says that it is no success.');
  const metadata = objectIn(answer['metadata'], 'metadata');
  const current = countIn(metadata['current_page'], 'metadata.current_page');
  const pages = countIn(metadata['total_pages'], 'metadata.total_pages');
  const data = listIn(answer['data'], 'data');
  const isLast = number + 1 >= pages;
  if (current !== number) throw incomplete(`Page ${number + 1} was asked for, and page ${current + 1} came.`);
  // The next page is found by counting people. If one is left out here, one is left out there.
  if (isLast ? data.length > size : data.length !== size)
    throw incomplete(`Page ${number + 1} of ${pages} has ${data.length} people instead of ${size}.`);
  return {
    people: data.map((person, index) => attributesOf(person, `data[${index}]`)),
    total: countIn(metadata['total_elements'], 'metadata.total_elements'),
    isLast,
  };
}

function attributesOf(person: unknown, place: string): Attributes {
  return objectIn(objectIn(person, place)['attributes'], `${place}.attributes`);
}

function describe(attributes: Attributes, mapping: Mapping): PulledPerson {
  if (!('status' in attributes))
    throw new SourceError('source-field-missing', {
      detail: 'Personio does not say who has left: the answer has no status.',
      ...{ field: 'terminationDate', right: STATUS_RIGHT },
    });
  const fields: PulledPerson['fields'] = {};
  for (const field of PULLED_FIELDS) {
    const key = mapping.fields[field];
    if (!key || !(key in attributes)) continue;
    const value = attributeValue(attributes, key);
    fields[field] = value !== null && DATES.includes(field) ? dayOf(value) : value;
  }
  const id = textIn(attributeValue(attributes, 'id'), 'id');
  return { id, hasLeft: attributeValue(attributes, 'status') === 'inactive', fields };
}

/** Attributes of Personio have a label and a type beside their value. */
export function attributeValue(attributes: Attributes, key: string): string | null {
  const { value } = objectIn(attributes[key], key);
  if (Array.isArray(value)) return nameOf(largestShare(shortListIn(value, key)), key);
  return typeof value === 'object' ? nameOf(value, key) : optionalTextIn(value, `${key}.value`);
}

/** Departments, offices, companies and cost centres are objects with a name. */
function nameOf(value: unknown, key: string): string | null {
  if (value === null || value === undefined) return null;
  const { attributes } = objectIn(value, `${key}.value`);
  return optionalTextIn(objectIn(attributes ?? {}, `${key}.value.attributes`)['name'], `${key}.value.name`);
}

/** Of several cost centres, the one with the largest percentage counts. */
function largestShare(values: readonly unknown[]): unknown {
  const shareOf = (value: unknown) => {
    const { attributes } = objectIn(value ?? {}, 'a cost centre');
    const { percentage } = objectIn(attributes ?? {}, 'attributes');
    return typeof percentage === 'number' || typeof percentage === 'string' ? Number(percentage) : 0;
  };
  return values.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
}
