import type { Pool } from '../../platform/db/types.ts';
import { LISTED } from '../../platform/limits.ts';
import { ahead } from './ahead.ts';
import { FieldWatch } from './field-watch.ts';
import type { AbsenceWindow, Connection, HrSystem, Mapping, Page, PulledAbsence } from './hr-system.ts';
import type { PullProgress } from './pulls-sql.ts';
import { incomplete, SourceError, unreadable } from './source-error.ts';
import {
  clearStaged,
  countListed,
  countStaged,
  type StagedCounts,
  type StagedPull,
  stageAbsences,
  stagePeople,
} from './staging-sql.ts';

export interface Fetching {
  sql: Pool;
  pull: StagedPull;
  system: HrSystem;
  connection: Connection;
  mapping: Mapping;
  today: string;
  /** Of a roster. */
  maxPeople: number;
  /** Values that were there before may be missing. */
  allowsGaps: boolean;
  onProgress: (progress: PullProgress) => void;
}

/** Fetches everybody into the staging tables. Throws a `SourceError` unless everything is there. */
export async function fetchPeople(fetching: Fetching): Promise<StagedCounts> {
  try {
    return await fetchOnce(fetching);
  } catch (error) {
    // Somebody was hired or left between two pages.
    if (!(error instanceof Shifted)) throw error;
    return await fetchOnce(fetching);
  }
}

/** The pages do not fit together, which may come from a change in between. */
class Shifted extends SourceError {
  constructor(detail: string) {
    super('source-incomplete', { detail });
  }
}

async function fetchOnce(fetching: Fetching): Promise<StagedCounts> {
  const { sql, pull, system, connection, mapping, today, onProgress } = fetching;
  await clearStaged(sql, pull);
  const watch = new FieldWatch(mapping, system);
  const seen = {
    people: 0,
    absences: 0,
    firstTotal: null as number | null,
    lastTotal: null as number | null,
  };
  for await (const page of ahead(system.list(connection, mapping, windowOf(today)))) {
    const { people = [], total } = page;
    watch.look(people);
    requireStorable(page);
    if (total !== undefined) {
      seen.firstTotal ??= total;
      seen.lastTotal = total;
    }
    if ((await stagePeople(sql, pull, people)) < people.length)
      throw new Shifted('The system listed somebody twice.');
    seen.people += people.length;
    if (seen.people > fetching.maxPeople)
      throw unreadable(`The system lists more than ${fetching.maxPeople} people.`);
    const absences = absencesOf(page);
    if (absences.length > 0) await stageAbsences(sql, pull, absences, seen.absences);
    seen.absences += absences.length;
    if (seen.absences > LISTED.absences)
      throw unreadable(`The system lists more than ${LISTED.absences} absences.`);
    onProgress({ people: seen.people, total: seen.lastTotal });
  }
  for (const total of [seen.firstTotal, seen.lastTotal])
    if (total !== null && total !== seen.people)
      throw new Shifted(`The system announced ${total} people and listed ${seen.people}.`);
  watch.conclude(seen.absences, await countListed(sql, pull, today), fetching.allowsGaps);
  const counts = await countStaged(sql, pull, monthStart(today));
  // The tables are not logged: after a crash of the database they are empty.
  if (counts.people !== seen.people || counts.absences !== seen.absences)
    throw new Error('the staged people were lost');
  // Where a system lists no leavers, leaving somebody out would end them.
  if (counts.withoutNumber > 0 && !system.listsLeavers)
    throw incomplete(`${counts.withoutNumber} people have no number.`);
  return counts;
}

/** Longer than any number or id that a roster may have. */
const MAX_STAGED_LENGTH = 1_000;

/** What is staged in columns of its own. All else is checked with the roster, where it concerns one person only. */
function requireStorable(page: Page): void {
  const require = (what: string, text: unknown) => {
    if (typeof text !== 'string' || (text.length <= MAX_STAGED_LENGTH && isStorable(text))) return;
    throw unreadable(`${what} of somebody is too long, or has NUL or half of a surrogate pair.`);
  };
  for (const { id, fields } of page.people ?? []) {
    require('The id', id);
    require('The hrId', fields.hrId);
    require('The terminationDate', fields.terminationDate);
  }
  for (const absence of absencesOf(page))
    for (const [name, text] of Object.entries(absence)) require(`The ${name} of an absence`, text);
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

function absencesOf({ people = [], absences = [] }: Page): PulledAbsence[] {
  const ofPeople = people.flatMap(({ id, absences: own = [] }) =>
    own.map((absence) => ({ ...absence, personId: id })),
  );
  return [...absences, ...ofPeople];
}

/** The first day of the month of this date. */
export const monthStart = (today: string) => `${today.slice(0, 7)}-01`;

const MONTHS_BACK = 3;
const MONTHS_AHEAD = 15;

/** It moves once a month, so that an unchanged night has equal bytes. */
function windowOf(today: string): AbsenceWindow {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const firstOf = (months: number) =>
    new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  return { from: firstOf(-MONTHS_BACK), to: firstOf(MONTHS_AHEAD) };
}
