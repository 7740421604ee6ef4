import type { LinkedContract } from '../../../tickets/contracts/contract-table.ts';
import type { Writing } from '../csv.ts';

export function contractFile({ words, day, moment }: Writing) {
  const { handOut, person, employees, common, vocabulary, exports } = words;
  return {
    fileName: handOut.contracts,
    headings: [
      exports.contract,
      person.number,
      employees.firstName,
      employees.lastName,
      common.email,
      handOut.reason,
      employees.plan,
      exports.euros(handOut.amount),
      handOut.start,
      exports.answerUntil,
      common.status,
      handOut.link,
      handOut.proof,
      exports.mailed,
      exports.reminded,
      exports.opened,
    ],
    toRow: (contract: LinkedContract) => [
      contract.id,
      contract.employeeId,
      contract.firstName,
      contract.lastName,
      contract.email,
      vocabulary.contractReason[contract.reason],
      vocabulary.plan[contract.planType],
      { cents: contract.contributionCents },
      day(contract.plannedStart),
      day(contract.answerUntil),
      vocabulary.contract[contract.status],
      contract.link,
      contract.proof && handOut.proofs[contract.proof.by],
      moment(contract.mailedAt),
      moment(contract.remindedAt),
      moment(contract.openedAt),
    ],
  };
}
