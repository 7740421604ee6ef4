import { Type } from 'typebox';
import { selectCompany } from '../../company/companies/companies-sql.ts';
import { pageOfParts } from '../../company/statements/breakdown.ts';
import { BREAKDOWN_FIELDS } from '../../company/statements/breakdown-sql.ts';
import { listStatements } from '../../company/statements/list-statements.ts';
import { pageOfLines, readStatement } from '../../company/statements/read-statement.ts';
import { notFound } from '../../platform/errors.ts';
import { allOf, readerOf } from '../access.ts';
import type { App } from '../app.ts';
import { listParameters, nullable, oneOf, pageOf, record, ref, toPage } from '../schemas.ts';
import type { Needs } from '../services.ts';
import {
  StatementLineSchema,
  StatementPartSchema,
  StatementSchema,
  showLine,
  showPart,
  showStatement,
  statementFields,
} from './statement-schemas.ts';

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
  ...statementFields,
  company,
  ...pageOf(ref(StatementLineSchema)).properties.data.properties,
});

export function statementRoutes(
  app: App,
  { database, config: { baseUrl } }: Needs<'config' | 'database'>,
): void {
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
        response: { 200: record(StatementPage, 'The sums, and a page of the lines.') },
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

  app.get(
    '/statements/:month/breakdown',
    {
      config: { access: allOf('view-employees') },
      schema: {
        operationId: 'getStatementBreakdown',
        summary: 'Get the costs of a month by cost centre, legal entity or group',
        description:
          'By what charges have kept since the issue of the ticket, in the order of names. People without a cost centre count ' +
          'under that of the company.',
        tags: ['Statements'],
        params: Type.Object({ month: Type.String({ format: 'month', examples: ['2026-11'] }) }),
        querystring: Type.Object({
          by: oneOf(BREAKDOWN_FIELDS, { default: 'cost-centre' }),
          ...pageParameters,
        }),
        response: { 200: pageOf(ref(StatementPartSchema)) },
      },
    },
    async (request) => {
      const { month } = request.params;
      const { found, locale } = await database.lists.read(readerOf(request), async (sql, companyId) => {
        await readStatement(sql, companyId, month);
        const of = await requireCompany(sql, companyId);
        return { found: await pageOfParts(sql, of, { month, ...request.query }), locale: of.locale };
      });
      return toPage(found, request.query, (part) => showPart(part, locale));
    },
  );
}

async function requireCompany(sql: Parameters<typeof selectCompany>[0], companyId: number) {
  const found = await selectCompany(sql, companyId);
  if (!found) throw notFound();
  return found;
}
