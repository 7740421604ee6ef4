import { isCalendarDate } from '../../../domain/calendar/dates.ts';
import { dayBefore, dayOf } from '../dates.ts';
import type { AbsenceType, AbsenceWindow, Page, PulledAbsence } from '../hr-system.ts';
import { missingAbsences } from '../missing-absences.ts';
import { overlaps } from '../overlap.ts';
import { listIn, objectIn, optionalTextIn, requireFew, textIn } from '../read-answer.ts';
import { incomplete, unreadable } from '../source-error.ts';
import { rights } from './rights.ts';
import { isRefusal, type Session } from './session.ts';

/** Personio allows no more. */
const PAGE_SIZE = 100;
const MAX_LINK_LENGTH = 4_000;
/** Somebody has asked to delete an absence of the second status: it is in force until that is approved. */
const IN_FORCE: readonly (string | null)[] = ['APPROVED', 'DELETION_PENDING'];

export async function getAbsenceTypes(session: Session): Promise<AbsenceType[]> {
  const types: AbsenceType[] = [];
  for await (const items of pagesOf(session, `/v2/absence-types?limit=${PAGE_SIZE}`))
    for (const [index, item] of items.entries()) {
      const type = objectIn(item, `_data[${index}]`);
      requireFew(types.length, 'The types of absence');
      types.push({ id: textIn(type['id'], 'id'), name: textIn(type['name'], 'name') });
    }
  return types;
}

/**
 * The absences of these types that overlap the window. Personio is not asked for a time: it does not say whether its filter by
 * end keeps absences without an end, and a parental leave must not get lost.
 */
export async function* listAbsences(
  session: Session,
  types: readonly AbsenceType[],
  window: AbsenceWindow,
): AsyncGenerator<Page> {
  for (const type of types) {
    const query = new URLSearchParams({ limit: String(PAGE_SIZE), 'absence_type.id': type.id });
    for await (const items of pagesOf(session, `/v2/absence-periods?${query}`)) {
      const absences = items.flatMap((item, index) => describe(item, type, `_data[${index}]`) ?? []);
      yield { absences: absences.filter((absence) => overlaps(absence, window)) };
    }
  }
}

/** Follows the links to the next pages. */
async function* pagesOf(session: Session, first: string): AsyncGenerator<readonly unknown[]> {
  const seen = new Set<string>();
  for (let path = first; ; ) {
    const answer = objectIn(await getPermitted(session, path), 'The answer');
    const items = listIn(answer['_data'], '_data');
    if (items.length > PAGE_SIZE)
      throw incomplete(`A page has ${items.length} items, more than ${PAGE_SIZE}.`);
    yield items;
    const next = nextLink(answer);
    if (next === null) return;
    if (next.length > MAX_LINK_LENGTH) throw unreadable('The link to the next page is too long.');
    if (seen.has(next)) throw incomplete('The link to the next page leads to a page that came before.');
    seen.add(next);
    path = next;
  }
}

function nextLink(answer: Readonly<Record<string, unknown>>): string | null {
  const meta = objectIn(answer['_meta'] ?? {}, '_meta');
  const next = objectIn(meta['links'] ?? {}, '_meta.links')['next'] ?? null;
  return next === null ? null : optionalTextIn(objectIn(next, 'next')['href'], '_meta.links.next.href');
}

/** People could be listed with these credentials. If absences cannot, a right is missing. */
async function getPermitted(session: Session, path: string): Promise<unknown> {
  try {
    return await session.get('v2', path);
  } catch (error) {
    throw isRefusal(error) ? missingAbsences(rights, 'Personio refuses to list absences.', error) : error;
  }
}

/** Undefined for absences that are not in force, and for other types: a filter may be ignored. */
function describe(item: unknown, type: AbsenceType, place: string): PulledAbsence | undefined {
  const period = objectIn(item, place);
  const ofType = objectIn(period['absence_type'], `${place}.absence_type`);
  if (textIn(ofType['id'], `${place}.absence_type.id`) !== type.id) return undefined;
  const approval = period['approval'] ?? null;
  // Types that nobody has to approve come without it.
  const status = approval && optionalTextIn(objectIn(approval, 'approval')['status'], 'approval.status');
  if (status !== null && !IN_FORCE.includes(status)) return undefined;
  const person = objectIn(period['person'] ?? {}, `${place}.person`);
  if ((person['id'] ?? null) === null)
    throw missingAbsences(rights, 'Personio does not say whose absences they are.');
  const startDate = dayOf(
    textIn(momentIn(period['starts_from'], `${place}.starts_from`), `${place}.starts_from`),
  );
  const end = momentIn(period['ends_at'], `${place}.ends_at`);
  return {
    personId: textIn(person['id'], `${place}.person.id`),
    id: textIn(period['id'], `${place}.id`),
    type: type.name,
    startDate,
    endDate: end && lastDay(end, startDate),
  };
}

function momentIn(value: unknown, place: string): string | null {
  if (value === null || value === undefined) return null;
  return optionalTextIn(objectIn(value, place)['date_time'], `${place}.date_time`);
}

/** Absences of whole days end at the midnight after their last day, others at a time of their last day. */
function lastDay(end: string, startDate: string): string {
  const day = dayOf(end);
  const isMidnight = /T00:00(:00(\.0+)?)?(?!:)/.test(end);
  // One that ends at the midnight at which it begins has that day.
  return isMidnight && isCalendarDate(day) && day !== startDate ? dayBefore(day) : day;
}
