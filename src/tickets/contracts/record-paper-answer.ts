import type { Actor } from '../../domain/audit/record-change.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { addUpload } from '../documents/add-upload.ts';
import { answerOffer } from '../subscriptions/answer-offer.ts';
import { selectOffer } from '../subscriptions/offers-sql.ts';
import type { Answer } from './read-contract.ts';

/**
 * Records an answer that the employee has given on paper, with its scan: for people whose date of birth is wrong in the HR
 * data, or who have no device. The scan becomes a document of the person.
 */
export async function recordPaperAnswer(
  tx: Transaction,
  companyId: number,
  offerId: number,
  actor: Actor,
  { answer, ...scan }: { answer: Answer; name: string; bytes: Buffer },
): Promise<number> {
  const offer = await selectOffer(tx, companyId, offerId);
  if (!offer) throw notFound();
  // The answer first: it locks the company before the employee.
  await answerOffer(tx, companyId, offerId, actor, answer, { by: 'paper' });
  return await addUpload(tx, companyId, actor, {
    ...scan,
    employeeId: offer.employeeId,
    downloadable: true,
    offerId,
  });
}
