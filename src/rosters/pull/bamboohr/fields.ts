import type { Connection } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { countIn, objectIn, optionalTextIn, requireFew, shortListIn, textIn } from '../read-answer.ts';
import { incomplete } from '../source-error.ts';
import { ask } from './ask.ts';

export interface Field {
  name: string;
  label: string;
}

const PAGE_SIZE = 1000;

/** The fields of this account that the key may see. Their names differ by account. */
export async function getFields(connection: Connection): Promise<Field[]> {
  const fields: Field[] = [];
  for (let page = 1; ; page++) {
    const path = `/api/v1_2/datasets/employee/fields?page=${page}&page_size=${PAGE_SIZE}`;
    const answer = objectIn(await ask(connection, { path }), 'The answer');
    const pagination = objectIn(answer['pagination'], 'pagination');
    // A number that is too large gets the last page again.
    if (countIn(pagination['current_page'], 'pagination.current_page') !== page)
      throw incomplete(`Page ${page} of the fields was asked for, and another one came.`);
    for (const [index, item] of shortListIn(answer['fields'], 'fields').entries()) {
      const field = objectIn(item, `fields[${index}]`);
      const name = textIn(field['name'], `fields[${index}].name`);
      fields.push({ name, label: optionalTextIn(field['label'], `${name}.label`) ?? name });
    }
    requireFew(fields.length, 'fields');
    if (page >= countIn(pagination['total_pages'], 'pagination.total_pages')) return fields;
  }
}

/** Names first, then labels; the likeliest comes first. */
const LIKELY: Record<PulledField, readonly RegExp[]> = {
  hrId: [/^(employeeId|eeid|id)$/i, /^employee ?id$/i],
  firstName: [/^firstName$/i, /^(first name|vorname)$/i],
  lastName: [/^lastName$/i, /^(last name|nachname)$/i],
  email: [/^workEmail$/i, /^email$/i, /^(work )?e-?mail$/i],
  dateOfBirth: [/^(dateOfBirth|birthDate|birthday)$/i, /^(date of birth|birth ?date|geburtsdatum)$/i],
  startDate: [/^hireDate$/i, /^(hire date|start date|eintrittsdatum)$/i],
  terminationDate: [/^terminationDate$/i, /^(termination date|austrittsdatum)$/i],
  personnelNumber: [/^employeeNumber$/i, /^(payroll (id|number)|employee #|personalnummer)$/i],
  costCentre: [/^cost ?cent(er|re)$/i, /^kostenstelle$/i],
  department: [/^(jobInformation)?department$/i, /^abteilung$/i],
  location: [/^(jobInformation)?location$/i, /^standort$/i],
  legalEntity: [/^legal ?entity( name)?$/i, /^(employing company|gesellschaft)$/i],
};
/** They may be chosen, but are not guessed. The number for payroll can be blank or reused, so it is never guessed to be the `hrId`. */
const POSSIBLE = /^(homeEmail|preferredName|originalHireDate)$/i;

export function guessFields(fields: readonly Field[]): Record<PulledField, string | null> {
  return Object.fromEntries(PULLED_FIELDS.map((field) => [field, guessField(fields, field)])) as Record<
    PulledField,
    string | null
  >;
}

export function guessField(fields: readonly Field[], field: PulledField): string | null {
  for (const likely of LIKELY[field]) {
    const found =
      fields.find(({ name }) => likely.test(name)) ?? fields.find(({ label }) => likely.test(label));
    if (found) return found.name;
  }
  return null;
}

/** Whether a field can fill a roster. Others, such as salaries, are never asked for. */
export function isUsable({ name, label }: Field): boolean {
  const likely = Object.values(LIKELY).flat();
  return POSSIBLE.test(name) || likely.some((pattern) => pattern.test(name) || pattern.test(label));
}
