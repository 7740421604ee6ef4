import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { employeeCountsQuery, employeesQuery, overviewQuery } from '../../api/queries.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Pager } from '../../design/pager.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { AddPerson } from './add-person.tsx';
import { EmployeeFilters } from './employee-filters.tsx';
import { EmployeeTable } from './employee-table.tsx';
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
    planTypes: address.getList('planTypes'),
    contractSigningStatuses: address.getList('contractSigningStatuses'),
    hrIntegrationIds: address.getList('hrIntegrationIds'),
  };
  const statuses = address.getList('subscriptionStatuses');
  const query = useQuery(
    employeesQuery({
      ...filters,
      subscriptionStatuses: statuses,
      page: address.page,
      perPage: PER_PAGE,
      sortOrder: 'asc',
    }),
  );
  const counts = useQuery(employeeCountsQuery(filters));
  const waiting = useQuery(overviewQuery()).data?.attention.waitingForEnrolment ?? 0;

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
      <div className={query.isPlaceholderData ? 'card table-fading' : 'card'}>
        <Loaded query={query} lines={10}>
          {(page) => (
            <>
              <EmployeeTable people={page.data} isFiltered={isFiltered(filters, statuses)} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )}
        </Loaded>
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

function isFiltered(filters: Record<string, string | string[]>, statuses: string[]): boolean {
  return statuses.length > 0 || Object.values(filters).some((value) => value.length > 0);
}
