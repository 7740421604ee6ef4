import type { Connection, Survey, SurveyedField } from '../hr-system.ts';
import { ESSENTIAL_FIELDS } from '../pulled-fields.ts';
import { visibleAbsenceTypes } from '../visible-absence-types.ts';
import { getAbsenceTypes } from './absences.ts';
import { getFields, guessFields, isUsable } from './fields.ts';
import { getPage, idFieldOf, valueIn } from './people.ts';
import { rights, STATUS_RIGHT } from './rights.ts';

const SAMPLES = 3;

export async function survey(connection: Connection): Promise<Survey> {
  const all = await getFields(connection);
  const usable = all.filter(isUsable);
  const names = usable.map(({ name }) => name);
  const { rows, total } = await getPage(connection, idFieldOf(all), names, 1, SAMPLES);
  const fields = usable.map(
    ({ name, label }): SurveyedField => ({
      ...{ key: name, label },
      samples: rows.map((row) => valueIn(row, name)),
    }),
  );
  const isRestricted = (name: string) => rows.some(({ restricted }) => restricted.includes(name));
  const guesses = guessFields(usable.filter(({ name }) => !isRestricted(name)));
  const absenceTypes = await visibleAbsenceTypes(getAbsenceTypes(connection));
  const missing: Survey['missing'] = ESSENTIAL_FIELDS.filter((field) => guesses[field] === null).map(
    (field) => ({ field, right: rights[field] }),
  );
  if (!all.some(({ name }) => name === 'status'))
    missing.push({ field: 'terminationDate', right: STATUS_RIGHT });
  if (absenceTypes === null) missing.push({ field: 'absences', right: rights.absences });
  return { people: total, fields, guesses, absenceTypes, missing };
}
