import type { AbsenceType, AbsenceWindow, Connection, Page, PulledAbsence } from '../hr-system.ts';
import { inBatches } from '../in-turns.ts';
import { overlaps } from '../overlap.ts';
import { listIn, objectIn, optionalTextIn, shortListIn, textIn } from '../read-answer.ts';
import type { SourceRequest } from '../source-client.ts';
import { SourceError } from '../source-error.ts';
import { ask } from './ask.ts';
import { rights } from './rights.ts';

export async function getAbsenceTypes(connection: Connection): Promise<AbsenceType[]> {
  const answer = await askPermitted(connection, { path: '/api/v1/meta/time_off/types' });
  const types = shortListIn(objectIn(answer, 'The answer')['timeOffTypes'], 'timeOffTypes');
  return types.map((item, index) => {
    const type = objectIn(item, `timeOffTypes[${index}]`);
    return { id: textIn(type['id'], 'id'), name: textIn(type['name'], 'name') };
  });
}

/** Approved requests. BambooHR has no pages here, and leaves out the notes, which are private. */
export async function* listAbsences(
  connection: Connection,
  types: readonly AbsenceType[],
  window: AbsenceWindow,
): AsyncGenerator<Page> {
  const query = new URLSearchParams({
    ...{ start: window.from, end: window.to, status: 'approved', excludeNote: '1' },
    type: types.map(({ id }) => id).join(','),
  });
  const answer = await askPermitted(connection, { path: `/api/v1/time_off/requests?${query}` });
  let index = 0;
  for await (const items of inBatches(listIn(answer, 'The answer'))) {
    const absences = items.flatMap((item) => describe(item, types, `[${index++}]`) ?? []);
    yield { absences: absences.filter((absence) => overlaps(absence, window)) };
  }
}

/** Undefined for requests that were not asked for: a filter may be ignored. */
function describe(item: unknown, types: readonly AbsenceType[], place: string): PulledAbsence | undefined {
  const request = objectIn(item, place);
  const typeId = textIn(objectIn(request['type'], `${place}.type`)['id'], `${place}.type.id`);
  const type = types.find(({ id }) => id === typeId);
  const status = objectIn(request['status'], `${place}.status`)['status'];
  if (!type || status !== 'approved') return undefined;
  const end = optionalTextIn(request['end'], `${place}.end`);
  return {
    personId: textIn(request['employeeId'], `${place}.employeeId`),
    id: textIn(request['id'], `${place}.id`),
    type: type.name,
    startDate: textIn(request['start'], `${place}.start`),
    endDate: end === '0000-00-00' ? null : end,
  };
}

/** People could be listed with this key. If absences cannot, a right is missing. */
async function askPermitted(connection: Connection, request: SourceRequest): Promise<unknown> {
  try {
    return await ask(connection, request);
  } catch (error) {
    if (!(error instanceof SourceError) || error.code !== 'source-unauthorised') throw error;
    throw new SourceError('source-field-missing', {
      detail: 'BambooHR refuses to list time off.',
      ...{ field: 'absences', right: rights.absences, cause: error },
    });
  }
}
