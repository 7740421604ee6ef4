import { Type } from 'typebox';
import { selectCompany } from '../../../../company/companies/companies-sql.ts';
import { exportDatev } from '../../../../company/datev/export-datev.ts';
import { exportPayroll } from '../../../../company/payroll/export-payroll.ts';
import { exportTaxFree, exportTaxFreeYear } from '../../../../company/payroll/export-tax-free.ts';
import { readMonthNow, readPayrollMonth } from '../../../../company/payroll/payroll-month.ts';
import {
  exportStatement,
  recordStatementExport,
  STATEMENT_FORMATS,
} from '../../../../company/statements/export-statement.ts';
import { readStatement, requireYear } from '../../../../company/statements/read-statement.ts';
import { DATEV_FORMATS, isDatev } from '../../../../domain/plans/datev-formats.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { App } from '../../../app.ts';
import { attachment } from '../../../content-disposition.ts';
import { oneOf } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file } from '../../schemas.ts';
import { readCompanyOfMonth } from './company-of-month.ts';
import { monthParameter } from './cost-schemas.ts';

/** The statement of a month and the files for payroll. */
export function costFileRoutes(
  app: App,
  { database, longFileWork }: Needs<'database' | 'longFileWork'>,
): void {
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
        const company = await database.lists.read(readerOf(request), (sql) =>
          readCompanyOfMonth(sql, companyId, month),
        );
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
