import { call } from '../../api/client.ts';
import type { Contract } from '../../api/routes.ts';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** Takes back an offer that has not been answered. New terms follow the amounts, so they have no button. */
export function WithdrawOffer({ contract: { id, reason } }: { contract: Contract }) {
  const { person } = useMessages();
  if (reason === 'new-terms') return null;
  return (
    <ConfirmedButton
      size="small"
      label={person.withdrawOffer}
      title={person.withdrawOfferTitle}
      text={person.withdrawOfferText[reason]}
      danger
      send={() => call('POST /contracts/:id/withdraw', { params: { id } })}
      done={person.offerWithdrawn}
    />
  );
}
