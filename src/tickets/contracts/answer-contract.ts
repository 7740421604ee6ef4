import type { Pool } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { answerOffer, type Evidence } from '../subscriptions/answer-offer.ts';
import type { ContractSubject } from './contract-links.ts';
import { type Answer, readContract } from './read-contract.ts';

/**
 * Records the employee's answer. The same answer again changes nothing; a different second answer is refused.
 */
export async function answerContract(
  sql: Pool,
  subject: ContractSubject,
  answer: Answer,
  evidence: Evidence = {},
): Promise<void> {
  const { offer } = await readContract(sql, subject);
  if (offer.status === answer) return;
  const actor = { type: 'employee', id: offer.employeeId } as const;
  try {
    await sql.begin((tx) => answerOffer(tx, offer.companyId, offer.id, actor, answer, evidence));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'transition-refused')) throw error;
    // The offer was answered or withdrawn in the meantime: show its present state.
    const now = await readContract(sql, subject);
    if (now.offer.status === 'pending') throw error;
    if (now.offer.status !== answer) throw refused('other-answer-given');
  }
}
