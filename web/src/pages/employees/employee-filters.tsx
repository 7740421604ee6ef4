import { useQuery } from '@tanstack/react-query';
import type { Answer } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { FilterSelect } from '../../design/filter-select.tsx';
import { SearchField } from '../../design/search-field.tsx';
import type { useListAddress } from '../../domain/use-list-address.ts';
import { PLAN_TYPES, SIGNING_STATUSES, SUBSCRIPTION_STATUSES } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const PAYROLL_FILTERS = {
  legalEntities: 'legalEntity',
  departments: 'department',
  costCentres: 'costCentre',
  locations: 'location',
} as const;

/** Each filter shows the number of people it finds. */
export function EmployeeFilters({
  address,
  counts,
  waiting,
}: {
  address: ReturnType<typeof useListAddress>;
  counts: Answer<'GET /employee-counts'> | undefined;
  /** People for whom a ticket could be ordered. */
  waiting: number;
}) {
  const { employees, vocabulary, common } = useMessages();
  const format = useFormat();
  const integrations = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const chosen = address.choices('subscriptionStatuses', SUBSCRIPTION_STATUSES);
  const isWaiting = address.get('waiting') === 'true';
  const number = (count: number | undefined) => (count === undefined ? '' : format.number(count));
  return (
    <section className="stack" aria-label={employees.filters}>
      <div className="row filters">
        <SearchField
          label={employees.search}
          value={address.get('search')}
          onChange={(search) => address.set({ search })}
        />
        <FilterSelect
          label={employees.plan}
          value={address.get('planTypes')}
          any={employees.anyPlan}
          options={PLAN_TYPES.map((value) => ({ value, label: vocabulary.plan[value] }))}
          onChange={(planTypes) => address.set({ planTypes })}
        />
        <FilterSelect
          label={employees.contract}
          value={address.get('contractSigningStatuses')}
          any={employees.anyContract}
          options={SIGNING_STATUSES.map((value) => ({ value, label: vocabulary.signing[value] }))}
          onChange={(contractSigningStatuses) => address.set({ contractSigningStatuses })}
        />
        <FilterSelect
          label={employees.integration}
          value={address.get('hrIntegrationIds')}
          any={employees.anyIntegration}
          options={integrations.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(hrIntegrationIds) => address.set({ hrIntegrationIds })}
        />
        <PayrollFilters address={address} />
        <GroupFilter address={address} />
      </div>
      <fieldset className="chips" aria-label={common.status}>
        <button
          type="button"
          className="chip"
          aria-pressed={chosen.length === 0 && !isWaiting}
          onClick={() => address.set({ subscriptionStatuses: null, waiting: null })}
        >
          {common.all} <span className="chip-count">{number(counts?.total)}</span>
        </button>
        {SUBSCRIPTION_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            className="chip"
            aria-pressed={chosen.includes(status)}
            onClick={() =>
              address.set({
                subscriptionStatuses: (chosen.includes(status)
                  ? chosen.filter((other) => other !== status)
                  : [...chosen, status]
                ).join(','),
              })
            }
          >
            {vocabulary.subscription[status]}{' '}
            <span className="chip-count">{number(counts?.byStatus[status])}</span>
          </button>
        ))}
        {(waiting > 0 || isWaiting) && (
          <button
            type="button"
            className="chip"
            aria-pressed={isWaiting}
            onClick={() => address.set({ waiting: isWaiting ? null : 'true' })}
          >
            {employees.waiting} <span className="chip-count">{number(waiting)}</span>
          </button>
        )}
      </fieldset>
    </section>
  );
}

/** One for each payroll field that somebody has. */
function PayrollFilters({ address }: { address: ReturnType<typeof useListAddress> }) {
  const { employees, vocabulary } = useMessages();
  const values = useQuery(routeQuery('GET /payroll-values')).data;
  return Object.entries(PAYROLL_FILTERS).map(([filter, field]) => {
    const chosen = address.get(filter);
    const offered = values?.[field] ?? [];
    if (offered.length === 0 && !chosen) return null;
    return (
      <FilterSelect
        key={filter}
        label={vocabulary.personField[field]}
        value={chosen}
        any={employees.anyPayroll[field]}
        options={[...new Set([...offered, ...(chosen ? [chosen] : [])])].map((value) => ({
          value,
          label: value,
        }))}
        onChange={(value) => address.set({ [filter]: value })}
      />
    );
  });
}

/** If there are groups. */
function GroupFilter({ address }: { address: ReturnType<typeof useListAddress> }) {
  const { employees } = useMessages();
  const groups = useQuery(routeQuery('GET /groups')).data?.groups ?? [];
  const chosen = address.get('groupIds');
  if (groups.length === 0 && !chosen) return null;
  return (
    <FilterSelect
      label={employees.groupTitle}
      value={chosen}
      any={employees.anyGroup}
      options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(groupIds) => address.set({ groupIds })}
    />
  );
}
