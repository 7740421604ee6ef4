import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Employee } from '../../api/routes.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Empty } from '../../design/empty.tsx';
import { PageHead } from '../../design/page.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { PLAN_TYPES, SIGNING_STATUSES, SUBSCRIPTION_STATUSES } from '../../domain/vocabulary.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { AddPerson } from './add-person.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { useEmployeeColumns } from './employee-columns.tsx';
import { EmployeeFilters } from './employee-filters.tsx';
import { rememberPlace } from './list-place.ts';
import { SavedFilters } from './saved-filters.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import './employees.css';

const PER_PAGE = 25;
const SORTS = ['name', 'status', 'start', 'nextTicket', 'personnelNumber'] as const;

export default function EmployeesPage() {
  const { employees, common } = useMessages();
  const { language } = useLanguage();
  const mayChange = useMayChange();
  const address = useListAddress();
  const [search] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const { chosen, choose } = useChosenColumns();
  useEffect(() => rememberPlace(String(search)), [search]);

  const filters = {
    ...(address.get('search') && { search: address.get('search') }),
    ...given('planTypes', address.choices('planTypes', PLAN_TYPES)),
    ...given('contractSigningStatuses', address.choices('contractSigningStatuses', SIGNING_STATUSES)),
    ...given('hrIntegrationIds', address.ids('hrIntegrationIds')),
    ...(address.get('waiting') === 'true' && { waiting: true }),
  };
  const filter = {
    ...filters,
    ...given('subscriptionStatuses', address.choices('subscriptionStatuses', SUBSCRIPTION_STATUSES)),
  };
  const sortField = address.choices('sort', SORTS)[0] ?? 'name';
  const sortOrder = address.get('order') === 'desc' ? 'desc' : 'asc';
  const query = useQuery(
    routeQuery('GET /employees', {
      query: { ...filter, page: address.page, perPage: PER_PAGE, sortField, sortOrder },
    }),
  );
  const total = query.data?.total ?? 0;
  const counts = useQuery(routeQuery('GET /employee-counts', { query: filters }));
  const waiting =
    useQuery({ ...routeQuery('GET /employee-counts', { query: { waiting: true } }), enabled: mayChange }).data
      ?.total ?? 0;
  const selection = useSelection(filter, total);

  return (
    <div className="page">
      <PageHead
        title={employees.title}
        text={employees.text}
        actions={
          mayChange && (
            <>
              {waiting > 0 && !filters.waiting && (
                <Button icon="ticket" onClick={() => address.set({ waiting: 'true' })}>
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
      <EmployeeFilters address={address} counts={counts.data} waiting={waiting} />
      {filters.waiting && mayChange && <Callout>{employees.waitingText}</Callout>}
      <div className="row-between table-tools">
        <div className="row">
          <SavedFilters />
        </div>
        <div className="row">
          <Button size="small" onClick={() => setChoosing(true)}>
            {employees.columns}
          </Button>
          <DownloadLink
            size="small"
            href={fileUrl('GET /employees.csv', {
              query: { ...filter, sortField, sortOrder, columns: [...chosen], language },
            })}
          >
            {common.exportCsv}
          </DownloadLink>
        </div>
      </div>
      {mayChange && <SelectionBar selection={selection} total={total} />}
      <div className="card">
        <PagedTable
          query={query}
          columns={useEmployeeColumns(chosen)}
          keyOf={({ id }) => id}
          sorting={{
            field: sortField,
            order: sortOrder,
            onSort: (sort, order) => address.set({ sort, order }),
          }}
          selecting={
            mayChange
              ? {
                  isSelected: selection.has,
                  onToggle: selection.toggle,
                  labelOf: (person: Employee) => employees.select(`${person.firstName} ${person.lastName}`),
                  allLabel: employees.selectPage,
                  onToggleAll: selection.change,
                }
              : undefined
          }
          empty={<Nobody isFiltered={Object.keys(filter).length > 0} />}
        />
      </div>
      <AddPerson open={adding} onClose={() => setAdding(false)} />
      {choosing && <ChooseColumns chosen={chosen} onChoose={choose} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** A filter only if it has values: an empty list would find nobody. */
function given<Name extends string, Value>(name: Name, values: Value[]): { [N in Name]?: Value[] } {
  return values.length > 0 ? ({ [name]: values } as { [N in Name]: Value[] }) : {};
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  const { employees } = useMessages();
  return (
    <Empty icon="people" title={isFiltered ? employees.nobody : employees.nobodyYet}>
      {isFiltered ? employees.nobodyText : employees.nobodyYetText}
    </Empty>
  );
}
