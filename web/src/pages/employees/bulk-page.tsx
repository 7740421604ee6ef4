import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { BulkAction } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Pager } from '../../design/pager.tsx';
import { ProgressBar } from '../../design/progress-bar.tsx';
import { Table } from '../../design/table.tsx';
import { List } from '../../domain/list.tsx';
import { PersonCell } from '../../domain/person-cell.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useRefusalText } from '../../domain/use-refusal-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { listPlace } from './list-place.ts';

const EVERY_MS = 1_000;
const PER_PAGE = 25;

/** The progress of an action about many people, and whom it was refused for. */
export default function BulkPage({ id }: { id: number }) {
  const { employees } = useMessages();
  const query = useQuery({
    ...routeQuery('GET /bulk-actions/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : EVERY_MS),
  });
  const client = useQueryClient();
  const isFinished = query.data ? query.data.finishedAt !== null : false;
  // The lists that were read before show the state before.
  useEffect(() => {
    if (isFinished) void client.invalidateQueries({ queryKey: ['GET /employees'] });
  }, [isFinished, client]);
  if (hasCode(query.error, 'not-found')) return <NotFoundPage />;
  return (
    <div className="page">
      <Loaded query={query}>
        {(bulk) => (
          <>
            <PageHead
              title={employees.bulk.titles[bulk.action](bulk.people)}
              text={employees.bulk.startedBy(bulk.by)}
              back={{ to: listPlace(), label: employees.title }}
              actions={<ButtonLink to={listPlace()}>{employees.bulk.backToList}</ButtonLink>}
            />
            <State bulk={bulk} />
            {bulk.refused + bulk.failed > 0 && <NotDone bulk={bulk} />}
            {bulk.done > 0 && <Done bulk={bulk} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

const OFFERS_CONTRACTS: readonly string[] = ['enrol', 'change-plan'];

function State({ bulk }: { bulk: BulkAction }) {
  const { employees } = useMessages();
  const over = bulk.done + bulk.refused + bulk.failed;
  if (bulk.finishedAt)
    return (
      <Callout tone={bulk.refused + bulk.failed > 0 ? 'warn' : 'good'}>
        <p role="status">{employees.bulk.finished(bulk.done, bulk.people)}</p>
        {OFFERS_CONTRACTS.includes(bulk.action) && bulk.done > 0 && (
          <p>
            {employees.bulk.contractsText} <Link to="/links/contracts">{employees.bulk.contractsLink}</Link>
          </p>
        )}
      </Callout>
    );
  return (
    <div className="card card-body">
      <ProgressBar
        label={employees.bulk.running}
        note={employees.bulk.progress(over, bulk.people)}
        done={over}
        total={bulk.people}
      />
    </div>
  );
}

/** Everybody for whom it is done, page by page. */
function Done({ bulk }: { bulk: BulkAction }) {
  const { employees, common } = useMessages();
  const [page, setPage] = useState(1);
  const people = routeQuery('GET /bulk-actions/:id/people', {
    params: { id: bulk.id },
    query: { outcomes: ['done'], page, perPage: PER_PAGE },
  });
  const query = useQuery({
    ...people,
    queryKey: [...people.queryKey, bulk.done],
    placeholderData: keepPreviousData,
  });
  return (
    <Card title={employees.bulk.doneFor} text={common.people(bulk.done)} flush>
      <Loaded query={query} lines={4}>
        {(found) => (
          <>
            <Table
              items={found.data}
              keyOf={({ employeeId }) => employeeId}
              columns={[{ title: employees.person, show: (person) => <PersonCell person={person} /> }]}
            />
            <Pager {...found} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function NotDone({ bulk }: { bulk: BulkAction }) {
  const { employees, common, documents } = useMessages();
  const format = useFormat();
  const refusalText = useRefusalText();
  const { page } = useListAddress();
  const people = routeQuery('GET /bulk-actions/:id/people', {
    params: { id: bulk.id },
    query: { outcomes: ['refused', 'failed'], page, perPage: PER_PAGE },
  });
  // More people are refused while the action goes on.
  const query = useQuery({ ...people, queryKey: [...people.queryKey, bulk.refused, bulk.failed] });
  return (
    <List
      heading={{
        title: employees.bulk.notDone,
        text: `${common.people(bulk.refused + bulk.failed)}, ${format.moment(bulk.createdAt)}`,
      }}
      none={{ icon: 'check', title: employees.bulk.allDone }}
      query={query}
      keyOf={({ employeeId }) => employeeId}
      columns={[
        { title: documents.person, show: (person) => <PersonCell person={person} /> },
        {
          title: employees.bulk.why,
          show: ({ reason, values, message }) =>
            reason ? refusalText({ reason, values, message: message ?? '' }) : employees.bulk.failed,
        },
      ]}
    />
  );
}
