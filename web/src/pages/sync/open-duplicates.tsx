import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Run } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { useConflictTexts } from '../../domain/use-conflict-texts.ts';

/** A link from a sync with possible duplicates to the page where they are decided, as long as one is open. */
export function OpenDuplicates({ run: { integrationId, problems } }: { run: Run }) {
  const { duplicates } = useConflictTexts();
  const isConcerned = problems.some(({ code }) => code === 'possible-duplicate');
  const query = routeQuery('GET /integrations/:id/duplicates', { params: { id: integrationId } });
  const open = useQuery({ ...query, enabled: isConcerned }).data?.total ?? 0;
  if (!isConcerned || open === 0) return null;
  return (
    <Callout tone="warn" title={duplicates.open(open)}>
      <Link href={`/integrations/${integrationId}/decide`}>{duplicates.decide}</Link>
    </Callout>
  );
}
