import { FILE_THREADS, TABLE_LIMITS } from '../../../platform/limits.ts';
import type { Page, PulledPerson } from '../hr-system.ts';
import { unreadable } from '../source-error.ts';

/** People in pages that the event loop takes in some milliseconds. */
export function* pagesOf(people: readonly PulledPerson[]): Generator<Page> {
  const total = people.length;
  let page: PulledPerson[] = [];
  let characters = 0;
  for (const person of people) {
    const more = charactersOf(person);
    // Several cells may show the same long text.
    if (more > TABLE_LIMITS.length)
      throw unreadable(`A person in the file has more than ${TABLE_LIMITS.length} characters.`);
    if (page.length > 0 && characters + more > FILE_THREADS.pageCharacters) {
      yield { people: page, total };
      page = [];
      characters = 0;
    }
    page.push(person);
    characters += more;
    if (page.length < FILE_THREADS.pagePeople) continue;
    yield { people: page, total };
    page = [];
    characters = 0;
  }
  if (page.length > 0) yield { people: page, total };
}

/** What a value takes besides its characters. */
const OVERHEAD = 20;

function charactersOf({ fields, absences = [] }: PulledPerson): number {
  let sum = 0;
  for (const value of Object.values(fields)) sum += OVERHEAD + (typeof value === 'string' ? value.length : 0);
  for (const { type } of absences) sum += 4 * OVERHEAD + type.length;
  return sum;
}
