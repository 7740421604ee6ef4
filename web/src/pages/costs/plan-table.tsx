import type { CostSums, Costs } from '../../api/routes.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

/** The sums of a month by plan, and all together. */
export function PlanTable({ costs: { plans, totals } }: { costs: Costs }) {
  const { costs, vocabulary } = useMessages();
  const rows: [name: string, sums: CostSums][] = [
    ...plans.map(({ planType, ...sums }): [string, CostSums] => [vocabulary.plan[planType], sums]),
  ];
  return (
    <div className="table-scroll">
      <table className="table cost-plans">
        <thead>
          <tr>
            <th>{costs.plan}</th>
            {[
              costs.tickets,
              costs.price,
              costs.discount,
              costs.employerShare,
              costs.beyondSubsidy,
              costs.employeeShare,
              costs.withheld,
            ].map((title) => (
              <th key={title} className="end">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, sums]) => (
            <SumRow key={name} name={name} sums={sums} />
          ))}
        </tbody>
        <tfoot>
          <SumRow name={costs.all} sums={totals} />
        </tfoot>
      </table>
    </div>
  );
}

function SumRow({ name, sums }: { name: string; sums: CostSums }) {
  const format = useFormat();
  const amounts = [
    sums.priceCents,
    sums.discountCents,
    sums.employerCents,
    sums.beyondSubsidyCents,
    sums.employeeCents,
    sums.withheldCents,
  ];
  return (
    <tr>
      <td>{name}</td>
      <td className="end numbers">{format.number(sums.tickets)}</td>
      {amounts.map((cents, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change their places
        <td key={index} className="end numbers nowrap">
          {format.money(cents)}
        </td>
      ))}
    </tr>
  );
}
