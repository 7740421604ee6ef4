import { Link } from 'wouter';
import { rosterRefusal } from '../../../../texts/roster-refusal.ts';
import type { Pull } from '../../api/routes.ts';
import { Badge, type Tone } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const TONES: Record<Pull['status'], Tone> = {
  queued: 'info',
  fetching: 'info',
  accepted: 'good',
  previewed: 'neutral',
  failed: 'bad',
};

/** The latest pulls, with their results in words. */
export function PullList({ integrationId, pulls }: { integrationId: number; pulls: readonly Pull[] }) {
  const connect = useConnectText();
  const hrSource = useHrSourceText();
  const format = useFormat();
  const reasonOf = ({ purpose, isScheduled, isOfFile }: Pull) => {
    if (isOfFile) return connect.drop.by;
    if (purpose === 'preview') return hrSource.by.preview;
    return isScheduled ? hrSource.by.schedule : hrSource.by.hand;
  };
  return (
    <Card title={hrSource.pulls} text={pulls.length === 0 ? hrSource.noPulls : hrSource.pullsText} flush>
      {pulls.length > 0 && (
        <Table
          items={pulls}
          keyOf={({ syncId }) => syncId}
          columns={[
            {
              title: hrSource.when,
              show: (pull) => (
                <>
                  {format.moment(pull.createdAt)}
                  <div className="small quiet">{reasonOf(pull)}</div>
                </>
              ),
            },
            {
              title: hrSource.result,
              className: 'roomy',
              show: (pull) => (
                <>
                  <Badge tone={TONES[pull.status]}>{hrSource.results[pull.status]}</Badge>{' '}
                  <PullResult pull={pull} />
                  {pull.runId !== null && (
                    <div className="small">
                      <Link href={`/integrations/${integrationId}/syncs/${pull.runId}`}>
                        {hrSource.toSync}
                      </Link>
                    </div>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** How many people came, or why none did. */
export function PullResult({ pull: { status, people, code, field } }: { pull: Pull }) {
  const { vocabulary } = useMessages();
  const hrSource = useHrSourceText();
  if (status !== 'failed') return hrSource.people(people);
  if (code === 'cancelled') return hrSource.cancelled;
  return code === 'source-changed' ? hrSource.stopped : rosterRefusal(code, vocabulary, field);
}
