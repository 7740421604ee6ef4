import { allCompanies, askReachable } from '../../../platform/db/cross-company.ts';
import { drawId } from '../../../platform/db/draw-ids.ts';
import { readClock } from '../../../platform/db/read-clock.ts';
import type { Pool, Sql, Transaction } from '../../../platform/db/types.ts';
import { DROPS } from '../../../platform/limits.ts';
import type { DropFile, DropUser } from './drop-user.ts';

/** A file that is arriving. */
export interface Arriving extends DropUser {
  id: number;
}

export async function insertArriving(sql: Sql, user: DropUser, name: string): Promise<Arriving> {
  const { companyId, integrationId } = user;
  // From now on, this name is that of another file.
  await sql`
    update dropped_files set renamed_from = null
    where company_id = ${companyId} and integration_id = ${integrationId} and renamed_from = ${name}`;
  const id = await drawId(sql, 'dropped_files');
  await sql`
    insert into dropped_files (company_id, id, integration_id, name)
    values (${companyId}, ${id}, ${integrationId}, ${name})`;
  return { companyId, integrationId, id };
}

export async function insertPart(
  sql: Sql,
  { companyId, id }: Arriving,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into dropped_parts (company_id, file_id, position, bytes)
    values (${companyId}, ${id}, ${position}, ${bytes})`;
}

/** Files of the integration that are arriving, and those of other names that nobody has read yet. */
export async function countFiles(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  name: string,
): Promise<{ arriving: number; others: number }> {
  const [counts] = await sql<{ arriving: number; others: number }[]>`
    select count(*) filter (where state = 'arriving')::int as arriving,
      count(*) filter (where state <> 'arriving')::int as others
    from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId}
      and (state = 'arriving' or (name <> ${name} and sync_id is null and replaced_by is null))`;
  return counts ?? { arriving: 0, others: 0 };
}

/** Takes the place of the file of that name. */
export async function closeFile(tx: Transaction, file: Arriving, name: string, bytes: number): Promise<void> {
  await deleteNamed(tx, file, name);
  await tx`
    update dropped_files set state = 'closed', bytes = ${bytes}, changed_at = now()
    where company_id = ${file.companyId} and id = ${file.id}`;
}

export async function deleteFile(sql: Sql, { companyId, id }: Arriving): Promise<void> {
  await sql`delete from dropped_files where company_id = ${companyId} and id = ${id}`;
}

/** Returns false if there is no such file, or if it was read. */
export async function deleteUnread(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  name: string,
): Promise<boolean> {
  const { count } = await sql`
    delete from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and name = ${name} and state <> 'arriving'
      and sync_id is null and replaced_by is null`;
  return count === 1;
}

async function deleteNamed(sql: Sql, { companyId, integrationId }: DropUser, name: string): Promise<void> {
  await sql`
    delete from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and name = ${name} and state <> 'arriving'`;
}

/** Takes the place of the file of the new name. Returns false if there is no file of the old one, or if it was read. */
export async function renameFile(
  tx: Transaction,
  user: DropUser,
  from: string,
  to: string,
): Promise<boolean> {
  const { companyId, integrationId } = user;
  const [file] = await tx<{ id: number }[]>`
    select id from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and name = ${from} and state <> 'arriving'
      and sync_id is null and replaced_by is null
    for update`;
  if (!file) return await wasRenamed(tx, user, from, to);
  if (from === to) return true;
  await deleteNamed(tx, user, to);
  await tx`
    update dropped_files set name = ${to}, renamed_from = ${from}, state = 'closed', changed_at = now()
    where company_id = ${companyId} and id = ${file.id}`;
  return true;
}

/** A client that has not got the answer asks again. */
async function wasRenamed(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  from: string,
  to: string,
): Promise<boolean> {
  const [file] = await sql`
    select from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and name = ${to} and renamed_from = ${from}
      and state <> 'arriving'`;
  return file !== undefined;
}

/** Returns false if there is no such file, or if it was complete already. */
export async function completeFile(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  name: string,
): Promise<boolean> {
  const now = await readClock(sql);
  const { count } = await sql`
    update dropped_files set state = 'complete', changed_at = ${now}::timestamptz
    where company_id = ${companyId} and integration_id = ${integrationId} and name = ${name} and state = 'closed'`;
  return count === 1;
}

interface CompleteFile extends DropFile {
  id: number;
}

/** The newest complete file: the one that counts. */
export async function selectNewest(
  sql: Sql,
  { companyId, integrationId }: DropUser,
): Promise<CompleteFile | undefined> {
  const [file] = await sql<CompleteFile[]>`
    select id, name, bytes, changed_at as "changedAt" from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'complete' and replaced_by is null
    order by changed_at desc, id desc limit 1`;
  return file;
}

/** The newest complete file with its content. It cannot be replaced while it is read. A pull that makes a roster of it is noted. */
export async function readNewest(
  tx: Transaction,
  user: DropUser,
  syncId: string | null,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const { companyId, integrationId } = user;
  const [file] = await tx<{ id: number; name: string; bytes: number }[]>`
    select id, name, bytes from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'complete' and replaced_by is null
    order by changed_at desc, id desc limit 1 for no key update`;
  if (!file) return undefined;
  if (syncId !== null) await noteReading(tx, user, file, syncId);
  const parts: Buffer[] = [];
  for (;;) {
    // As base64: the driver decodes hex slowly.
    const [part] = await tx<{ base64: string }[]>`
      select encode(bytes, 'base64') as base64 from dropped_parts
      where company_id = ${companyId} and file_id = ${file.id} and position = ${parts.length}`;
    if (!part) break;
    parts.push(Buffer.from(part.base64, 'base64'));
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === file.bytes ? { name: file.name, bytes } : undefined;
}

/** Earlier files do not count any more: their content goes, and their results say so. */
async function noteReading(
  tx: Transaction,
  { companyId, integrationId }: DropUser,
  { id, name }: { id: number; name: string },
  syncId: string,
): Promise<void> {
  await tx`update dropped_files set sync_id = ${syncId} where company_id = ${companyId} and id = ${id}`;
  await tx`
    update dropped_files set replaced_by = ${name}, sync_id = null
    where company_id = ${companyId} and integration_id = ${integrationId} and state = 'complete' and id <> ${id}
      and replaced_by is null and (sync_id is null or sync_id = ${syncId})`;
  await tx`
    delete from dropped_parts p using dropped_files f
    where p.company_id = ${companyId} and f.company_id = ${companyId} and f.id = p.file_id
      and f.integration_id = ${integrationId} and f.state = 'complete' and f.id <> ${id}`;
}

/** Of the integration: files that nobody has read yet, or the one of that name. */
export async function selectUnread(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  name?: string,
): Promise<readonly DropFile[]> {
  return await sql<DropFile[]>`
    select name, bytes, changed_at as "changedAt" from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and state <> 'arriving' and sync_id is null
      and replaced_by is null ${name === undefined ? sql`` : sql`and name = ${name}`}
    order by name`;
}

/** What became of a complete file: the pull that has read it and its run, or the newer file that was read instead. */
export interface FileOutcome extends DropFile {
  replacedBy: string | null;
  syncId: string | null;
  pullStatus: string | null;
  code: string | null;
  detail: string | null;
  people: number | null;
  runId: number | null;
  runStatus: string | null;
  counts: Record<string, number> | null;
  problems: { code: string; count?: number }[] | null;
  finishedAt: Date | null;
}

/** Of the latest files, or of the one of that name. */
export async function selectOutcomes(
  sql: Sql,
  { companyId, integrationId }: DropUser,
  name?: string,
): Promise<FileOutcome[]> {
  return await sql<FileOutcome[]>`
    select f.name, f.bytes, f.changed_at as "changedAt", f.replaced_by as "replacedBy",
      f.sync_id as "syncId", p.status as "pullStatus", p.code, p.detail, p.people, r.id as "runId", r.status as "runStatus",
      r.counts, r.problems, coalesce(r.finished_at, p.finished_at) as "finishedAt"
    from dropped_files f
    left join roster_pulls p on p.company_id = ${companyId} and p.integration_id = ${integrationId} and p.sync_id = f.sync_id
    left join sync_runs r on r.company_id = ${companyId} and r.id = p.run_id
    where f.company_id = ${companyId} and f.integration_id = ${integrationId} and f.state = 'complete'
      ${name === undefined ? sql`` : sql`and f.name = ${name}`}
    order by f.changed_at desc limit ${DROPS.results}`;
}

/** Personal data in files is kept only as long as it is needed. */
export async function sweepDrops(sql: Pool): Promise<void> {
  await askReachable(
    sql,
    (among) => sql`
      ${allCompanies(sql, 'dropped files')}
      delete from dropped_files f where ${among('f.company_id')} and (
        (f.state = 'arriving' and f.changed_at < now() - make_interval(hours => ${DROPS.arrivingHours}))
        or (f.state = 'closed' and f.changed_at < now() - make_interval(days => ${DROPS.unfinishedDays}))
        or f.changed_at < now() - make_interval(days => ${DROPS.keptDays}))`,
  );
}
