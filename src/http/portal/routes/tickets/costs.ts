import { type Static, Type } from 'typebox';
import { selectCompany } from '../../../../company/companies/companies-sql.ts';
import { exportDatev } from '../../../../company/datev/export-datev.ts';
import { exportPayroll } from '../../../../company/payroll/export-payroll.ts';
import { exportTaxFree, exportTaxFreeYear } from '../../../../company/payroll/export-tax-free.ts';
import { readMonthNow, readPayrollMonth, readUnnumbered } from '../../../../company/payroll/payroll-month.ts';
import { exportBreakdown, pageOfParts } from '../../../../company/statements/breakdown.ts';
import { BREAKDOWN_FIELDS } from '../../../../company/statements/breakdown-sql.ts';
import { compareMonths } from '../../../../company/statements/compare-months.ts';
import {
  exportStatement,
  recordStatementExport,
  STATEMENT_FORMATS,
} from '../../../../company/statements/export-statement.ts';
import { listStatements } from '../../../../company/statements/list-statements.ts';
import { readPersonCosts } from '../../../../company/statements/person-costs.ts';
import {
  pageOfLines,
  readStatement,
  requireYear,
  type StatementLine,
} from '../../../../company/statements/read-statement.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { DATEV_FORMATS, isDatev } from '../../../../domain/plans/datev-formats.ts';
import { PLAN_TYPES } from '../../../../domain/plans/plan-types.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { attachment } from '../../../content-disposition.ts';
import { employeeFilters } from '../../../routes/employees.ts';
import { nullable, oneOf, pageOf, record, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, pageParameters } from '../../schemas.ts';

const sums = {
  tickets: Type.Integer(),
  refunds: Type.Integer(),
  priceCents: Type.Integer(),
  discountCents: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
  withheldCents: Type.Integer(),
  beyondSubsidyCents: Type.Integer(),
};

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
        employeeId: nullable(Type.Integer()),
        firstName: nullable(Type.String()),
        lastName: nullable(Type.String()),
      }),
    ),
  }),
});

const Line = named('CostLine', {
  key: Type.Integer(),
  employeeId: nullable(Type.Integer()),
  firstName: nullable(Type.String()),
  lastName: nullable(Type.String()),
  personnelNumber: nullable(Type.String()),
  costCentre: nullable(Type.String()),
  legalEntity: nullable(Type.String()),
  group: nullable(Type.String()),
  planType: oneOf(PLAN_TYPES),
  ...sums,
});

/** The costs of the people with one value of a field. */
const Part = named('CostPart', { name: nullable(Type.String()), ...sums });

const PersonCharge = named('PersonCharge', {
  id: Type.Integer(),
  month: Type.String(),
  bookedIn: Type.String(),
  isRefund: Type.Boolean(),
  planType: oneOf(PLAN_TYPES),
  priceCents: Type.Integer(),
  discountCents: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
  withheldCents: Type.Integer(),
  costCentre: nullable(Type.String()),
  legalEntity: nullable(Type.String()),
  group: nullable(Type.String()),
});

const byParameter = { by: oneOf(BREAKDOWN_FIELDS, { default: 'cost-centre' }) };

/** Two years, so that a month can be compared with the same month of the year before. */
const MAX_MONTHS = 24;

const monthParameter = Type.Object({ month: Type.String({ format: 'month' }) });

