import { type Static, Type } from 'typebox';
import { formatEuros } from '../../../texts/format.ts';
import type { PartSums } from '../../company/statements/breakdown-sql.ts';
import type { StatementLine } from '../../company/statements/read-statement.ts';
import type { Statement } from '../../company/statements/statement.ts';
import type { Sums } from '../../company/statements/statements-sql.ts';
import { PLAN_TYPES } from '../../domain/plans/plan-types.ts';
import { describedId, link, nullable, oneOf, timestamp, toLink } from '../schemas.ts';

const money = (description: string) =>
  Type.Object(
    {
      label: Type.String({ description: "Formatted in the company's locale, currency included." }),
      value: Type.Number({ description: 'In euros.' }),
    },
    { description, examples: [{ label: '34,85 €', value: 34.85 }] },
  );

const amounts = {
  price: money('The price of the tickets with tax, before the discount.'),
  discount: money('What neither side pays.'),
  employerShare: money('What the employer pays, `beyondSubsidy` included.'),
  employeeShare: money('What employees pay, `withheldFromSalary` included.'),
  withheldFromSalary: money(
    'The part of `employeeShare` that payroll withholds: the shares on `deferred-plan`.',
  ),
  beyondSubsidy: money(
    'The part of `employerShare` above the subsidy, because employees pay at most the amount that they have signed.',
  ),
};

/** How many tickets the sums of a month, a plan or a line are about. Also of the portal. */
export const ticketCounts = {
  tickets: Type.Integer({ description: 'Charged tickets, less the refunded ones.' }),
  refunds: Type.Integer({ description: 'Refunded tickets.' }),
};

const sums = { ...ticketCounts, ...amounts };

/** Whom a line is about, and where the costs were booked. Also of the portal. */
export const lineFields = {
  employeeId: nullable(describedId('Null once the person was erased.')),
  personnelNumber: nullable(
    Type.String({
      description: 'As of the issue of the ticket. Null once the person was erased.',
      examples: ['10023'],
    }),
  ),
  costCentre: nullable(
    Type.String({
      description: 'As of the issue of the ticket: what a roster listed for the person.',
      examples: ['4711'],
    }),
  ),
  legalEntity: nullable(
    Type.String({ description: 'As of the issue of the ticket.', examples: ['Beispiel Logistik GmbH'] }),
  ),
  group: nullable(
    Type.String({
      description:
        'The name of the group with amounts of its own, as of the issue of the ticket. Null: in no group.',
      examples: ['Logistics'],
    }),
  ),
};
const { employeeId, ...booking } = lineFields;

export const statementFields = {
  month: Type.String({ format: 'month', examples: ['2026-11'] }),
  final: Type.Boolean({
    description:
      'True once the month is over. Then nothing changes any more. Refunds are booked in the month of the refund.',
  }),
  handedOverAt: nullable(
    timestamp(
      'When its files were handed over to payroll. What is booked in the month after that is in the files of the next month.',
    ),
  ),
  ...sums,
  plans: Type.Array(Type.Object({ type: oneOf(PLAN_TYPES), ...sums }), {
    description: 'The same by plan. Plans without charges are left out.',
  }),
  resource: oneOf(['statement']),
  _links: Type.Object({ self: link('This statement, with its lines.') }),
};

export const StatementSchema = Type.Object(statementFields, {
  $id: 'Statement',
  description: 'The costs of a month: the sums of its charges.',
});

export const StatementLineSchema = Type.Object(
  {
    employeeId,
    hrIds: Type.Array(Type.String(), {
      description:
        'The ids that the person now has in HR systems: of present links, or of the link that ended last.',
      examples: [['10023']],
    }),
    ...booking,
    plan: oneOf(PLAN_TYPES),
    ...sums,
    resource: oneOf(['statement-line']),
    _links: Type.Object({ employee: nullable(link('The person; null once erased.')) }),
  },
  { $id: 'StatementLine', description: 'What one person costs on one plan in the month.' },
);

export const StatementPartSchema = Type.Object(
  {
    name: nullable(
      Type.String({ description: 'The value of the field. Null: people without one.', examples: ['4711'] }),
    ),
    ...sums,
    resource: oneOf(['statement-part']),
  },
  { $id: 'StatementPart', description: 'The costs of the people with one value of a field, in a month.' },
);

export function showPart({ name, ...part }: PartSums, locale: string): Static<typeof StatementPartSchema> {
  return { name, ...showSums(part, locale), resource: 'statement-part' };
}

export function showStatement(
  { month, isFinal, handedOverAt, totals, plans }: Statement,
  locale: string,
  baseUrl: string,
): Static<typeof StatementSchema> {
  return {
    month,
    final: isFinal,
    handedOverAt: handedOverAt?.toISOString() ?? null,
    ...showSums(totals, locale),
    plans: plans.map(({ planType, ...each }) => ({ type: planType, ...showSums(each, locale) })),
    resource: 'statement',
    _links: { self: toLink(`${baseUrl}/statements/${month}`) },
  };
}

export function showLine(
  line: StatementLine,
  locale: string,
  baseUrl: string,
): Static<typeof StatementLineSchema> {
  const { employeeId } = line;
  return {
    employeeId,
    hrIds: line.hrIds,
    personnelNumber: line.personnelNumber,
    costCentre: line.costCentre,
    legalEntity: line.legalEntity,
    group: line.group,
    plan: line.planType,
    ...showSums(line, locale),
    resource: 'statement-line',
    _links: { employee: employeeId === null ? null : toLink(`${baseUrl}/employees/${employeeId}`) },
  };
}

function showSums(of: Sums, locale: string) {
  const show = (cents: number) => ({ label: formatEuros(cents, locale), value: cents / 100 });
  return {
    tickets: of.tickets,
    refunds: of.refunds,
    price: show(of.priceCents),
    discount: show(of.discountCents),
    employerShare: show(of.employerCents),
    employeeShare: show(of.employeeCents),
    withheldFromSalary: show(of.withheldCents),
    beyondSubsidy: show(of.beyondSubsidyCents),
  };
}
