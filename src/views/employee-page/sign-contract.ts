import type { Pool } from '../../platform/db/types.ts';
import { answerContract } from '../../tickets/contracts/answer-contract.ts';
import type { ContractSubject } from '../../tickets/contracts/contract-links.ts';
import type { Answer } from '../../tickets/contracts/read-contract.ts';
import type { Owner } from './employee-page-sql.ts';
import { proveBirthDate, type Visitor } from './prove-birth-date.ts';

/** The answer counts only together with the date of birth, also in a browser that has proved it before. */
export async function signContract(
  sql: Pool,
  owner: Owner,
  subject: ContractSubject,
  { dateOfBirth, answer }: { dateOfBirth: string; answer: Answer },
  visitor: Visitor,
): Promise<void> {
  await proveBirthDate(sql, owner, dateOfBirth, visitor);
  const { address, browser } = visitor;
  await answerContract(sql, subject, answer, { address, browser, by: subject });
}
