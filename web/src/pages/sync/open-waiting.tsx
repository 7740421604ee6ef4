import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { useWaitingText } from '../../domain/use-waiting-text.ts';

/** A link from a sync with entries that wait to the page where they are decided, as long as one is open. */
export function OpenWaiting({ run: { integrationId, counts } }: { run: Run }) {
  const waiting = useWaitingText();
  const isConcerned = (counts.waiting ?? 0) > 0;
  const query = routeQuery('GET /integrations/:id/waiting', {
    params: { id: integrationId },
    query: { page: 1, perPage: 1 },
  });
  const open = useQuery({ ...query, enabled: isConcerned }).data?.total ?? 0;
  if (!isConcerned || open === 0) return null;
  return (
    <Callout tone="warn" title={waiting.open(open)}>
      <Link href={`/integrations/${integrationId}/decide`}>{waiting.decide}</Link>
    </Callout>
  );
}
