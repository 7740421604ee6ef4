import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { Question } from '../../design/confirmed-button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { useMessages } from '../../language/use-messages.ts';

export function OfferNewTerms({ onClose }: { onClose: () => void }) {
  const { handOut } = useMessages();
  const preview = useQuery({ ...routeQuery('POST /contracts/new-terms/preview'), staleTime: 0 });
  return (
    <Question
      title={handOut.newTermsTitle}
      button={handOut.newTerms}
      disabled={!preview.data?.offered}
      send={() => call('POST /contracts/new-terms')}
      done={({ offered }) => handOut.offered(offered)}
      onClose={onClose}
    >
      <Loaded query={preview} lines={2}>
        {({ offered }) => <p>{handOut.newTermsText(offered)}</p>}
      </Loaded>
    </Question>
  );
}
