import type { Contract } from '../api/routes.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';

/** How a contract was answered: by a mailed link, by one that others have seen too, or on paper. */
export function ProofText({ proof }: { proof: Contract['proof'] }) {
  const { handOut, vocabulary } = useMessages();
  const format = useFormat();
  const nameOf = ({ type, name }: { type: keyof typeof vocabulary.actor; name: string | null }) =>
    name ?? vocabulary.actor[type];
  if (!proof) return handOut.proofUnknown;
  if (proof.by === 'paper') return handOut.proofPaper;
  if (proof.by === 'shown')
    return proof.shownTo.length > 0
      ? handOut.proofShown(proof.shownTo.map(nameOf).join(', '))
      : handOut.proofShownToNobody;
  const { mailedTo, addressChanged } = proof;
  return (
    <>
      {handOut.proofMailed(mailedTo ?? '–')}
      {addressChanged && (
        <strong> {handOut.proofChanged(format.date(addressChanged.at), nameOf(addressChanged.by))}</strong>
      )}
    </>
  );
}
