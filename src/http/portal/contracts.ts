import { type Static, Type } from 'typebox';
import type { PortalSession } from '../../accounts/sessions-sql.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { CONTRACT_STATES, type ListedContract } from '../../tickets/contracts/list-contracts.ts';
import { date, nullable, oneOf, recordId, timestamp } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { linksFor } from './links.ts';
import { ProofSchema, showProof } from './proofs.ts';
import { named, nullableTimestamp } from './schemas.ts';

export const ContractSchema = named('Contract', {
  id: recordId,
  employeeId: recordId,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  reason: oneOf(['enrolment', 'plan-change', 'new-terms']),
  planType: oneOf(PLAN_TYPES),
  plannedStart: date('When it is to begin. Of an open offer: if it is accepted today.'),
  contributionCents: Type.Integer({ description: 'The monthly amount that it names.' }),
  answerUntil: date('The last day on which it can be answered.'),
  status: oneOf(CONTRACT_STATES),
  createdAt: timestamp('When it was offered.'),
  // When its link was mailed first, when the person was reminded last, and when they first opened it.
  mailedAt: nullableTimestamp,
  remindedAt: nullableTimestamp,
  openedAt: nullableTimestamp,
  decidedAt: nullableTimestamp,
  proof: nullable(ProofSchema),
  link: nullable(Type.String()),
});

export function showContract(
  {
    companyId,
    linkVersion,
    createdAt,
    mailedAt,
    remindedAt,
    openedAt,
    decidedAt,
    proof,
    ...contract
  }: ListedContract,
  session: PortalSession,
  services: Needs<'walletLinks' | 'contractLink' | 'pageLink'>,
): Static<typeof ContractSchema> {
  const canBeAnswered = contract.status === 'pending';
  return {
    ...contract,
    createdAt: createdAt.toISOString(),
    mailedAt: mailedAt?.toISOString() ?? null,
    remindedAt: remindedAt?.toISOString() ?? null,
    openedAt: openedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    proof: proof && showProof(proof),
    link: canBeAnswered
      ? linksFor(session, services).contract({ companyId, id: contract.id, linkVersion })
      : null,
  };
}
