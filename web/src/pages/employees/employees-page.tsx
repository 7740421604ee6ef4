import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { PageHead } from '../../design/page.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { PLAN_TYPES, SIGNING_STATUSES, SUBSCRIPTION_STATUSES } from '../../domain/vocabulary.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { AddPerson } from './add-person.tsx';
import { useEmployeeColumns } from './employee-columns.tsx';
import { EmployeeFilters } from './employee-filters.tsx';
import { EnrolWaiting } from './enrol-waiting.tsx';
import './employees.css';

const PER_PAGE = 25;

export default function EmployeesPage() {
  const { employees } = useMessages();
  const mayChange = useMayChange();
  const address = useListAddress();
  const [adding, setAdding] = useState(false);
  const filters = {
    search: address.get('search'),
    planTypes: address.choices('planTypes', PLAN_TYPES),
    contractSigningStatuses: address.choices('contractSigningStatuses', SIGNING_STATUSES),
    hrIntegrationIds: address.ids('hrIntegrationIds'),
  };
  const statuses = address.choices('subscriptionStatuses', SUBSCRIPTION_STATUSES);
  const query = useQuery(
    routeQuery('GET /employees', {
      query: {
        ...filters,
        subscriptionStatuses: statuses,
        page: address.page,
        perPage: PER_PAGE,
        sortOrder: 'asc',
      },
    }),
  );
  const counts = useQuery(routeQuery('GET /employee-counts', { query: filters }));
  const waiting =
    useQuery({ ...routeQuery('GET /enrolments/waiting'), enabled: mayChange }).data?.people ?? 0;

  return (
    <div className="page">
      <PageHead
        title={employees.title}
        text={employees.text}
        actions={
          mayChange && (
            <>
              {waiting > 0 && (
                <Button icon="ticket" onClick={() => address.set({ enrol: 'waiting' })}>
                  {employees.enrolWaiting(waiting)}
                </Button>
              )}
              <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
                {employees.add}
              </Button>
            </>
          )
        }
      />
      <EmployeeFilters address={address} counts={counts.data} />
      <div className="card">
        <PagedTable
          query={query}
          columns={useEmployeeColumns()}
          keyOf={({ id }) => id}
          empty={<Nobody isFiltered={isFiltered(filters, statuses)} />}
        />
      </div>
      <AddPerson open={adding} onClose={() => setAdding(false)} />
      {mayChange && (
        <EnrolWaiting
          open={address.get('enrol') === 'waiting'}
          onClose={() => address.set({ enrol: null })}
        />
      )}
    </div>
  );
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  const { employees } = useMessages();
  return (
    <Empty icon="people" title={isFiltered ? employees.nobody : employees.nobodyYet}>
      {isFiltered ? employees.nobodyText : employees.nobodyYetText}
    </Empty>
  );
}

function isFiltered(filters: Record<string, string | unknown[]>, statuses: unknown[]): boolean {
  return statuses.length > 0 || Object.values(filters).some((value) => value.length > 0);
}
