import { Type } from 'typebox';
import { exportBreakdown, pageOfParts } from '../../../../company/statements/breakdown.ts';
import { BREAKDOWN_FIELDS } from '../../../../company/statements/breakdown-sql.ts';
import { recordStatementExport } from '../../../../company/statements/export-statement.ts';
import type { App } from '../../../app.ts';
import { nullable, oneOf, pageOf, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, pageParameters } from '../../schemas.ts';
import { readCompanyOfMonth } from './company-of-month.ts';
import { monthParameter, sums } from './cost-schemas.ts';

/** The costs of the people with one value of a field. */
const Part = named('CostPart', { name: nullable(Type.String()), ...sums });

const byParameter = { by: oneOf(BREAKDOWN_FIELDS, { default: 'cost-centre' }) };

/** The costs of a month by cost centre, legal entity or group. */
export function costBreakdownRoutes(app: App, { database }: Needs<'database'>): void {
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
        pageOfParts(sql, await readCompanyOfMonth(sql, companyId, month), { month, ...request.query }),
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
        readCompanyOfMonth(sql, companyId, month),
      );
      const of = { month, format: 'csv', by } as const;
      await recordStatementExport(database.sql, companyOf(request), actorOf(request), of);
      const read = database.lists.batches(readerOf(request));
      const { language } = writing;
      return await streamCsv(reply, writing, exportBreakdown(read, company, { month, by, language }));
    },
  );
}
