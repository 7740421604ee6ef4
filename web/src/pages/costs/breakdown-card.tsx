import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Costs } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Pager } from '../../design/pager.tsx';
import { CsvLink } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useLanguage } from '../../language/use-language.ts';
import { PlanTable, SumsTable } from './plan-table.tsx';
import { useCostsText } from './use-costs-text.ts';

const FIELDS = ['cost-centre', 'legal-entity', 'group'] as const;
type Field = (typeof FIELDS)[number];

const PER_PAGE = 15;

/** The costs of a month by plan, or by a field that charges keep. */
export function BreakdownCard({ costs: chosen }: { costs: Costs }) {
  const costs = useCostsText();
  const { language } = useLanguage();
  const address = useListAddress();
  const by = address.choices('by', FIELDS)[0];
  const { month } = chosen;
  return (
    <Card
      title={by ? costs.breakdownBy[by] : costs.byPlan}
      flush
      actions={
        <div className="row cost-choice">
          <select
            className="input filter-select"
            aria-label={costs.breakdownChoice}
            value={by ?? ''}
            onChange={(event) => address.set({ by: event.target.value })}
          >
            <option value="">{costs.byPlan}</option>
            {FIELDS.map((field) => (
              <option key={field} value={field}>
                {costs.breakdownBy[field]}
              </option>
            ))}
          </select>
          {by && (
            <CsvLink
              href={fileUrl('GET /costs/:month/breakdown.csv', {
                params: { month },
                query: { by, language },
              })}
            />
          )}
        </div>
      }
    >
      {by ? <Parts key={`${month} ${by}`} month={month} by={by} /> : <PlanTable costs={chosen} />}
    </Card>
  );
}

function Parts({ month, by }: { month: string; by: Field }) {
  const costs = useCostsText();
  const [page, setPage] = useState(1);
  const query = useQuery(
    routeQuery('GET /costs/:month/breakdown', { params: { month }, query: { by, page, perPage: PER_PAGE } }),
  );
  return (
    <Loaded query={query} lines={5}>
      {(found) => (
        <>
          <SumsTable
            label={costs.breakdown.by[by]}
            rows={found.data.map(({ name, ...sums }) => ({
              ...sums,
              name: name ?? costs.breakdown.none[by],
              isTotal: false,
            }))}
          />
          {found.totalPages > 1 && <Pager {...found} onPage={setPage} />}
        </>
      )}
    </Loaded>
  );
}
