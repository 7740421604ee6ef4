import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { conflictsQuery } from '../../api/sync-queries.ts';
import type { Run } from '../../api/types.ts';
import { Callout } from '../../design/callout.tsx';
import { useMessages } from '../../language/use-messages.ts';

/** From a sync that found conflicts to where they are decided, as long as there is something to decide. */
export function OpenConflicts({ run: { integrationId, counts } }: { run: Run }) {
  const { conflicts } = useMessages();
  const isConcerned = (counts.conflict ?? 0) > 0;
  const open = useQuery({ ...conflictsQuery(integrationId), enabled: isConcerned }).data?.total ?? 0;
  if (!isConcerned || open === 0) return null;
  return (
    <Callout tone="warn" title={conflicts.open(open)}>
      <Link href={`/integrations/${integrationId}`}>{conflicts.decide}</Link>
    </Callout>
  );
}
