import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Modal } from '../../design/modal.tsx';
import { Problem } from '../../design/problem.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function OfferNewTerms({ onClose }: { onClose: () => void }) {
  const { handOut, common } = useMessages();
  const preview = useQuery({
    ...routeQuery('POST /contracts/new-terms/preview'),
    staleTime: 0,
  });
  const offer = useChange({
    send: () => call('POST /contracts/new-terms'),
    done: ({ offered }) => handOut.offered(offered),
    next: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={handOut.newTermsTitle}
      onSubmit={() => offer.mutate(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" busy={offer.isPending} disabled={!preview.data?.offered}>
            {handOut.newTerms}
          </Button>
        </>
      }
    >
      <Problem error={offer.error} />
      <Loaded query={preview} lines={2}>
        {({ offered }) => <p>{handOut.newTermsText(offered)}</p>}
      </Loaded>
    </Modal>
  );
}
