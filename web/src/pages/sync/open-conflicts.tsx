import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { useConflictTexts } from '../../domain/use-conflict-texts.ts';

/** A link from a sync with conflicts to the page where they are decided, as long as one is open. */
export function OpenConflicts({ run: { integrationId, counts } }: { run: Run }) {
  const { conflicts } = useConflictTexts();
  const isConcerned = (counts.conflict ?? 0) > 0;
  const query = routeQuery('GET /integrations/:id/conflicts', { params: { id: integrationId } });
  const open = useQuery({ ...query, enabled: isConcerned }).data?.total ?? 0;
  if (!isConcerned || open === 0) return null;
  return (
    <Callout tone="warn" title={conflicts.open(open)}>
      <Link href={`/integrations/${integrationId}/decide`}>{conflicts.decide}</Link>
    </Callout>
  );
}
