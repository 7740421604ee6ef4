import type { Pool, Sql, Transaction } from '../../../platform/db/types.ts';
import { DROPS } from '../../../platform/limits.ts';

/** The name of the system, as sources store it. */
const FILE_DROP = 'file-drop';

/** An integration whose system drops files. */
export interface DropPlace {
  companyId: number;
  integrationId: number;
}

/** Which source of the integration takes files: the one in use, or one that is being set up. Undefined: none. */
export async function selectDropState(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
): Promise<'active' | 'draft' | undefined> {
  const [source] = await sql<{ state: 'active' | 'draft' }[]>`
    select state from hr_sources
    where company_id = ${companyId} and integration_id = ${integrationId} and system = ${FILE_DROP}
    order by state limit 1`;
  return source?.state;
}

/** A file that is arriving. */
export interface ArrivingFile extends DropPlace {
  id: number;
  name: string;
}

export async function insertArriving(sql: Sql, file: ArrivingFile): Promise<void> {
  await sql`
    insert into dropped_files (company_id, id, integration_id, name)
    values (${file.companyId}, ${file.id}, ${file.integrationId}, ${file.name})`;
}

export async function insertPart(
  sql: Sql,
  { companyId, id }: ArrivingFile,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into dropped_parts (company_id, file_id, position, bytes)
    values (${companyId}, ${id}, ${position}, ${bytes})`;
}

export async function deleteFile(sql: Sql, { companyId, id }: ArrivingFile): Promise<void> {
  await sql`delete from dropped_files where company_id = ${companyId} and id = ${id}`;
}

/** What is known of a complete file, besides its content. */
export interface FileFacts {
  bytes: number;
  sha256: Buffer;
  /** The company's business date. */
  receivedOn: string;
}

/** By the clock and not by the transaction, which may have waited for that of a later file. */
export async function completeFile(
  tx: Transaction,
  { companyId, id }: ArrivingFile,
  { bytes, sha256, receivedOn }: FileFacts,
): Promise<void> {
  await tx`
    update dropped_files
    set received_at = clock_timestamp(), received_on = ${receivedOn}, bytes = ${bytes}, sha256 = ${sha256}
    where company_id = ${companyId} and id = ${id}`;
}

/** The latest pull that has read the newest file, if it has these bytes, came on this day and did not fail. */
export async function findPullOfSameFile(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
  { sha256, receivedOn }: FileFacts,
): Promise<string | undefined> {
  const [found] = await sql<{ syncId: string }[]>`
    select p.sync_id as "syncId"
    from (
      select sha256, received_on from dropped_files
      where company_id = ${companyId} and integration_id = ${integrationId} and received_at is not null
      order by received_at desc, id desc limit 1) f
    cross join (
      select sync_id, status from roster_pulls
      where company_id = ${companyId} and integration_id = ${integrationId} and purpose = 'roster'
      order by id desc limit 1) p
    where f.sha256 = ${sha256} and f.received_on = ${receivedOn} and p.status <> 'failed'`;
  return found?.syncId;
}

/** The pull of a file in a folder. */
export async function findPullOfOrigin(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
  origin: string,
): Promise<string | undefined> {
  const [found] = await sql<{ syncId: string }[]>`
    select sync_id as "syncId" from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and file_origin = ${origin}`;
  return found?.syncId;
}

export interface DroppedFile {
  id: number;
  name: string;
  bytes: number;
  receivedAt: Date;
}

export async function selectNewestFile(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
): Promise<DroppedFile | undefined> {
  const [file] = await sql<DroppedFile[]>`
    select id, name, bytes, received_at as "receivedAt" from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and received_at is not null
    order by received_at desc, id desc limit 1`;
  return file;
}

/** The file of a pull, or the newest one, with its content. With a roster, the content of earlier files is needed no more. */
export async function readFile(
  tx: Transaction,
  place: DropPlace & { fileId: number | null; purpose: 'roster' | 'preview' },
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const { companyId, integrationId, fileId, purpose } = place;
  const id = fileId ?? (await selectNewestFile(tx, place))?.id ?? null;
  const [file] = await tx<{ name: string; bytes: number }[]>`
    select name, bytes from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and id = ${id} and received_at is not null
    for no key update`;
  if (!file || id === null) return undefined;
  if (purpose === 'roster') await deleteEarlierFiles(tx, place, id);
  const parts: Buffer[] = [];
  for (;;) {
    // As base64: the driver decodes hex slowly.
    const [part] = await tx<{ base64: string }[]>`
      select encode(bytes, 'base64') as base64 from dropped_parts
      where company_id = ${companyId} and file_id = ${id} and position = ${parts.length}`;
    if (!part) break;
    parts.push(Buffer.from(part.base64, 'base64'));
  }
  const bytes = Buffer.concat(parts);
  return bytes.length === file.bytes ? { name: file.name, bytes } : undefined;
}

/** What came before that file. */
export async function deleteEarlierFiles(
  tx: Transaction,
  { companyId, integrationId }: DropPlace,
  id: number,
): Promise<void> {
  await tx`
    delete from dropped_files f using dropped_files read
    where f.company_id = ${companyId} and f.integration_id = ${integrationId} and read.company_id = ${companyId}
      and read.id = ${id} and f.received_at < read.received_at`;
}

/** Deletes the files and ends the pulls that wait for them, if no source of the integration needs them. */
export async function deleteUnusedFiles(sql: Sql, place: DropPlace): Promise<void> {
  const { companyId, integrationId } = place;
  if (await selectDropState(sql, place)) return;
  await endAwaitingPulls(sql, place, 'source-changed');
  // One that is arriving is refused when it is complete.
  await sql`
    delete from dropped_files
    where company_id = ${companyId} and integration_id = ${integrationId} and received_at is not null`;
}

/** Of a source that is being set up. */
export async function endAwaitingPulls(
  sql: Sql,
  { companyId, integrationId }: DropPlace,
  code: 'source-changed' | 'file-replaced',
): Promise<void> {
  await sql`
    update roster_pulls set status = 'failed', code = ${code}, finished_at = now()
    where company_id = ${companyId} and integration_id = ${integrationId} and awaits_source and finished_at is null`;
}

/** The source is in use from now on. Returns false if no pull has waited for that. */
export async function beginAwaitingPull(sql: Sql, { companyId, integrationId }: DropPlace): Promise<boolean> {
  const { count } = await sql`
    update roster_pulls set awaits_source = false
    where company_id = ${companyId} and integration_id = ${integrationId} and awaits_source and finished_at is null`;
  return count > 0;
}

/** Pulls of the integration that are not over. */
export async function countOpenPulls(sql: Sql, { companyId, integrationId }: DropPlace): Promise<number> {
  const [row] = await sql<{ open: number }[]>`
    select count(*)::int as open from roster_pulls
    where company_id = ${companyId} and integration_id = ${integrationId} and finished_at is null`;
  return row?.open ?? 0;
}

/** Of the integrations with these ids, those that are connected and take files. Others get nothing from a folder. */
export async function selectDropPlaces(sql: Pool, ids: readonly number[]): Promise<DropPlace[]> {
  return await sql<DropPlace[]>`
    select i.company_id as "companyId", i.id as "integrationId" from hr_integrations i
    where i.id = any(${[...ids]}::bigint[]) and i.disconnected_at is null and exists (
      select from hr_sources s
      where s.company_id = i.company_id and s.integration_id = i.id and s.system = ${FILE_DROP})`;
}

/** Personal data in files is kept only as long as it is needed. */
export async function sweepDroppedFiles(sql: Pool): Promise<void> {
  await sql`
    delete from dropped_files
    where created_at < now() - make_interval(days => ${DROPS.keptDays})
      or (received_at is null and created_at < now() - make_interval(hours => ${DROPS.arrivingHours}))`;
}
