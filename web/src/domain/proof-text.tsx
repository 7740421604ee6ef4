import { proofText } from '../../../texts/proof-text.ts';
import type { Contract } from '../api/routes.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';

/** How a contract was answered: by a mailed link, by one that others have seen too, or on paper. */
export function ProofText({ proof }: { proof: Contract['proof'] }) {
  const { proof: words } = useMessages();
  const format = useFormat();
  if (!proof) return words.unknown;
  const { text, addressChanged } = proofText(proof, words, format.date);
  return (
    <>
      {text}
      {addressChanged && <strong> {addressChanged}</strong>}
    </>
  );
}
