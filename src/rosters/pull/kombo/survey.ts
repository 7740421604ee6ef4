import type { Connection, Survey } from '../hr-system.ts';
import { ESSENTIAL_FIELDS, PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { listIn, objectIn } from '../read-answer.ts';
import { visibleAbsenceTypes } from '../visible-absence-types.ts';
import { getAbsenceTypes } from './absences.ts';
import { checkConnection } from './connection-state.ts';
import { CUSTOM, customOf, hasKey, readValue, rootOf } from './people.ts';
import { rights } from './rights.ts';
import { openSession } from './session.ts';

/** Fields of Kombo that can fill a roster. */
const USABLE: Readonly<Record<string, string>> = {
  id: "Kombo's id",
  employee_number: 'Employee number',
  remote_id: 'Id in the HR system',
  first_name: 'First name',
  last_name: 'Last name',
  work_email: 'Work email',
  personal_email: 'Personal email',
  date_of_birth: 'Date of birth',
  start_date: 'Start date',
  termination_date: 'Termination date',
  'groups.COST_CENTER': 'Cost center',
  'groups.DEPARTMENT': 'Department',
  'work_location.name': 'Work location',
  'legal_entity.name': 'Legal entity',
};

/** Kombo advises against the id of the HR system: it may change. Absences refer to Kombo's own id. */
const GUESSES: Readonly<Record<PulledField, string>> = {
  hrId: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'work_email',
  dateOfBirth: 'date_of_birth',
  startDate: 'start_date',
  terminationDate: 'termination_date',
  personnelNumber: 'employee_number',
  costCentre: 'groups.COST_CENTER',
  department: 'groups.DEPARTMENT',
  location: 'work_location.name',
  legalEntity: 'legal_entity.name',
};

const SAMPLES = 3;

export async function survey(connection: Connection): Promise<Survey> {
  const session = openSession(connection);
  const state = await checkConnection(session);
  const { results } = await session.get(`/v1/hris/employees?page_size=${SAMPLES}`);
  const people = listIn(results, 'data.results')
    .slice(0, SAMPLES)
    .map((item) => objectIn(item, 'data.results[]'));
  // Without anybody to look at, the scopes decide alone.
  const isVisible = (key: string) =>
    state.hasField(rootOf(key)) && (people.length === 0 || people.some((person) => hasKey(person, key)));
  const custom = new Set(people.flatMap((person) => Object.keys(customOf(person))));
  const labels = [...Object.entries(USABLE), ...[...custom].map((key) => [`${CUSTOM}${key}`, key] as const)];
  const guesses = PULLED_FIELDS.map((field) => [field, isVisible(GUESSES[field]) ? GUESSES[field] : null]);
  const absenceTypes = await visibleAbsenceTypes(getAbsenceTypes(session, state));
  const missing: Survey['missing'] = ESSENTIAL_FIELDS.filter((field) => !isVisible(GUESSES[field])).map(
    (field) => ({
      field,
      right: rights[field],
    }),
  );
  if (absenceTypes === null) missing.push({ field: 'absences', right: rights.absences });
  return {
    people: null,
    fields: labels
      .filter(([key]) => isVisible(key))
      .map(([key, label]) => ({ key, label, samples: people.map((person) => readValue(person, key)) })),
    guesses: Object.fromEntries(guesses),
    absenceTypes,
    missing,
  };
}
