import type { CostSums, Costs } from '../../api/routes.ts';
import { type Column, Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useCostsText } from './use-costs-text.ts';

interface Row extends CostSums {
  name: string;
  isTotal: boolean;
}

/** The sums of a month by plan, and all together. */
export function PlanTable({ costs: { plans, totals } }: { costs: Costs }) {
  const { vocabulary } = useMessages();
  const costs = useCostsText();
  const rows = plans.map((plan) => ({ ...plan, name: vocabulary.plan[plan.planType], isTotal: false }));
  return <SumsTable label={costs.plan} rows={[...rows, { ...totals, name: costs.all, isTotal: true }]} />;
}

/** Sums of costs, each with a name. */
export function SumsTable({ label, rows }: { label: string; rows: readonly Row[] }) {
  const costs = useCostsText();
  const format = useFormat();
  const figure = (
    title: string,
    show: (row: Row) => string,
    note: (row: Row) => string | false = () => false,
  ): Column<Row> => ({
    title,
    end: true,
    className: 'numbers nowrap',
    onPhone: 'named',
    show: (row) => (
      <>
        {row.isTotal ? <strong>{show(row)}</strong> : show(row)}
        {note(row) && <div className="small quiet">{note(row)}</div>}
      </>
    ),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} className="cost-plans" aria-label={label}>
      <Table
        items={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            title: label,
            className: 'roomy',
            show: ({ name, isTotal }) => (isTotal ? <strong>{name}</strong> : name),
          },
          figure(costs.tickets, ({ tickets }) => format.number(tickets)),
          figure(
            costs.price,
            ({ priceCents }) => format.money(priceCents),
            ({ discountCents }) => discountCents !== 0 && costs.lessDiscount(format.money(discountCents)),
          ),
          figure(
            costs.employerShare,
            ({ employerCents }) => format.money(employerCents),
            ({ beyondSubsidyCents }) =>
              beyondSubsidyCents !== 0 && costs.ofThatBeyond(format.money(beyondSubsidyCents)),
          ),
          figure(costs.employeeShare, ({ employeeCents }) => format.money(employeeCents)),
          figure(costs.withheld, ({ withheldCents }) => format.money(withheldCents)),
        ]}
      />
    </section>
  );
}
