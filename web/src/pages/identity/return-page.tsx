import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/client.ts';
import { Callout } from '../../design/callout.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { announceConfirmed } from '../../session/confirmed-elsewhere.ts';
import { replaceSession } from '../../session/replace-session.ts';
import { Gate } from '../../shell/gate.tsx';
import { ONCE } from './once.ts';
import { Outcome } from './outcome.tsx';

/** The provider returns to this page. The page passes the answer on and shows where the person was before. */
export function ReturnPage() {
  const { identity } = useMessages();
  const client = useQueryClient();
  const [, go] = useLocation();
  const [query] = useState(() => window.location.search);
  const finished = useQuery({
    queryKey: ['identity-finish', query],
    queryFn: () => call('POST /identity/finish', { body: { query } }),
    ...ONCE,
  });
  // The answer does not stay in the history of the browser.
  useEffect(() => window.history.replaceState(null, '', window.location.pathname), []);
  useEffect(() => {
    if (!finished.data) return;
    const { step, next, returnPath } = finished.data;
    if (step === 'confirmed') {
      announceConfirmed();
      window.close();
      return;
    }
    if ('user' in next) replaceSession(client, next);
    go(returnPath.slice('/portal'.length) || '/', { replace: true });
  }, [finished.data, client, go]);
  if (finished.data?.step === 'confirmed')
    return (
      <Gate title={identity.confirmAtProvider}>
        <Callout tone="good">{identity.confirmed}</Callout>
      </Gate>
    );
  return (
    <Gate
      title={finished.error ? identity.failed : identity.returning}
      {...(!finished.error && { text: identity.returningText })}
    >
      <Outcome error={finished.error} />
    </Gate>
  );
}