export function costRoutes(app: App, { database, longFileWork }: Needs<'database' | 'longFileWork'>): void {
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
    '/costs/:month/file',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: monthParameter,
        querystring: Type.Object({
          format: oneOf([...STATEMENT_FORMATS, ...DATEV_FORMATS], { default: 'csv' }),
          sample: Type.Boolean({ default: false, description: 'Example people. For DATEV only.' }),
          ...languageParameter,
        }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const writing = writingFor(request);
      const { language } = writing;
      const { month } = request.params;
      const { format, sample: isSample } = request.query;
      const companyId = companyOf(request);
      const read = database.lists.batches(readerOf(request));
      const recorded = () =>
        recordStatementExport(database.sql, companyId, actorOf(request), { month, format });
      if (format === 'csv') {
        const company = await database.lists.read(readerOf(request), async (sql: Pool) => {
          await readStatement(sql, companyId, month);
          return await selectCompany(sql, companyId);
        });
        if (!company) throw notFound();
        await recorded();
        return await streamCsv(reply, writing, exportStatement(read, company, { month, language }));
      }
      const of = await database.lists.read(readerOf(request), async (sql: Pool) => {
        await readStatement(sql, companyId, month);
        return isSample
          ? await readMonthNow(sql, companyId, { month, language })
          : await readPayrollMonth(sql, companyId, { month, format, language });
      });
      if (isDatev(format)) {
        const made = await longFileWork(request, companyId, () =>
          exportDatev(read, of, { format, isSample }),
        );
        if (!isSample) await recorded();
        return reply
          .type('application/octet-stream')
          .header('Content-Disposition', attachment(made.fileName))
          .header('Cache-Control', 'private, no-store')
          .send(made.bytes);
      }
      await recorded();
      const written = of.settings;
      if (format === 'tax-free') return await streamCsv(reply, written, exportTaxFree(read, of));
      return await streamCsv(reply, written, exportPayroll(read, of));
    },
  );

  const readCompanyOf = async (sql: Pool, companyId: number, month: string) => {
    await readStatement(sql, companyId, month);
    const company = await selectCompany(sql, companyId);
    if (!company) throw notFound();
    return company;
  };

  app.get(
    '/costs/:month/breakdown',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: monthParameter,
        querystring: Type.Object({ ...pageParameters, ...byParameter }),
        response: { 200: pageOf(Part) },
      },
    },
    async (request) => {
      const { month } = request.params;
      const found = await database.lists.read(readerOf(request), async (sql, companyId) =>
        pageOfParts(sql, await readCompanyOf(sql, companyId, month), { month, ...request.query }),
      );
      return toPage(found, request.query, (part) => ({ ...part }));
    },
  );

  app.get(
    '/costs/:month/breakdown.csv',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: monthParameter,
        querystring: Type.Object({ ...byParameter, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const writing = writingFor(request);
      const { month } = request.params;
      const { by } = request.query;
      const company = await database.lists.read(readerOf(request), (sql, companyId) =>
        readCompanyOf(sql, companyId, month),
      );
      const of = { month, format: 'csv', by } as const;
      await recordStatementExport(database.sql, companyOf(request), actorOf(request), of);
      const read = database.lists.batches(readerOf(request));
      const { language } = writing;
      return await streamCsv(reply, writing, exportBreakdown(read, company, { month, by, language }));
    },
  );

  app.get(
    '/employees/:id/costs',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: Type.Object({ id: Type.Integer() }),
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

  app.get(
    '/costs/years/:year/tax-free',
    {
      config: { access: 'portal-see-costs' },
      schema: {
        params: Type.Object({ year: Type.Integer({ minimum: 2000, maximum: 2999 }) }),
        querystring: Type.Object(languageParameter),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const writing = writingFor(request);
      const { year } = request.params;
      const company = await database.lists.read(readerOf(request), async (sql: Pool, companyId) => {
        await requireYear(sql, companyId, year);
        return await selectCompany(sql, companyId);
      });
      if (!company) throw notFound();
      const of = { year, format: 'tax-free-year' } as const;
      await recordStatementExport(database.sql, companyOf(request), actorOf(request), of);
      const read = database.lists.batches(readerOf(request));
      const { language } = writing;
      return await streamCsv(reply, writing, exportTaxFreeYear(read, company, { year, language }));
    },
  );
}

function showLine(line: StatementLine): Static<typeof Line> {
  return { ...line };
}
