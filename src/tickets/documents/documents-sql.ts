import { andLinkedInScope, type Scope } from '../../domain/access/scope.ts';
import { emitted } from '../../domain/events/emit.ts';
import { personnelNumber } from '../../domain/rules/personnel-numbers-sql.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { OfferedText } from '../subscriptions/contract-text.ts';
import type { Proof } from '../subscriptions/proof.ts';
import { proofOf } from '../subscriptions/proof-sql.ts';
import type { ContractStatus } from '../subscriptions/subscription-statuses.ts';
import type { FileType } from './file-types.ts';
import type { Receipt } from './receipt.ts';

export interface Document {
  id: number;
  employeeId: number;
  name: string;
  fileType: FileType;
  downloadable: boolean;
  createdAt: Date;
  updatedAt: Date;
  kind: 'upload' | 'receipt' | 'contract';
  /** False for a contract that was not accepted: it can never be downloaded. */
  isFinal: boolean;
  firstName: string;
  lastName: string;
}

export async function selectDocuments(
  sql: Sql,
  companyId: number,
  scope: Scope,
  ids: readonly number[],
): Promise<Document[]> {
  return await sql<Document[]>`
    select d.id, d.employee_id as "employeeId", d.name, d.file_type as "fileType", d.downloadable,
      d.created_at as "createdAt", d.updated_at as "updatedAt", d.kind,
      coalesce(o.status = 'accepted', d.kind <> 'contract') as "isFinal", e.first_name as "firstName", e.last_name as "lastName"
    from documents d
    join employees e on e.company_id = d.company_id and e.id = d.employee_id
    left join contract_offers o on o.company_id = d.company_id and o.id = d.offer_id
    where d.company_id = ${companyId} and d.id = any(${ids}::bigint[])
      ${andLinkedInScope(sql, companyId, scope, sql`d.employee_id`)}`;
}

/**
 * The source of a file: the pieces of an upload, a receipt with its charge, or the offer of a contract.
 */
export interface Source {
  employeeId: number;
  kind: Document['kind'];
  name: string;
  fileType: FileType;
  downloadable: boolean;
  createdAt: Date;
  receipt: Receipt | null;
  offer:
    | (Omit<OfferedText, 'textDigest'> & { textDigest: string; decidedAt: string; proof: Proof | null })
    | null;
  timeZone: string;
  /** Identifies the person if the name cannot be printed. */
  email: string;
  personnelNumber: string | null;
  contact: string | null;
  privacyNote: string | null;
}

export async function selectSource(
  sql: Sql,
  companyId: number,
  scope: Scope,
  documentId: number,
): Promise<Source | undefined> {
  const [source] = await sql<Source[]>`
    select d.employee_id as "employeeId", d.kind, d.name, d.file_type as "fileType", d.downloadable,
      d.created_at as "createdAt",
      c.time_zone as "timeZone", e.email, (${personnelNumber(sql)}) as "personnelNumber",
      c.contact, c.privacy_note as "privacyNote",
      d.receipt || jsonb_build_object('charge', jsonb_build_object('month', to_char(h.month, 'YYYY-MM'),
        'planType', h.plan_type, 'priceCents', h.price_cents, 'discountCents', h.discount_cents,
        'employerCents', h.employer_cents, 'employeeCents', h.employee_cents,
        'reversedNumber', reversed.receipt -> 'number')) as receipt,
      case when o.status = 'accepted' then jsonb_build_object('terms', o.terms, 'textVersion', o.text_version,
        'textDigest', encode(o.text_digest, 'hex'), 'decidedAt', o.decided_at,
        'proof', ${proofOf(sql)}) end as offer
    from documents d
    join companies c on c.id = d.company_id
    join employees e on e.company_id = d.company_id and e.id = d.employee_id
    left join contract_offers o on o.company_id = d.company_id and o.id = d.offer_id
    left join charges h on h.company_id = d.company_id and h.id = d.charge_id
    left join documents reversed on reversed.company_id = h.company_id and reversed.charge_id = h.reverses
    where d.company_id = ${companyId} and d.id = ${documentId}
      ${andLinkedInScope(sql, companyId, scope, sql`d.employee_id`)}`;
  return source;
}

export interface Withholdable {
  kind: Source['kind'];
  downloadable: boolean;
  /** For a contract: the answer to its offer. */
  contractStatus: ContractStatus | null;
}

export async function selectWithholdableForUpdate(
  sql: Sql,
  companyId: number,
  documentId: number,
): Promise<Withholdable | undefined> {
  const [document] = await sql<Withholdable[]>`
    select d.kind, d.downloadable, o.status as "contractStatus"
    from documents d
    left join contract_offers o on o.company_id = d.company_id and o.id = d.offer_id
    where d.company_id = ${companyId} and d.id = ${documentId}
    for update of d`;
  return document;
}

export async function setDownloadable(
  sql: Sql,
  companyId: number,
  documentId: number,
  downloadable: boolean,
): Promise<void> {
  await sql`
    update documents set downloadable = ${downloadable}, updated_at = now()
    where company_id = ${companyId} and id = ${documentId}`;
}

/** Locks the person, so that an erasure waits for this insert and then deletes it too. */
export async function lockForUpload(sql: Sql, companyId: number, employeeId: number): Promise<boolean> {
  const found = await sql`
    select from employees where company_id = ${companyId} and id = ${employeeId} and erased_at is null for share`;
  return found.length > 0;
}

export async function insertUpload(
  sql: Sql,
  companyId: number,
  upload: { employeeId: number; name: string; fileType: FileType; downloadable: boolean },
): Promise<number> {
  const created = emitted(sql, companyId, 'document.created', {
    of: 'added',
    each: sql`'employeeId', r.employee_id, 'documentId', r.id, 'kind', r.kind`,
  });
  const [row] = await sql<{ id: number }[]>`
    with added as (
      insert into documents (company_id, employee_id, kind, name, file_type, downloadable)
      values (${companyId}, ${upload.employeeId}, 'upload', ${upload.name}, ${upload.fileType}, ${upload.downloadable})
      returning id, employee_id, kind
    ), ${created}
    select id from added`;
  if (!row) throw new Error('insert into documents returned nothing');
  return row.id;
}

export async function insertChunk(
  sql: Sql,
  companyId: number,
  documentId: number,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into document_chunks (company_id, document_id, position, bytes)
    values (${companyId}, ${documentId}, ${position}, ${bytes})`;
}

export async function selectSize(sql: Sql, companyId: number, documentId: number): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from document_chunks
    where company_id = ${companyId} and document_id = ${documentId}`;
  return row?.bytes ?? 0;
}

/** As base64: the driver receives bytes as hex, and decoding that keeps the event loop busy for four times as long. */
export async function selectChunk(
  sql: Sql,
  companyId: number,
  documentId: number,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ base64: string }[]>`
    select encode(bytes, 'base64') as base64 from document_chunks
    where company_id = ${companyId} and document_id = ${documentId} and position = ${position}`;
  return row && Buffer.from(row.base64, 'base64');
}
