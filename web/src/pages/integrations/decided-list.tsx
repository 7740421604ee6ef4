import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { WaitingEntry } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { ConfirmedButton } from '../../design/confirmed-button.tsx';
import { Pager } from '../../design/pager.tsx';
import { Table } from '../../design/table.tsx';
import { useWaitingText } from '../../domain/use-waiting-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMay } from '../../session/context.ts';

const PER_PAGE = 10;

/** Decisions about entries of restricted keys, to be taken back. */
export function DecidedList({ integrationId }: { integrationId: number }) {
  const waiting = useWaitingText();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const [page, setPage] = useState(1);
  const found = useQuery(
    routeQuery('GET /integrations/:id/waiting', {
      params: { id: integrationId },
      query: { decided: true, page, perPage: PER_PAGE },
    }),
  ).data;
  if (!found || found.total === 0) return null;
  return (
    <Card title={waiting.decidedTitle} text={waiting.decidedText} flush>
      <Table
        items={found.data}
        keyOf={({ id }) => id}
        columns={[
          { title: waiting.person, show: (entry) => <PersonOf entry={entry} /> },
          { title: waiting.number, show: ({ hrId }) => <span className="mono">{hrId}</span> },
          { title: waiting.as, show: ({ decision }) => (decision ? waiting.decisions[decision] : '') },
          { title: waiting.wasDecided, show: ({ decidedAt }) => (decidedAt ? format.moment(decidedAt) : '') },
          {
            title: waiting.takeBack,
            quietTitle: true,
            end: true,
            show: (entry) =>
              mayChange && (
                <ConfirmedButton
                  size="small"
                  label={waiting.takeBack}
                  title={waiting.takeBackTitle}
                  text={waiting.takeBackText(nameOf(entry.people[0] ?? entry.entry))}
                  danger
                  send={() =>
                    call('POST /integrations/:id/waiting/:waitingId/take-back', {
                      params: { id: integrationId, waitingId: entry.id },
                    })
                  }
                  done={waiting.takenBack}
                />
              ),
          },
        ]}
      />
      {found.totalPages > 1 && <Pager {...found} onPage={setPage} />}
    </Card>
  );
}

function PersonOf({ entry: { people } }: { entry: WaitingEntry }) {
  const waiting = useWaitingText();
  const [person] = people;
  if (!person) return waiting.erased;
  return <Link href={`/employees/${person.employeeId}`}>{nameOf(person)}</Link>;
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
