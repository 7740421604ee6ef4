import type { Integration } from '../../api/routes.ts';
import { Empty } from '../../design/empty.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { ConflictList } from './conflict-list.tsx';
import { DecidedList } from './decided-list.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import { WaitingList } from './waiting-list.tsx';

/** What only a person can decide: who is who. */
export function DecidePart({ integration: { id, decisions } }: { integration: Integration }) {
  const { integrations } = useMessages();
  return (
    <>
      {decisions === 0 && (
        <Empty icon="check" title={integrations.nothingToDecide}>
          {integrations.nothingToDecideText}
        </Empty>
      )}
      <ConflictList integrationId={id} />
      <DuplicateList integrationId={id} />
      <WaitingList integrationId={id} />
      <DecidedList integrationId={id} />
    </>
  );
}
