import type { AbsenceType, AbsenceWindow, Page, PulledAbsence } from '../hr-system.ts';
import { isForbidden, missingAbsences } from '../missing-absences.ts';
import { overlaps } from '../overlap.ts';
import { objectIn, optionalTextIn, requireFew, textIn } from '../read-answer.ts';
import type { ConnectionState } from './connection-state.ts';
import { rights } from './rights.ts';
import type { Session } from './session.ts';

export async function getAbsenceTypes(session: Session, state: ConnectionState): Promise<AbsenceType[]> {
  checkModels(state, ['hris_absence_types', 'hris_absences']);
  const types: AbsenceType[] = [];
  for await (const results of permitted(session.pages('/v1/hris/absence-types', {})))
    for (const [index, item] of results.entries()) {
      const type = objectIn(item, `data.results[${index}]`);
      const id = textIn(type['id'], `data.results[${index}].id`);
      requireFew(types.length, 'The types of absence');
      types.push({ id, name: optionalTextIn(type['name'], `data.results[${index}].name`) ?? id });
    }
  return types;
}

/** The absences of these types that overlap the window. */
export async function* listAbsences(
  session: Session,
  state: ConnectionState,
  types: readonly AbsenceType[],
  window: AbsenceWindow,
): AsyncGenerator<Page> {
  checkModels(state, ['hris_absences']);
  const query = {
    date_from: window.from,
    date_until: window.to,
    type_ids: types.map(({ id }) => id).join(','),
    // Otherwise Kombo lists nothing where the HR system cannot filter. So the answer is filtered here as well.
    ignore_unsupported_filters: 'true',
  };
  for await (const results of permitted(session.pages('/v1/hris/absences', query))) {
    const absences = results.flatMap((item, index) => describe(item, types, `data.results[${index}]`) ?? []);
    yield { absences: absences.filter((absence) => overlaps(absence, window)) };
  }
}

/** Undefined for absences that are not in force, and for other types. */
function describe(item: unknown, types: readonly AbsenceType[], place: string): PulledAbsence | undefined {
  const absence = objectIn(item, place);
  const text = (name: string) => optionalTextIn(absence[name], `${place}.${name}`);
  const type = types.find(({ id }) => id === text('type_id'));
  // HR systems without approval have no status.
  const isInForce = [null, 'APPROVED'].includes(text('status')) && text('remote_deleted_at') === null;
  if (!type || !isInForce) return undefined;
  return {
    personId: textIn(absence['employee_id'], `${place}.employee_id`),
    id: textIn(absence['id'], `${place}.id`),
    type: type.name,
    startDate: text('start_date') ?? '',
    endDate: text('end_date'),
  };
}

function checkModels(state: ConnectionState, models: readonly string[]): void {
  if (!models.every(state.hasModel))
    throw missingAbsences(rights, 'The integration in Kombo gives no absences.');
}

/** People could be listed with these credentials. If absences cannot, a right is missing. */
async function* permitted<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    throw isForbidden(error) ? missingAbsences(rights, 'Kombo refuses to list absences.', error) : error;
  }
}
