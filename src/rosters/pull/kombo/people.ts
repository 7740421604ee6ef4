import { type Mapping, type Page, type PulledPerson, RESTRICTED } from '../hr-system.ts';
import { PULLED_FIELDS } from '../pulled-fields.ts';
import { objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import type { ConnectionState } from './connection-state.ts';
import type { Session } from './session.ts';

type Employee = Readonly<Record<string, unknown>>;

/** Fields that a customer has added have keys such as `custom_fields.transit_number`. */
export const CUSTOM = 'custom_fields.';

export async function* listPeople(
  session: Session,
  state: ConnectionState,
  mapping: Mapping,
  today: string,
): AsyncGenerator<Page> {
  for await (const results of session.pages('/v1/hris/employees', { include_deleted: 'true' })) {
    const employees = results.map((item, index) => objectIn(item, `data.results[${index}]`));
    yield {
      people: employees.filter(isVisible).map((employee) => describe(employee, state, mapping, today)),
    };
  }
}

/**
 * Kombo marks people as deleted whom it cannot retrieve any more, for whatever reason, and makes them anonymous after 14 days. If
 * the record says when they left, they have left. Otherwise they are not listed: then they are people whom nobody sees any more.
 */
function isVisible(employee: Employee): boolean {
  return (employee['remote_deleted_at'] ?? null) === null || dayIn(employee, 'termination_date') !== null;
}

function describe(employee: Employee, state: ConnectionState, mapping: Mapping, today: string): PulledPerson {
  const fields: PulledPerson['fields'] = {};
  for (const field of PULLED_FIELDS) {
    const key = mapping.fields[field];
    if (!key) continue;
    if (!state.hasField(rootOf(key))) fields[field] = RESTRICTED;
    else if (isOptional(key) || hasKey(employee, key)) fields[field] = readValue(employee, key);
  }
  return { id: textIn(employee['id'], 'id'), hasLeft: hasLeft(employee, today), fields };
}

/** Kombo always sends its own fields, except for addresses. Without a value, these and the customer's fields may be left out. */
const isOptional = (key: string) => key.startsWith(CUSTOM) || key.endsWith('_email');

/** Not every HR system has a status, and Kombo passes on those that it does not know. */
function hasLeft(employee: Employee, today: string): boolean {
  const status = optionalTextIn(employee['employment_status'], 'employment_status');
  if (status === 'INACTIVE') return true;
  if (status === 'ACTIVE' || status === 'PENDING' || status === 'LEAVE') return false;
  const last = dayIn(employee, 'termination_date');
  return last !== null && last < today;
}

export function hasKey(employee: Employee, key: string): boolean {
  return key.startsWith(CUSTOM) ? key.slice(CUSTOM.length) in customOf(employee) : rootOf(key) in employee;
}

/** The field of the employee that has the value: `groups` for `groups.DEPARTMENT`. */
export const rootOf = (key: string) => key.split('.', 1)[0] ?? key;

const DATES = ['date_of_birth', 'start_date', 'termination_date'];

export function readValue(employee: Employee, key: string): string | null {
  if (DATES.includes(key)) return dayIn(employee, key);
  if (key.startsWith(CUSTOM)) return customValue(customOf(employee)[key.slice(CUSTOM.length)]);
  const [root = key, part] = key.split('.');
  if (part === undefined) return optionalTextIn(employee[key], key);
  return optionalTextIn(partOf(employee[root], root, part)?.['name'], key);
}

/** A department and a cost centre are groups of the employee, by their type. The location and the legal entity are objects. */
function partOf(value: unknown, root: string, part: string): Employee | undefined {
  if (value === null || value === undefined) return undefined;
  if (root !== 'groups') return objectIn(value, root);
  const groups = shortListIn(value, root).map((item) => objectIn(item, `${root}[]`));
  return groups.find(({ type }) => type === part);
}

export const customOf = (employee: Employee) => objectIn(employee['custom_fields'] ?? {}, 'custom_fields');

/** Custom fields may be anything. Lists and objects fill no field of a roster. */
function customValue(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? dayAt(String(value)) || null : null;
}

function dayIn(employee: Employee, key: string): string | null {
  const text = optionalTextIn(employee[key], key);
  return text && dayAt(text);
}

/**
 * A day of Kombo is its midnight in UTC. At any other time it is not clear which day is meant: that text stays as it is, so that
 * the check of the roster names it.
 */
function dayAt(text: string): string {
  return text.replace(/^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z$/, '$1');
}
