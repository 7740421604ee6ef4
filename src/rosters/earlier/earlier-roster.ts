import type { Payroll } from '../../domain/person/payroll-fields.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import type { StoredEntry } from '../plan/entry-json.ts';
import { ABSENCE_FIELDS, type Absence } from '../receive/entry.ts';
import { noSuchRun } from '../runs/read-run.ts';
import type { RunName } from '../runs/runs-sql.ts';
import {
  type EarlierRun,
  selectEarlierRoster,
  selectEarlierRun,
  selectRanges,
} from './earlier-rosters-sql.ts';

/** Finds a run whose roster can be put together again. Refuses one whose roster cannot. */
export async function requireEarlierRun(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
): Promise<EarlierRun> {
  const run = await selectEarlierRun(sql, companyId, integrationId, name);
  if (!run) throw noSuchRun(integrationId, name);
  return requireKept(run);
}

export function requireKept(run: EarlierRun | undefined): EarlierRun {
  if (!run) throw notFound();
  if (!run.isKept) throw refused('roster-not-kept');
  return run;
}

/** A batch reads all later changes of its numbers: larger batches read them less often. */
export const NUMBERS_A_BATCH = 5_000;

/** An entry of a roster as the API takes it: known fields only, without those that are null. */
export type SentEntry = Readonly<Record<string, unknown>> & { readonly hrId: string };

/** The roster of a run, in batches: the reader may be slow. */
export async function* readEarlierRoster(
  read: ReadBatch,
  companyId: number,
  run: EarlierRun,
): AsyncGenerator<SentEntry[]> {
  const ranges = await read((sql) => selectRanges(sql, companyId, run.integrationId, NUMBERS_A_BATCH));
  for (const range of ranges) {
    const rows = await read((sql) => selectEarlierRoster(sql, companyId, run, range));
    yield rows.map(({ entry }) => toSent(entry));
  }
  // Its changes may have been deleted meanwhile.
  const name = { runId: run.id };
  await read((sql) => requireEarlierRun(sql, companyId, run.integrationId, name));
}

export function toSent(entry: StoredEntry): SentEntry {
  const absences = (entry['absences'] ?? []) as unknown as Absence[];
  return withoutNulls({
    hrId: entry['hr_id'],
    firstName: entry['first_name'],
    lastName: entry['last_name'],
    email: entry['email'],
    dateOfBirth: entry['date_of_birth'],
    startDate: entry['start_date'],
    terminationDate: entry['termination_date'],
    profileImage: entry['profile_image'],
    autoSyncEmployee: entry['auto_sync'],
    absences:
      absences.length === 0
        ? null
        : absences.map((absence) =>
            withoutNulls(Object.fromEntries(ABSENCE_FIELDS.map((field) => [field, absence[field]]))),
          ),
    ...(entry['payroll'] as Payroll | undefined),
  }) as SentEntry;
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  );
}
