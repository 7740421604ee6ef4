import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { CostLine } from '../../api/routes.ts';
import { List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

const PER_PAGE = 25;

/** A line for each person and plan of the month. */
export function LineList({ month }: { month: string }) {
  const { costs, employees, vocabulary } = useMessages();
  const format = useFormat();
  const address = useListAddress();
  const search = address.get('search');
  const query = useQuery(
    routeQuery('GET /costs/:month/lines', {
      params: { month },
      query: { search, page: address.page, perPage: PER_PAGE },
    }),
  );
  const amount = (title: string, cents: (line: CostLine) => number) => ({
    title,
    end: true,
    className: 'numbers nowrap',
    onPhone: 'named' as const,
    show: (line: CostLine) => format.money(cents(line)),
  });
  return (
    <List
      heading={{ title: costs.lines }}
      search={employees.search}
      none={{ icon: 'ticket', title: costs.noneInMonth }}
      noneFound={search !== '' && { title: costs.nobody }}
      query={query}
      keyOf={({ key, planType }) => `${key} ${planType}`}
      columns={[
        { title: costs.person, show: (line) => <Person line={line} /> },
        {
          title: costs.plan,
          className: 'roomy',
          onPhone: 'named',
          show: ({ planType, refunds }) => (
            <>
              {vocabulary.plan[planType]}
              {refunds > 0 && <div className="small quiet">{costs.refunded(refunds)}</div>}
            </>
          ),
        },
        {
          title: costs.price,
          end: true,
          className: 'numbers nowrap',
          onPhone: 'named',
          show: ({ priceCents, discountCents }) => (
            <>
              {format.money(priceCents)}
              {discountCents !== 0 && (
                <div className="small quiet">{costs.lessDiscount(format.money(discountCents))}</div>
              )}
            </>
          ),
        },
        {
          title: costs.employerShare,
          end: true,
          className: 'numbers nowrap',
          onPhone: 'named',
          show: ({ employerCents, beyondSubsidyCents }) => (
            <>
              {format.money(employerCents)}
              {beyondSubsidyCents !== 0 && (
                <div className="small quiet">{costs.ofThatBeyond(format.money(beyondSubsidyCents))}</div>
              )}
            </>
          ),
        },
        amount(costs.employeeShare, ({ employeeCents }) => employeeCents),
        amount(costs.withheld, ({ withheldCents }) => withheldCents),
      ]}
    />
  );
}

function Person({ line: { employeeId, firstName, lastName, hrIds } }: { line: CostLine }) {
  const { costs } = useMessages();
  if (employeeId === null) return <span className="quiet">{costs.erased}</span>;
  return (
    <>
      <Link href={`/employees/${employeeId}`} className="strong">
        {firstName} {lastName}
      </Link>
      {hrIds.length > 0 && <div className="small quiet">{hrIds.join(', ')}</div>}
    </>
  );
}
