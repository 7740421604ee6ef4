import { dayOf } from '../dates.ts';
import type { Connection, Survey } from '../hr-system.ts';
import { ESSENTIAL_FIELDS, type MappedFields, PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { objectIn, optionalTextIn, shortListIn } from '../read-answer.ts';
import { visibleAbsenceTypes } from '../visible-absence-types.ts';
import { getAbsenceTypes } from './absences.ts';
import { fieldValue, nameOf } from './field-value.ts';
import { visibleFields } from './people.ts';
import { rights } from './rights.ts';
import { openSession, type Session } from './session.ts';

const GUESSES: Readonly<MappedFields<string>> = {
  hrId: 'root.id',
  firstName: 'root.firstName',
  lastName: 'root.surname',
  email: 'root.email',
  dateOfBirth: 'personal.birthDate',
  startDate: 'work.startDate',
  terminationDate: 'internal.terminationDate',
  personnelNumber: 'work.employeeIdInCompany',
  department: 'work.department',
  location: 'work.site',
};

const STANDARD: Readonly<Record<string, string>> = {
  'root.id': "HiBob's id",
  'work.employeeIdInCompany': 'Employee ID in company',
  'root.firstName': 'First name',
  'root.surname': 'Last name',
  'root.email': 'Email',
  'personal.birthDate': 'Date of birth',
  'work.startDate': 'Start date',
  'internal.terminationDate': 'Termination date',
  'work.department': 'Department',
  'work.site': 'Site',
};

/** Only these of the fields that a customer has added are looked at: the others may be about health or money. */
const USABLE_NAMES =
  /personnel|personal-?(nr|nummer)|employee.?(id|number)|birth|geburt|e-?mail|cost.?cent|kostenstelle|legal.?entity|gesellschaft/i;
const GUESSED_BY_NAME: Readonly<Partial<Record<PulledField, RegExp>>> = {
  costCentre: /cost.?cent|kostenstelle/i,
  legalEntity: /legal.?entity|gesellschaft/i,
};
/** Their values are items of a list. */
const LISTS = new Set(['work.department', 'work.site']);
const SAMPLES = 3;
/** HiBob allows 400. */
const MAX_CUSTOM = 50;

export async function survey(connection: Connection): Promise<Survey> {
  const session = openSession(connection);
  const labels = new Map([...Object.entries(STANDARD), ...(await customFields(session))]);
  const employees = await session.search([...labels.keys()], true);
  const samples = employees.slice(0, SAMPLES);
  const visible = await visibleFields(employees, [...labels.keys()]);
  const canSee = (key: string) => visible.has(key);
  const absenceTypes = await visibleAbsenceTypes(getAbsenceTypes(session));
  const missing: Survey['missing'] = ESSENTIAL_FIELDS.filter((field) => !canSee(GUESSES[field])).map(
    (field) => ({
      field,
      right: rights[field],
    }),
  );
  if (absenceTypes === null) missing.push({ field: 'absences', right: rights.absences });
  return {
    people: employees.length,
    fields: [...labels]
      .filter(([key]) => canSee(key))
      .map(([key, label]) => ({
        key,
        label,
        samples: samples.map((person) =>
          LISTS.has(key) ? nameOf(person, key) : sampleOf(fieldValue(person, key)),
        ),
      })),
    guesses: Object.fromEntries(
      PULLED_FIELDS.map((field) => [field, guessOf(field, labels, canSee)]),
    ) as Survey['guesses'],
    absenceTypes,
    missing,
  };
}

function guessOf(
  field: PulledField,
  labels: ReadonlyMap<string, string>,
  canSee: (key: string) => boolean,
): string | null {
  const name = GUESSED_BY_NAME[field];
  const key = GUESSES[field] ?? [...labels].find(([, label]) => name?.test(label))?.[0];
  return key !== undefined && canSee(key) ? key : null;
}

const sampleOf = (value: string | null) => value && dayOf(value);

/** Texts, numbers and dates that the customer has added. */
async function customFields(session: Session): Promise<[key: string, label: string][]> {
  const answer = await session.get('/v1/company/people/fields');
  const list = shortListIn(
    Array.isArray(answer) ? answer : objectIn(answer, 'The answer')['fields'],
    'fields',
  );
  const fields = list.map((item, index) => {
    const field = objectIn(item, `fields[${index}]`);
    const text = (name: string) => optionalTextIn(field[name], `fields[${index}].${name}`) ?? '';
    return { id: text('id'), name: text('name'), type: text('type') };
  });
  return fields
    .filter(({ id, name, type }) => id !== '' && /^(text|number|date)$/.test(type) && USABLE_NAMES.test(name))
    .filter(({ id }) => !Object.hasOwn(STANDARD, id))
    .slice(0, MAX_CUSTOM)
    .map(({ id, name }) => [id, name]);
}
