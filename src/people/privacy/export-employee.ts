import type { Row } from 'postgres';
import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { selectChunk } from '../../tickets/documents/documents-sql.ts';
import {
  type PERSONAL_TABLES,
  type Person,
  selectAuditRows,
  selectAwaitingRows,
  selectDuplicateRows,
  selectEventRows,
  selectInvalidEntries,
  selectPassDevices,
  selectPersonalRows,
  selectRecord,
  selectRefusedEntries,
  selectRosterProblems,
  selectRowsOfLinks,
  selectStagedEntries,
} from './export-sql.ts';

type Plain = Record<string, unknown>;

interface ExportedDocument extends Plain {
  id: number;
  fileType: string;
  /** The bytes of an uploaded file. Receipts and contracts are rendered from the exported data. */
  content?: Buffer;
}

export interface EmployeeExport {
  exportedAt: string;
  companyId: number;
  employeeId: number;
  employee: Plain;
  pastTerms: Plain[];
  hrLinks: Plain[];
  contractOffers: Plain[];
  contractProgress: Plain[];
  tickets: Plain[];
  charges: Plain[];
  documents: ExportedDocument[];
  linkViewers: Plain[];
  walletPasses: Plain[];
  passDevices: Plain[];
  mails: Plain[];
  mailOptOuts: Plain[];
  bulkActions: Plain[];
  syncChanges: Plain[];
  heldEnds: Plain[];
  conflicts: Plain[];
  rosterProblems: Plain[];
  invalidEntries: Plain[];
  refusedEntries: Plain[];
  possibleDuplicates: Plain[];
  waitingEntries: Plain[];
  stagedEntries: Plain[];
  events: Plain[];
  auditLog: Plain[];
}

/** Exports all data about one person as of one moment. The export itself is audited. */
export async function exportEmployee(
  sql: Pool,
  companyId: number,
  employeeId: number,
  actor: Actor,
): Promise<EmployeeExport> {
  return await sql.begin('isolation level repeatable read', async (tx) => {
    const exported = await collect(tx, { companyId, employeeId });
    await recordChange(tx, companyId, {
      actor,
      action: 'employee-exported',
      subject: { type: 'employee', id: employeeId },
    });
    return exported;
  });
}

async function collect(tx: Transaction, person: Person): Promise<EmployeeExport> {
  const employee = await selectRecord(tx, person);
  if (!employee) throw notFound();
  const rows = async (table: keyof typeof PERSONAL_TABLES) =>
    (await selectPersonalRows(tx, person, table)).map(plain);
  return {
    exportedAt: new Date().toISOString(),
    ...person,
    employee: plain(employee),
    pastTerms: await rows('past_terms'),
    hrLinks: await rows('hr_links'),
    contractOffers: await rows('contract_offers'),
    contractProgress: await rows('contract_progress'),
    tickets: await rows('tickets'),
    charges: await rows('charges'),
    documents: await documentsOf(tx, person),
    linkViewers: await rows('link_viewers'),
    walletPasses: (await rows('wallet_passes')).map(({ token: _, tokenDigest: __, ...pass }) => pass),
    passDevices: (await selectPassDevices(tx, person)).map(plain),
    mails: await rows('mails'),
    mailOptOuts: await rows('mail_opt_outs'),
    bulkActions: await rows('bulk_action_people'),
    syncChanges: await rows('sync_changes'),
    heldEnds: (await selectRowsOfLinks(tx, person, 'sync_held_ends')).map(plain),
    conflicts: (await selectRowsOfLinks(tx, person, 'sync_conflicts')).map(plain),
    rosterProblems: (await selectRosterProblems(tx, person)).map(plain),
    invalidEntries: (await selectInvalidEntries(tx, person)).map(plain),
    refusedEntries: (await selectRefusedEntries(tx, person)).map(plain),
    possibleDuplicates: (await selectDuplicateRows(tx, person)).map(plain),
    waitingEntries: [
      ...(await rows('waiting_entries')),
      ...(await selectAwaitingRows(tx, person)).map(plain),
    ],
    stagedEntries: (await selectStagedEntries(tx, person)).map(plain),
    events: (await selectEventRows(tx, person)).map(plain),
    auditLog: (await selectAuditRows(tx, person)).map(plain),
  };
}

async function documentsOf(tx: Transaction, person: Person): Promise<ExportedDocument[]> {
  const documents: ExportedDocument[] = [];
  for (const row of await selectPersonalRows(tx, person, 'documents')) {
    const id: number = row['id'];
    const document: ExportedDocument = { ...plain(row), id, fileType: row['file_type'] };
    if (row['kind'] === 'upload') document.content = await contentOf(tx, person.companyId, id);
    documents.push(document);
  }
  return documents;
}

async function contentOf(tx: Transaction, companyId: number, documentId: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (;;) {
    const piece = await selectChunk(tx, companyId, documentId, pieces.length);
    if (!piece) return Buffer.concat(pieces);
    pieces.push(piece);
  }
}

/** Search columns are left out: they are computed from name and address. */
const DERIVED = new Set(['search_text', 'payroll_text', 'email_normal']);

/** Converts a row to JSON with the names that the rest of the service uses. */
function plain(row: Row): Plain {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !DERIVED.has(column))
      .map(([column, value]) => [camelCase(column), Buffer.isBuffer(value) ? value.toString('hex') : value]),
  );
}

function camelCase(column: string): string {
  return column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
