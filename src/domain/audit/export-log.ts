import { BATCH } from '../../platform/db/batches.ts';
import type { ReadBatch, Sql } from '../../platform/db/types.ts';
import { type ChangeFilter, type RecordedChange, selectChangesAfter } from './list-changes.ts';
import { type NamedChange, nameEntries } from './name-entries.ts';
import { type Actor, recordChange } from './record-change.ts';

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The export is an entry too, which the exported log contains unless the filter leaves it out. */
export async function recordExport(
  sql: Sql,
  companyId: number,
  actor: Actor,
  format: ExportFormat,
  { from, before }: ChangeFilter,
): Promise<void> {
  await recordChange(sql, companyId, {
    actor,
    action: 'audit-log-exported',
    subject: { type: 'company', id: companyId },
    details: {
      format,
      ...(from && { from: from.toISOString() }),
      ...(before && { before: before.toISOString() }),
    },
  });
}

/** Yields the log in batches, oldest first: it may be long, and the reader may be slow. */
export async function* readLog(
  read: ReadBatch,
  companyId: number,
  filter: ChangeFilter,
): AsyncGenerator<RecordedChange[]> {
  let last = 0;
  for (;;) {
    const batch = await read((sql) => selectChangesAfter(sql, companyId, filter, last, BATCH));
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
    last = batch.at(-1)?.id ?? last;
  }
}

/** The same with the names of people and things. */
export async function* readNamedLog(
  read: ReadBatch,
  companyId: number,
  filter: ChangeFilter,
): AsyncGenerator<NamedChange[]> {
  for await (const batch of readLog(read, companyId, filter))
    yield await read((sql) => nameEntries(sql, companyId, batch));
}

export const LOG_HEADINGS = [
  ...['id', 'at', 'actorType', 'actorId', 'actorName', 'action', 'subjectType', 'subjectId', 'details'],
];

export function logRow({ id, at, actor, action, subjectType, subjectId, details }: RecordedChange) {
  const { type, id: actorId, name } = actor;
  return [id, at.toISOString(), type, actorId, name, action, subjectType, subjectId, JSON.stringify(details)];
}

export function logLine({ subjectType, subjectId, ...change }: RecordedChange): string {
  return JSON.stringify({ ...change, subject: { type: subjectType, id: subjectId } });
}
