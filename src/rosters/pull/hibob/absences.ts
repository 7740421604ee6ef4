import { dayOf } from '../dates.ts';
import type { AbsenceType, AbsenceWindow, Page, PulledAbsence } from '../hr-system.ts';
import { inBatches } from '../in-turns.ts';
import { isForbidden, missingAbsences } from '../missing-absences.ts';
import { overlaps } from '../overlap.ts';
import { listIn, objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import { rights } from './rights.ts';
import type { Session } from './session.ts';

// HiBob has two lists of absences. The log of changes goes back six months, so it does not have a parental leave that was
// approved a year ago. The list of who is out has every approved absence that overlaps a time, with its own first and last day,
// and open-ended ones. So that one is used. It has the people who are employed only, and leavers need no pause.

/** Kinds of requests that are about whole days. The others are about hours or parts of days, which pause nothing. */
const WHOLE_DAYS: readonly (string | null)[] = ['days', 'openEnded', null];

/** HiBob has names of types and no ids. */
export async function getAbsenceTypes(session: Session): Promise<AbsenceType[]> {
  const { policyTypes } = objectIn(await getPermitted(session, '/v1/timeoff/policy-types'), 'The answer');
  return shortListIn(policyTypes, 'policyTypes').map((item, index) => {
    const name = textIn(item, `policyTypes[${index}]`);
    return { id: name, name };
  });
}

export async function* listAbsences(
  session: Session,
  types: readonly AbsenceType[],
  window: AbsenceWindow,
): AsyncGenerator<Page> {
  const query = new URLSearchParams({
    ...{ from: window.from, to: window.to },
    // Parental leave is often private: without this, it is not listed.
    includePrivate: 'true',
    ...{ includeHourly: 'false', includePending: 'false' },
  });
  const { outs } = objectIn(await getPermitted(session, `/v1/timeoff/whosout?${query}`), 'The answer');
  let index = 0;
  for await (const items of inBatches(listIn(outs, 'outs'))) {
    const absences = items.flatMap((item) => describe(item, types, `outs[${index++}]`) ?? []);
    yield { absences: absences.filter((absence) => overlaps(absence, window)) };
  }
}

function describe(item: unknown, types: readonly AbsenceType[], place: string): PulledAbsence | undefined {
  const out = objectIn(item, place);
  const text = (name: string) => optionalTextIn(out[name], `${place}.${name}`);
  const names = [text('policyType'), text('policyTypeDisplayName')];
  const type = types.find(({ id }) => names.includes(id));
  if (!type) {
    if (names.every((name) => name === null))
      throw missingAbsences(rights, 'HiBob hides the type of some absences.');
    return undefined;
  }
  const isApproved = (text('status') ?? 'approved').toLowerCase() === 'approved';
  if (!isApproved || !WHOLE_DAYS.includes(text('requestRangeType') ?? text('type'))) return undefined;
  const end = text('endDate');
  return {
    personId: textIn(out['employeeId'], `${place}.employeeId`),
    id: text('requestId'),
    type: type.name,
    startDate: dayOf(textIn(out['startDate'], `${place}.startDate`)),
    endDate: end && dayOf(end),
  };
}

/** People could be listed with these credentials. If absences cannot, a right is missing. */
async function getPermitted(session: Session, path: string): Promise<unknown> {
  try {
    return await session.get(path);
  } catch (error) {
    throw isForbidden(error) ? missingAbsences(rights, 'HiBob refuses to list absences.', error) : error;
  }
}
