import { dayOf } from '../dates.ts';
import type { Connection, Survey, SurveyedField } from '../hr-system.ts';
import { ESSENTIAL_FIELDS, PULLED_FIELDS, type PulledField } from '../pulled-fields.ts';
import { objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import { visibleAbsenceTypes } from '../visible-absence-types.ts';
import { getAbsenceTypes } from './absences.ts';
import { attributeValue, getPage } from './people.ts';
import { rights, STATUS_RIGHT } from './rights.ts';
import { openSession, type Session } from './session.ts';

interface Attribute {
  key: string;
  label: string;
  type: string | null;
  universalId: string | null;
}

/** Personio's own attributes that can fill a roster. The end of a contract is not the end of an employment. */
const STANDARD: Partial<Record<PulledField, string>> = {
  hrId: 'id',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  startDate: 'hire_date',
  terminationDate: 'termination_date',
  costCentre: 'cost_centers',
  department: 'department',
  location: 'office',
  legalEntity: 'subcompany',
};
const USABLE = [...Object.values(STANDARD), 'preferred_name', 'last_working_day'];
/** Of attributes that the customer has made. Amounts, lists and files fill no field. */
const USABLE_TYPES = ['standard', 'date', 'integer', 'text'];
/** Personio marks some of the customer's attributes, such as bank accounts: those are not looked at. */
const USABLE_MARKS = /birth|personnel|employee_(id|number)|e?mail|cost_cent|payroll_(id|number)/;
const BIRTH_DATE = /geburtsdatum|geburtstag|date.?of.?birth|birth.?(date|day)|\bdob\b/i;
const PERSONNEL_NUMBER = /personal.?(nr|nummer)|personnel.?(no|number)|payroll.?(id|number)/i;
const SAMPLES = 3;

export async function survey(connection: Connection): Promise<Survey> {
  const session = openSession(connection);
  const attributes = await getAttributes(session);
  const usable = attributes.filter(isUsable);
  const keys = usable.map(({ key }) => key);
  const { people, total } = await getPage(session, keys, 0, SAMPLES);
  const fields = usable.map(({ key, label, type }): SurveyedField => {
    const samples = people.map((person) => (key in person ? attributeValue(person, key) : null));
    return { key, label, samples: samples.map((value) => value && (type === 'date' ? dayOf(value) : value)) };
  });
  const guesses = guessFields(usable);
  const absenceTypes = await visibleAbsenceTypes(getAbsenceTypes(session));
  const missing: Survey['missing'] = ESSENTIAL_FIELDS.filter((field) => guesses[field] === null).map(
    (field) => ({ field, right: rights[field] }),
  );
  if (!attributes.some(({ key }) => key === 'status'))
    missing.push({ field: 'terminationDate', right: STATUS_RIGHT });
  if (absenceTypes === null) missing.push({ field: 'absences', right: rights.absences });
  return { people: total, fields, guesses, absenceTypes, missing };
}

/** Those that the credentials may read. The id is always there, and not always listed. */
async function getAttributes(session: Session): Promise<Attribute[]> {
  const answer = objectIn(await session.get('v1', '/v1/company/employees/attributes'), 'The answer');
  const listed = shortListIn(answer['data'], 'data').map((item, index): Attribute => {
    const attribute = objectIn(item, `data[${index}]`);
    const key = textIn(attribute['key'], `data[${index}].key`);
    const label = optionalTextIn(attribute['label'], `${key}.label`) ?? key;
    const type = optionalTextIn(attribute['type'], `${key}.type`);
    return {
      key,
      label,
      type,
      universalId: optionalTextIn(attribute['universal_id'], `${key}.universal_id`),
    };
  });
  const others = listed.filter(({ key }) => key !== 'id');
  return [{ key: 'id', label: 'ID', type: 'integer', universalId: 'id' }, ...others];
}

function isUsable({ key, type, universalId }: Attribute): boolean {
  if (!key.startsWith('dynamic_')) return USABLE.includes(key);
  return USABLE_TYPES.includes(type ?? '') && (universalId === null || USABLE_MARKS.test(universalId));
}

function guessFields(attributes: readonly Attribute[]): Survey['guesses'] {
  const visible = (key: string | undefined) => attributes.find((attribute) => attribute.key === key)?.key;
  const guesses = PULLED_FIELDS.map((field) => [
    field,
    OTHER_GUESSES[field]?.(attributes) ?? visible(STANDARD[field]) ?? null,
  ]);
  return Object.fromEntries(guesses);
}

/** Fields that Personio itself does not have: the customer adds them. */
const OTHER_GUESSES: Partial<Record<PulledField, (attributes: readonly Attribute[]) => string | undefined>> =
  {
    dateOfBirth: guessBirthDate,
    personnelNumber: (attributes) => attributes.find(({ label }) => PERSONNEL_NUMBER.test(label))?.key,
  };

/** By Personio's mark first, then by the label. A date is more likely than a text. */
function guessBirthDate(attributes: readonly Attribute[]): string | undefined {
  const isDate = ({ type }: Attribute) => type === 'date';
  const marked = attributes.filter(({ universalId }) => BIRTH_DATE.test(universalId ?? ''));
  const labelled = attributes.filter(({ label }) => BIRTH_DATE.test(label));
  const found = [marked.find(isDate), labelled.find(isDate), marked[0], labelled[0]];
  return found.find((attribute) => attribute !== undefined)?.key;
}
