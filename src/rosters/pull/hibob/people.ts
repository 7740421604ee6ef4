import { PAYROLL_FIELDS } from '../../../domain/person/payroll-fields.ts';
import { dayOf } from '../dates.ts';
import type { Mapping, Page, PulledPerson } from '../hr-system.ts';
import { inBatches } from '../in-turns.ts';
import { isPayroll, PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { textIn } from '../read-answer.ts';
import { SourceError } from '../source-error.ts';
import { fieldValue, hasValueOf, nameOf } from './field-value.ts';
import { STATUS_RIGHT } from './rights.ts';
import type { Employee, Session } from './session.ts';

const ID = 'root.id';
const STATUS = 'internal.status';
const LIFECYCLE = 'internal.lifecycleStatus';
const START = 'work.startDate';
const DATES: readonly PulledField[] = ['dateOfBirth', 'startDate', 'terminationDate'];

export async function* listPeople(session: Session, mapping: Mapping, today: string): AsyncGenerator<Page> {
  const mapped = PULLED_FIELDS.flatMap((field) => mapping.fields[field] ?? []);
  const fields = [...new Set([ID, STATUS, LIFECYCLE, START, ...mapped])];
  const hasPayroll = PAYROLL_FIELDS.some((field) => mapping.fields[field]);
  const employees = await session.search(fields, hasPayroll);
  const visible = await visibleFields(employees, fields);
  if (employees.length > 0 && !visible.has(STATUS) && !visible.has(LIFECYCLE))
    throw new SourceError('source-field-missing', {
      detail: 'HiBob does not say who has left: the answer has no status.',
      ...{ field: 'terminationDate', right: STATUS_RIGHT },
    });
  const leavers = new Set<Employee>();
  for await (const some of inBatches(employees))
    for (const employee of some) if (hasLeft(employee, today)) leavers.add(employee);
  const usable = PULLED_FIELDS.filter((field) => {
    const key = mapping.fields[field];
    if (!key) return false;
    // People who have not left have no such date. Without leavers nothing shows whether it may be seen.
    return visible.has(key) || (field === 'terminationDate' && leavers.size === 0);
  });
  const total = employees.length;
  yield { people: [], total };
  for await (const some of inBatches(employees))
    yield {
      people: some.map((employee) => describe(employee, mapping, usable, leavers.has(employee))),
      total,
    };
}

/** HiBob leaves out a field that the service user may not see, and for some people a field without a value. */
export async function visibleFields(
  employees: readonly Employee[],
  fields: readonly string[],
): Promise<ReadonlySet<string>> {
  const visible = new Set<string>();
  for await (const some of inBatches(employees))
    for (const field of fields)
      if (!visible.has(field) && some.some((employee) => hasValueOf(employee, field))) visible.add(field);
  return visible;
}

function describe(
  employee: Employee,
  mapping: Mapping,
  visible: readonly PulledField[],
  isLeaver: boolean,
): PulledPerson {
  const fields: PulledPerson['fields'] = {};
  for (const field of visible) {
    const read = isPayroll(field) ? nameOf : fieldValue;
    const value = read(employee, mapping.fields[field] ?? '');
    fields[field] = value !== null && DATES.includes(field) ? dayOf(value) : value;
  }
  return { id: textIn(fieldValue(employee, ID), ID), hasLeft: isLeaver, fields };
}

/** Inactive people have left, or they have not started yet. */
function hasLeft(employee: Employee, today: string): boolean {
  const lifecycle = fieldValue(employee, LIFECYCLE)?.toLowerCase();
  if (lifecycle === 'terminated') return true;
  if (lifecycle === 'hired' || lifecycle === 'employed') return false;
  const isInactive = fieldValue(employee, STATUS)?.toLowerCase() === 'inactive';
  const start = fieldValue(employee, START);
  return isInactive && !(start !== null && dayOf(start) > today);
}
