import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { selectWithholdableForUpdate, setDownloadable } from './documents-sql.ts';

/** Blocks or unblocks the download of a document. A contract becomes downloadable only by its acceptance. */
export async function withholdDocument(
  tx: Transaction,
  companyId: number,
  documentId: number,
  actor: Actor,
  withheld: boolean,
): Promise<void> {
  const document = await selectWithholdableForUpdate(tx, companyId, documentId);
  if (!document) throw notFound();
  if (!withheld && document.kind === 'contract' && document.contractStatus !== 'accepted')
    throw refused('contract-not-accepted');
  if (document.downloadable === !withheld) return;
  await setDownloadable(tx, companyId, documentId, !withheld);
  await recordChange(tx, companyId, {
    actor,
    action: withheld ? 'document-withheld' : 'document-released',
    subject: { type: 'document', id: documentId },
  });
}
