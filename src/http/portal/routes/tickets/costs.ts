import { type Static, Type } from 'typebox';
import { readUnnumbered } from '../../../../company/payroll/payroll-month.ts';
import { compareMonths } from '../../../../company/statements/compare-months.ts';
import { listStatements } from '../../../../company/statements/list-statements.ts';
import { readPersonCosts } from '../../../../company/statements/person-costs.ts';
import {
  pageOfLines,
  readStatement,
  type StatementLine,
} from '../../../../company/statements/read-statement.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import type { App } from '../../../app.ts';
import { employeeFilters } from '../../../routes/employees.ts';
import { lineFields } from '../../../routes/statement-schemas.ts';
import { idParameter, nullable, oneOf, pageOf, record, recordId, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { named, pageParameters } from '../../schemas.ts';
import { monthParameter, sums } from './cost-schemas.ts';

const CostsSchema = named('Costs', {
  month: Type.String(),
  isFinal: Type.Boolean(),
  totals: named('CostSums', sums),
  plans: Type.Array(named('PlanCosts', { planType: oneOf(PLAN_TYPES), ...sums })),
});

const MonthSchema = named('CostsOfMonth', {
  ...CostsSchema.properties,
  /** Lines of the payroll file without a personnel number, and the first people of them by name. */
  withoutNumber: Type.Object({
    lines: Type.Integer(),
    people: Type.Array(
      Type.Object({
        employeeId: nullable(recordId),
        firstName: nullable(Type.String()),
        lastName: nullable(Type.String()),
      }),
    ),
  }),
});

const Line = named('CostLine', {
  key: Type.Integer(),
  ...lineFields,
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  planType: oneOf(PLAN_TYPES),
  ...sums,
});

const { costCentre, legalEntity, group } = lineFields;
const PersonCharge = named('PersonCharge', {
  id: recordId,
  month: Type.String(),
  bookedIn: Type.String(),
  isRefund: Type.Boolean(),
  planType: oneOf(PLAN_TYPES),
  priceCents: Type.Integer(),
  discountCents: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
  withheldCents: Type.Integer(),
  costCentre,
  legalEntity,
  group,
});

/** Two years, so that a month can be compared with the same month of the year before. */
const MAX_MONTHS = 24;

/** What the tickets cost, by month, by person in a month, and of one person. */
export function costRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/costs',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        response: {
          200: record(
            Type.Object({
              comparison: Type.Object({ current: CostsSchema, previous: CostsSchema }),
              months: Type.Array(CostsSchema),
            }),
          ),
        },
      },
    },
    async (request) => ({
      data: await database.lists.read(readerOf(request), async (sql, companyId) => ({
        comparison: await compareMonths(sql, companyId),
        months: (await listStatements(sql, companyId, { page: 1, perPage: MAX_MONTHS })).items.reverse(),
      })),
    }),
  );

  app.get(
    '/costs/:month',
    {
      config: { access: 'portal-see-costs' },
      schema: { params: monthParameter, response: { 200: record(MonthSchema) } },
    },
    async (request) => {
      const { month } = request.params;
      const data = await database.lists.read(readerOf(request), async (sql, companyId) => ({
        ...(await readStatement(sql, companyId, month)),
        withoutNumber: await readUnnumbered(sql, companyId, month),
      }));
      return { data };
    },
  );

  app.get(
    '/costs/:month/lines',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: monthParameter,
        querystring: Type.Object({ ...pageParameters, search: employeeFilters.properties.search }),
        response: { 200: pageOf(Line) },
      },
    },
    async (request) => {
      const { month } = request.params;
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        pageOfLines(sql, companyId, month, { ...request.query, order: 'name' }),
      );
      const companyId = companyOf(request);
      await recordView(database.sql, companyId, {
        actor: actorOf(request),
        action: 'statement-viewed',
        subject: { type: 'company', id: companyId },
        details: { month },
      });
      return toPage(found, request.query, showLine);
    },
  );

  app.get(
    '/employees/:id/costs',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: idParameter,
        response: { 200: record(Type.Array(PersonCharge)) },
      },
    },
    async (request) => {
      const companyId = companyOf(request);
      const { id } = request.params;
      const charges = await readPersonCosts(database.sql, companyId, id);
      if (charges.length > 0)
        await recordView(database.sql, companyId, {
          actor: actorOf(request),
          action: 'statement-viewed',
          subject: { type: 'employee', id },
        });
      return { data: charges.map((charge) => ({ ...charge })) };
    },
  );
}

function showLine(line: StatementLine): Static<typeof Line> {
  return { ...line };
}
