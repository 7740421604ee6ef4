import { PAYROLL_FIELDS } from '../../../domain/person/payroll-fields.ts';
import { dayOf } from '../dates.ts';
import type { Mapping, Page, PulledPerson } from '../hr-system.ts';
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

export async function listPeople(session: Session, mapping: Mapping, today: string): Promise<Page> {
  const mapped = PULLED_FIELDS.flatMap((field) => mapping.fields[field] ?? []);
  const fields = [...new Set([ID, STATUS, LIFECYCLE, START, ...mapped])];
  const hasPayroll = PAYROLL_FIELDS.some((field) => mapping.fields[field]);
  const employees = await session.search(fields, hasPayroll);
  if (employees.length > 0 && !isVisible(employees, STATUS) && !isVisible(employees, LIFECYCLE))
    throw new SourceError('source-field-missing', {
      detail: 'HiBob does not say who has left: the answer has no status.',
      ...{ field: 'terminationDate', right: STATUS_RIGHT },
    });
  const leavers = new Set(employees.filter((employee) => hasLeft(employee, today)));
  const visible = PULLED_FIELDS.filter((field) => {
    const key = mapping.fields[field];
    if (!key) return false;
    // People who have not left have no such date. Without leavers nothing shows whether it may be seen.
    return isVisible(employees, key) || (field === 'terminationDate' && leavers.size === 0);
  });
  const people = employees.map((employee) => describe(employee, mapping, visible, leavers.has(employee)));
  return { people, total: people.length };
}

/** HiBob leaves out a field that the service user may not see, and for some people a field without a value. */
export const isVisible = (employees: readonly Employee[], field: string) =>
  employees.some((employee) => hasValueOf(employee, field));

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
