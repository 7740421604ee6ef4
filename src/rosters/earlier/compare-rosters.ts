import { isDeepStrictEqual } from 'node:util';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import type { RunName } from '../runs/runs-sql.ts';
import { NUMBERS_A_BATCH, requireEarlierRun, requireKept, type SentEntry, toSent } from './earlier-roster.ts';
import {
  type DifferentEntries,
  type EarlierRun,
  selectDifferences,
  selectFirstDifferences,
  selectLatestRun,
  selectRanges,
  selectRunBefore,
} from './earlier-rosters-sql.ts';

/** A number that two rosters list differently. */
export interface Difference {
  difference: DifferentEntries['difference'];
  hrId: string;
  firstName: string;
  lastName: string;
  /** Of a changed entry. */
  fields: Record<string, { from: unknown; to: unknown }>;
}

/** Two rosters of an integration, in the order of their acceptance. */
export interface Pair {
  before: EarlierRun;
  after: EarlierRun;
}

/** The other roster: the one before, the latest applied one, or any other. */
export type Other = 'previous' | 'today' | RunName;

/** The number of people shown for each kind of difference. */
const MAX_DIFFERENCES = 100;

export async function findPair(
  sql: Sql,
  companyId: number,
  integrationId: number,
  name: RunName,
  other: Other,
): Promise<Pair> {
  const run = await requireEarlierRun(sql, companyId, integrationId, name);
  const found =
    other === 'previous'
      ? requireKept(await selectRunBefore(sql, companyId, run))
      : other === 'today'
        ? requireKept(await selectLatestRun(sql, companyId, integrationId))
        : await requireEarlierRun(sql, companyId, integrationId, other);
  return found.acceptSeq < run.acceptSeq ? { before: found, after: run } : { before: run, after: found };
}

export interface Comparison {
  counts: Record<Difference['difference'], number>;
  differences: Difference[];
}

/** The first differences of each kind. */
export async function compareRosters(
  sql: Sql,
  companyId: number,
  pair: Pair,
  max = MAX_DIFFERENCES,
): Promise<Comparison> {
  const rows = await selectFirstDifferences(sql, companyId, pair, max);
  const totals = Object.fromEntries(rows.map(({ difference, total }) => [difference, total]));
  const counts = { came: 0, left: 0, changed: 0, ...totals };
  return { counts, differences: rows.map(toDifference) };
}

/** All differences, in batches: the reader may be slow. */
export async function* readDifferences(
  read: ReadBatch,
  companyId: number,
  pair: Pair,
): AsyncGenerator<Difference[]> {
  const ranges = await read((sql) =>
    selectRanges(sql, companyId, pair.before.integrationId, NUMBERS_A_BATCH),
  );
  for (const range of ranges)
    yield (await read((sql) => selectDifferences(sql, companyId, pair, range))).map(toDifference);
}

function toDifference({ difference, hrId, before, after }: DifferentEntries): Difference {
  const [from, to] = [before && toSent(before), after && toSent(after)];
  const { firstName, lastName } = (to ?? from ?? {}) as { firstName?: string; lastName?: string };
  return {
    difference,
    hrId,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    fields: from && to ? changedFields(from, to) : {},
  };
}

function changedFields(from: SentEntry, to: SentEntry): Difference['fields'] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return Object.fromEntries(
    names
      .filter((name) => !isDeepStrictEqual(from[name], to[name]))
      .map((name) => [name, { from: from[name] ?? null, to: to[name] ?? null }]),
  );
}
