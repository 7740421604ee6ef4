import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { call, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Employee } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { PageHead } from '../../design/page.tsx';
import { CsvLink, List } from '../../domain/list.tsx';
import { PersonDialog } from '../../domain/person-dialog.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useNewDialog } from '../../domain/use-new-dialog.ts';
import { PLAN_TYPES, SIGNING_STATUSES, SUBSCRIPTION_STATUSES } from '../../domain/vocabulary.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
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
const SORTS = [
  ...(['name', 'status', 'start', 'nextTicket', 'personnelNumber'] as const),
  ...(['costCentre', 'department', 'location', 'legalEntity', 'group'] as const),
];

export default function EmployeesPage() {
  const { employees } = useMessages();
  const { language } = useLanguage();
  const mayChange = useMay('change-people');
  const address = useListAddress();
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const [adding, setAdding] = useNewDialog();
  const [choosing, setChoosing] = useState(false);
  const { chosen, choose } = useChosenColumns();
  useEffect(() => rememberPlace(String(search)), [search]);

  const filters = {
    ...(address.get('search') && { search: address.get('search') }),
    ...given('planTypes', address.choices('planTypes', PLAN_TYPES)),
    ...given('contractSigningStatuses', address.choices('contractSigningStatuses', SIGNING_STATUSES)),
    ...given('hrIntegrationIds', address.ids('hrIntegrationIds')),
    ...given('costCentres', address.texts('costCentres')),
    ...given('departments', address.texts('departments')),
    ...given('locations', address.texts('locations')),
    ...given('legalEntities', address.texts('legalEntities')),
    ...given('groupIds', address.ids('groupIds')),
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
          <CsvLink
            size="small"
            href={fileUrl('GET /employees.csv', {
              query: { ...filter, sortField, sortOrder, columns: [...chosen], language },
            })}
          />
        </div>
      </div>
      {mayChange && <SelectionBar selection={selection} total={total} />}
      <List
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
        none={{ icon: 'people', title: employees.nobodyYet, text: employees.nobodyYetText }}
        noneFound={Object.keys(filter).length > 0 && { title: employees.nobody, text: employees.nobodyText }}
      />
      {mayChange && adding && (
        <PersonDialog
          title={employees.addTitle}
          text={employees.addText}
          button={employees.add}
          send={(body) => call('POST /employees', { body })}
          done={({ employee }) => employees.added(`${employee.firstName} ${employee.lastName}`)}
          next={({ employee }) => go(`/employees/${employee.id}`)}
          onClose={() => setAdding(false)}
        />
      )}
      {choosing && <ChooseColumns chosen={chosen} onChoose={choose} onClose={() => setChoosing(false)} />}
    </div>
  );
}

/** A filter only if it has values: an empty list would find nobody. */
function given<Name extends string, Value>(name: Name, values: Value[]): { [N in Name]?: Value[] } {
  return values.length > 0 ? ({ [name]: values } as { [N in Name]: Value[] }) : {};
}
