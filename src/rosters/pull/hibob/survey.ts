import { dayOf } from '../dates.ts';
import type { AbsenceType, Connection, Survey } from '../hr-system.ts';
import { PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { listIn, objectIn, optionalTextIn } from '../read-answer.ts';
import { SourceError } from '../source-error.ts';
import { getAbsenceTypes } from './absences.ts';
import { fieldValue } from './field-value.ts';
import { isVisible } from './people.ts';
import { rights } from './rights.ts';
import { openSession, type Session } from './session.ts';

const GUESSES: Readonly<Record<PulledField, string>> = {
  hrId: 'root.id',
  firstName: 'root.firstName',
  lastName: 'root.surname',
  email: 'root.email',
  dateOfBirth: 'personal.birthDate',
  startDate: 'work.startDate',
  terminationDate: 'internal.terminationDate',
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
};

/** Only these of the fields that a customer has added are looked at: the others may be about health or money. */
const USABLE_NAMES = /personnel|personal-?(nr|nummer)|employee.?(id|number)|birth|geburt|e-?mail/i;
const SAMPLES = 3;
/** HiBob allows 400. */
const MAX_CUSTOM = 50;

export async function survey(connection: Connection): Promise<Survey> {
  const session = openSession(connection);
  const labels = new Map([...Object.entries(STANDARD), ...(await customFields(session))]);
  const employees = await session.search([...labels.keys()]);
  const samples = employees.slice(0, SAMPLES);
  const canSee = (key: string) => isVisible(employees, key);
  const absenceTypes = await visibleAbsenceTypes(session);
  const missing: Survey['missing'] = PULLED_FIELDS.filter((field) => !canSee(GUESSES[field])).map(
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
        samples: samples.map((person) => sampleOf(fieldValue(person, key))),
      })),
    guesses: Object.fromEntries(
      PULLED_FIELDS.map((field) => [field, canSee(GUESSES[field]) ? GUESSES[field] : null]),
    ) as Survey['guesses'],
    absenceTypes,
    missing,
  };
}

const sampleOf = (value: string | null) => value && dayOf(value);

/** Texts, numbers and dates that the customer has added. */
async function customFields(session: Session): Promise<[key: string, label: string][]> {
  const answer = await session.get('/v1/company/people/fields');
  const list = Array.isArray(answer) ? answer : listIn(objectIn(answer, 'The answer')['fields'], 'fields');
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

async function visibleAbsenceTypes(session: Session): Promise<AbsenceType[] | null> {
  try {
    return await getAbsenceTypes(session);
  } catch (error) {
    if (error instanceof SourceError && error.field === 'absences') return null;
    throw error;
  }
}
