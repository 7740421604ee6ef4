import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Contract } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** Takes back an offer that has not been answered. New terms follow the amounts, so they have no button. */
export function WithdrawOffer({ contract: { id, reason } }: { contract: Contract }) {
  const { person } = useMessages();
  const [asking, setAsking] = useState(false);
  const withdraw = useChange({
    send: () => call('POST /contracts/:id/withdraw', { params: { id } }),
    done: person.offerWithdrawn,
    next: () => setAsking(false),
  });
  if (reason === 'new-terms') return null;
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {person.withdrawOffer}
      </Button>
      {asking && (
        <ConfirmDialog
          title={person.withdrawOfferTitle}
          text={person.withdrawOfferText[reason]}
          button={person.withdrawOffer}
          danger
          change={withdraw}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
