import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { CostLine } from '../../api/routes.ts';
import { List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { useCostsText } from './use-costs-text.ts';

const PER_PAGE = 25;

/** A line for each person and plan of the month. */
export function LineList({ month }: { month: string }) {
  const { employees, vocabulary } = useMessages();
  const costs = useCostsText();
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
      keyOf={({ key, planType, personnelNumber, costCentre, legalEntity, group }) =>
        [key, planType, personnelNumber, costCentre, legalEntity, group].join('\n')
      }
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

function Person({ line }: { line: CostLine }) {
  const costs = useCostsText();
  const mayOpen = useMay('see-people');
  const { employeeId, firstName, lastName, personnelNumber, costCentre, legalEntity, group } = line;
  const booking = [
    personnelNumber && costs.number(personnelNumber),
    costCentre && costs.atCostCentre(costCentre),
    legalEntity,
    group && costs.inGroup(group),
  ]
    .filter(Boolean)
    .join(', ');
  const name = `${firstName} ${lastName}`;
  return (
    <>
      {employeeId === null && <span className="quiet">{costs.erased}</span>}
      {employeeId !== null && !mayOpen && <span className="strong">{name}</span>}
      {employeeId !== null && mayOpen && (
        <Link href={`/employees/${employeeId}`} className="strong">
          {name}
        </Link>
      )}
      {booking && <div className="small quiet">{booking}</div>}
    </>
  );
}
