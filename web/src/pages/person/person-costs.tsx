import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import type { PersonCharge } from '../../api/routes.ts';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useCostsText } from '../costs/use-costs-text.ts';
import { Newest } from './newest.tsx';

/** What a person's tickets cost, newest first. Nothing before the first charge. */
export function PersonCosts({ id }: { id: number }) {
  const { person, vocabulary } = useMessages();
  const costs = useCostsText();
  const format = useFormat();
  const charges = useQuery(routeQuery('GET /employees/:id/costs', { params: { id } })).data ?? [];
  if (charges.length === 0) return null;
  const amount = (title: string, cents: (charge: PersonCharge) => number) => ({
    title,
    end: true,
    className: 'numbers nowrap',
    onPhone: 'named' as const,
    show: (charge: PersonCharge) => format.money(cents(charge)),
  });
  return (
    <Card title={person.costs} text={person.costsText} flush>
      <Newest items={charges}>
        {(shown) => (
          <Table
            items={shown}
            keyOf={(charge) => charge.id}
            columns={[
              {
                title: person.month,
                className: 'roomy',
                show: ({ bookedIn, planType, isRefund, costCentre, legalEntity, group }) => (
                  <>
                    <div className="strong">
                      {format.month(bookedIn)}
                      {isRefund && ` (${person.refund})`}
                    </div>
                    <div className="small quiet">
                      {[vocabulary.plan[planType], costCentre, legalEntity, group].filter(Boolean).join(', ')}
                    </div>
                  </>
                ),
              },
              amount(costs.employerShare, ({ employerCents }) => employerCents),
              amount(costs.employeeShare, ({ employeeCents }) => employeeCents),
              amount(costs.withheld, ({ withheldCents }) => withheldCents),
            ]}
          />
        )}
      </Newest>
    </Card>
  );
}
