import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import type { Attempt } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { ActorName } from '../../domain/actor-name.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const SHOWN = 10;
const MOST_ERRORS = 3;

/** The latest refused rosters. Nothing is shown if there are none. */
export function AttemptList({ integrationId }: { integrationId: number }) {
  const { integrations } = useMessages();
  const format = useFormat();
  const attempts =
    useQuery(
      routeQuery('GET /integrations/:id/attempts', {
        params: { id: integrationId },
        query: { page: 1, perPage: SHOWN },
      }),
    ).data?.data ?? [];
  if (attempts.length === 0) return null;
  return (
    <Card title={integrations.attempts} text={integrations.attemptsText} flush>
      <Table
        items={attempts}
        keyOf={({ id }) => id}
        columns={[
          {
            title: integrations.refused,
            show: ({ lastAt, count, sender }) => (
              <>
                {format.moment(lastAt)}
                {count > 1 && ` ${integrations.times(count)}`}
                <div className="small quiet">{sender && <ActorName actor={sender} />}</div>
              </>
            ),
          },
          { title: integrations.reason, show: (attempt) => <Reason attempt={attempt} /> },
          {
            title: integrations.request,
            onPhone: 'named',
            show: ({ requestId, syncId }) => (
              <>
                <span className="mono">{requestId}</span>
                <div className="small quiet mono truncate">{syncId}</div>
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Reason({ attempt: { status, code, detail, errors, errorCount } }: { attempt: Attempt }) {
  return (
    <>
      <span className="strong">
        {status} {code}
      </span>
      {detail && <div className="small quiet">{detail}</div>}
      {errors.slice(0, MOST_ERRORS).map((error) => (
        <div key={`${error.pointer} ${error.code}`} className="small quiet mono truncate">
          {error.pointer} {error.code}
        </div>
      ))}
      {errorCount > MOST_ERRORS && <div className="small quiet">… {errorCount}</div>}
    </>
  );
}
