import { isPresentHrLink } from '../../domain/rules/links-sql.ts';
import { type ClaimTable, claimRows, endOfClaim, isFree } from '../../platform/claims/claims.ts';
import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';

/**
 * The node that receives a roster has claimed its upload, and renews the claim with every batch. An upload whose time has passed is
 * abandoned. That of an accepted roster is claimed for good, until the roster is applied.
 */
export const UPLOADS: ClaimTable = { table: 'roster_uploads', until: 'lease_until', seconds: 300 };

export async function insertUpload(sql: Sql, companyId: number, integrationId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into roster_uploads (company_id, integration_id, lease_until)
    values (${companyId}, ${integrationId}, ${endOfClaim(sql, UPLOADS.seconds)}) returning id`;
  if (!row) throw new Error('insert into roster_uploads returned nothing');
  return row.id;
}

/** Inserts a small roster with its entries as one text, and a claim that never ends. */
export async function insertWholeUpload(
  sql: Sql,
  { companyId, uploadId }: UploadKey,
  integrationId: number,
  lines: string,
): Promise<void> {
  await sql`
    insert into roster_uploads (company_id, id, integration_id, lease_until, entries) overriding system value
    values (${companyId}, ${uploadId}, ${integrationId}, 'infinity', ${lines})`;
}

export async function replaceLines(
  sql: Sql,
  { companyId, uploadId }: UploadKey,
  lines: string,
): Promise<void> {
  await sql`update roster_uploads set entries = ${lines} where company_id = ${companyId} and id = ${uploadId}`;
}

/** The number of entries that an upload has. */
export async function countEntries(sql: Sql, { companyId, uploadId }: UploadKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from roster_entries where company_id = ${companyId} and upload_id = ${uploadId}`;
  return row?.count ?? 0;
}

/** The absences that the numbers of the integration listed last, as JSON texts by hrId. */
export async function selectKnownAbsences(
  sql: Sql,
  companyId: number,
  integrationId: number,
): Promise<Map<string, string>> {
  const rows = await sql<{ hrId: string; absences: string }[]>`
    select l.hr_id as "hrId", l.absences::text as absences from hr_links l
    where l.company_id = ${companyId} and l.integration_id = ${integrationId} and ${isPresentHrLink(sql)} and l.absences <> '[]'`;
  return new Map(rows.map(({ hrId, absences }) => [hrId, absences]));
}

/** Invalid entries, which have no first name, leave everything as it is anyway. */
export async function fillInKnownAbsences(
  sql: Sql,
  { companyId, uploadId }: UploadKey,
  integrationId: number,
): Promise<void> {
  await sql`
    update roster_entries e set absences = l.absences
    from hr_links l
    where e.company_id = ${companyId} and e.upload_id = ${uploadId} and e.absences = '[]' and e.first_name is not null
      and l.company_id = e.company_id and l.integration_id = ${integrationId} and l.hr_id = e.hr_id
      and ${isPresentHrLink(sql)} and l.absences <> '[]'`;
}

/** Removes the end of the claim. False if the upload has already been swept. */
export async function keepUpload(sql: Sql, { companyId, uploadId }: UploadKey): Promise<boolean> {
  const kept = await sql`
    update roster_uploads set lease_until = 'infinity' where company_id = ${companyId} and id = ${uploadId}`;
  return kept.count === 1;
}

/** Lets the upload be swept from now on. */
export async function expireUpload(sql: Sql, companyId: number, uploadId: number): Promise<void> {
  await sql`update roster_uploads set lease_until = now() where company_id = ${companyId} and id = ${uploadId}`;
}

export async function selectHrIds(
  sql: Sql,
  companyId: number,
  uploadId: number,
  positions: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql<{ position: number; hrId: string }[]>`
    select position, hr_id as "hrId" from roster_entries
    where company_id = ${companyId} and upload_id = ${uploadId} and position = any(${positions}::int[])`;
  return new Map(rows.map(({ position, hrId }) => [position, hrId]));
}

export interface UploadKey {
  companyId: number;
  uploadId: number;
}

/** Companies that have abandoned or finished uploads. */
export async function findCompaniesWithExpiredUploads(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from roster_uploads w
    where ${isFree(sql, UPLOADS)} and not exists (
      select from sync_runs r where r.company_id = w.company_id and r.upload_id = w.id)`);
}

/** Claims an abandoned or finished upload, to delete it in this transaction. */
export async function claimExpiredUpload(
  tx: Transaction,
  companyId: number,
  uploadId?: number,
): Promise<UploadKey | undefined> {
  const isWanted = uploadId === undefined ? tx`true` : tx`w.id = ${uploadId}`;
  const [upload] = await claimRows(tx, UPLOADS, companyId, {
    due: tx`${isWanted} and not exists (
      select from sync_runs r where r.company_id = ${companyId} and r.upload_id = w.id)`,
    order: tx`w.lease_until`,
    max: 1,
    returning: tx`w.integration_id`,
  });
  return upload && { companyId, uploadId: upload.id };
}

export async function deleteUpload(sql: Sql, { companyId, uploadId }: UploadKey): Promise<number> {
  const { count } = await sql`
    delete from roster_entries where company_id = ${companyId} and upload_id = ${uploadId}`;
  await sql`delete from roster_uploads where company_id = ${companyId} and id = ${uploadId}`;
  return count;
}
