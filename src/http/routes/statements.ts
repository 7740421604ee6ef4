import { type Static, Type } from 'typebox';
import { selectCompany } from '../../companies/sql.ts';
import { notFound } from '../../errors.ts';
import { formatEuros } from '../../language/money.ts';
import { PLAN_TYPES } from '../../plans/plan-types.ts';
import { listStatements } from '../../statements/list-statements.ts';
import { pageOfLines, readStatement, type StatementLine } from '../../statements/read-statement.ts';
import type { Sums } from '../../statements/sql.ts';
import type { Statement } from '../../statements/statement.ts';
import { allOf, readerOf } from '../access.ts';
import type { App } from '../app.ts';
import { link, listParameters, nullable, oneOf, pageOf, record, ref, toLink, toPage } from '../schemas.ts';
import type { Services } from '../services.ts';

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

const sums = {
  tickets: Type.Integer({ description: 'Charged tickets, less the refunded ones.' }),
  refunds: Type.Integer({ description: 'Refunded tickets.' }),
  ...amounts,
};

const statement = {
  month: Type.String({ format: 'month', examples: ['2026-11'] }),
  final: Type.Boolean({
    description:
      'True once the month is over. Then nothing changes any more. Refunds are booked in the month of the refund.',
  }),
  ...sums,
  plans: Type.Array(Type.Object({ type: oneOf(PLAN_TYPES), ...sums }), {
    description: 'The same by plan. Plans without charges are left out.',
  }),
  resource: oneOf(['statement']),
  _links: Type.Object({ self: link('This statement, with its lines.') }),
};

export const StatementSchema = Type.Object(statement, {
  $id: 'Statement',
  description: 'The costs of a month: the sums of its charges.',
});

export const StatementLineSchema = Type.Object(
  {
    employeeId: nullable(Type.Integer({ description: 'Null once the person was erased.' })),
    hrIds: Type.Array(Type.String(), {
      description: 'Numbers in HR systems: of present links, or of the link that ended last.',
      examples: [['10023']],
    }),
    plan: oneOf(PLAN_TYPES),
    ...sums,
    resource: oneOf(['statement-line']),
    _links: Type.Object({ employee: nullable(link('The person; null once erased.')) }),
  },
  { $id: 'StatementLine', description: 'What one person costs on one plan in the month.' },
);

const company = Type.Object(
  {
    name: Type.String({ description: 'The legal name, or the display name if none was entered.' }),
    address: nullable(Type.String({ description: 'Lines are separated by line feeds.' })),
    taxNumber: nullable(Type.String()),
    costCentre: nullable(Type.String()),
    wageType: nullable(Type.String({ description: 'Under which payroll withholds the shares.' })),
  },
  { description: 'As entered now.' },
);

const pageParameters = { page: listParameters.page, perPage: listParameters.perPage };

const StatementPage = Type.Object({
  ...statement,
  company,
  ...pageOf(ref(StatementLineSchema)).properties.data.properties,
});

export function statementRoutes(app: App, { database, config: { baseUrl } }: Services): void {
  app.get(
    '/statements',
    {
      config: { access: allOf('view-employees') },
      schema: {
        operationId: 'listStatements',
        summary: 'List the months that have costs',
        description: 'Newest first.',
        tags: ['Statements'],
        querystring: Type.Object(pageParameters),
        response: { 200: pageOf(ref(StatementSchema)) },
      },
    },
    async (request) => {
      const { found, locale } = await database.lists.read(readerOf(request), async (sql, companyId) => ({
        found: await listStatements(sql, companyId, request.query),
        locale: (await requireCompany(sql, companyId)).locale,
      }));
      return toPage(found, request.query, (each) => showStatement(each, locale, baseUrl));
    },
  );

  app.get(
    '/statements/:month',
    {
      config: { access: allOf('view-employees') },
      schema: {
        operationId: 'getStatement',
        summary: 'Get the costs of a month',
        description:
          'The sums, and in `data` a line for each person and plan, page by page, in the order of `employeeId`. ' +
          'A month without costs has zeros; a month ahead is not found.',
        tags: ['Statements'],
        params: Type.Object({ month: Type.String({ format: 'month', examples: ['2026-11'] }) }),
        querystring: Type.Object(pageParameters),
        response: { 200: record(StatementPage) },
      },
    },
    async (request) => {
      const { month } = request.params;
      const found = await database.lists.read(readerOf(request), async (sql, companyId) => ({
        statement: await readStatement(sql, companyId, month),
        lines: await pageOfLines(sql, companyId, month, { ...request.query, order: 'record' }),
        company: await requireCompany(sql, companyId),
      }));
      const { locale, name, legalName, address, taxNumber, costCentre, wageType } = found.company;
      return {
        data: {
          ...showStatement(found.statement, locale, baseUrl),
          company: { name: legalName ?? name, address, taxNumber, costCentre, wageType },
          ...toPage(found.lines, request.query, (line) => showLine(line, locale, baseUrl)).data,
        },
      };
    },
  );
}

async function requireCompany(sql: Parameters<typeof selectCompany>[0], companyId: number) {
  const found = await selectCompany(sql, companyId);
  if (!found) throw notFound();
  return found;
}

function showStatement(
  { month, isFinal, totals, plans }: Statement,
  locale: string,
  baseUrl: string,
): Static<typeof StatementSchema> {
  return {
    month,
    final: isFinal,
    ...showSums(totals, locale),
    plans: plans.map(({ planType, ...each }) => ({ type: planType, ...showSums(each, locale) })),
    resource: 'statement',
    _links: { self: toLink(`${baseUrl}/statements/${month}`) },
  };
}

function showLine(line: StatementLine, locale: string, baseUrl: string): Static<typeof StatementLineSchema> {
  const { employeeId } = line;
  return {
    employeeId,
    hrIds: line.hrIds,
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
