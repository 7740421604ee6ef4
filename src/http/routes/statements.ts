import { Type } from 'typebox';
import { selectCompany } from '../../company/companies/companies-sql.ts';
import { listStatements } from '../../company/statements/list-statements.ts';
import { pageOfLines, readStatement } from '../../company/statements/read-statement.ts';
import { notFound } from '../../platform/errors.ts';
import { allOf, readerOf } from '../access.ts';
import type { App } from '../app.ts';
import { listParameters, nullable, pageOf, record, ref, toPage } from '../schemas.ts';
import type { Needs } from '../services.ts';
import {
  StatementLineSchema,
  StatementSchema,
  showLine,
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
