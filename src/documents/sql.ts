import type { Sql } from '../db/connect.ts';
import type { FileType } from './vocabulary.ts';

export interface Document {
  id: number;
  employeeId: number;
  name: string;
  fileType: FileType;
  downloadable: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export async function selectDocuments(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
): Promise<Document[]> {
  return await sql<Document[]>`
    select id, employee_id as "employeeId", name, file_type as "fileType", downloadable,
      created_at as "createdAt", updated_at as "updatedAt"
    from documents
    where company_id = ${companyId} and id = any(${ids}::bigint[])`;
}

export async function insertUpload(
  sql: Sql,
  companyId: number,
  upload: { employeeId: number; name: string; fileType: FileType; downloadable: boolean; createdAt?: Date },
): Promise<number> {
  const createdAt = upload.createdAt ?? new Date();
  const [row] = await sql<{ id: number }[]>`
    insert into documents (company_id, employee_id, kind, name, file_type, downloadable, created_at, updated_at)
    values (${companyId}, ${upload.employeeId}, 'upload', ${upload.name}, ${upload.fileType}, ${upload.downloadable},
      ${createdAt}, ${createdAt})
    returning id`;
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

export async function selectChunk(
  sql: Sql,
  companyId: number,
  documentId: number,
  position: number,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select bytes from document_chunks
    where company_id = ${companyId} and document_id = ${documentId} and position = ${position}`;
  return row?.bytes;
}
