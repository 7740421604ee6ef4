import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { LANGUAGES, type Language, languageOf } from '../../texts/language.ts';
import { type CompanyRecord, selectCompany } from '../company/companies/companies-sql.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { exportDatev } from '../company/datev/export-datev.ts';
import { exportPayroll } from '../company/payroll/export-payroll.ts';
import { exportTaxFree, exportTaxFreeYear } from '../company/payroll/export-tax-free.ts';
import {
  type PayrollMonth,
  readMonthNow,
  readPayrollMonth,
  readUnnumbered,
} from '../company/payroll/payroll-month.ts';
import { exportBreakdown } from '../company/statements/breakdown.ts';
import { BREAKDOWN_FIELDS, type BreakdownField } from '../company/statements/breakdown-sql.ts';
import {
  exportStatement,
  recordStatementExport,
  STATEMENT_FORMATS,
  type StatementFormat,
} from '../company/statements/export-statement.ts';
import { readStatement, requireYear } from '../company/statements/read-statement.ts';
import type { Statement } from '../company/statements/statement.ts';
import type { StatementFile } from '../company/statements/statement-file.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { DATEV_FORMATS, type DatevFormat, isDatev } from '../domain/plans/datev-formats.ts';
import { readConfig } from '../platform/config/config.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import type { Sql } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { BYTE_ORDER_MARK, CSV_STYLES, toCsvText } from '../platform/files/csv.ts';
import { month, wholeNumber, year } from './arguments.ts';
import { naming, openForCommand } from './command.ts';
import { processOf } from './command-process.ts';

interface Options {
  company: number;
  month?: string;
  year?: number;
  format: StatementFormat | 'tax-free-year' | DatevFormat;
  sample?: boolean;
  by?: BreakdownField;
  language?: Language;
  output?: string;
}

export const byOption = (): Option =>
  new Option('--by <field>', 'costs by a field that charges keep, instead of by plan and person').choices(
    BREAKDOWN_FIELDS,
  );

export function ofMonth(command: Command): Command {
  return command
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--month <month>', 'month, YYYY-MM', month);
}

export function addStatementExport(statements: Command): void {
  const take = statements
    .command('export')
    .description('print the costs of a month for a spreadsheet or payroll')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .option('--month <month>', 'month, YYYY-MM; of every format but tax-free-year', month)
    .option('--year <year>', 'year, YYYY; of tax-free-year', year)
    .addOption(
      new Option(
        '--format <format>',
        'csv: a line for each person; payroll: what payroll withholds, in the columns of the company; tax-free: what the employer adds, by person; tax-free-year: the same for the wage certificate of a year; datev-lodas, datev-lug: for the import of DATEV LODAS or Lohn und Gehalt',
      )
        .choices([...STATEMENT_FORMATS, 'tax-free-year', ...DATEV_FORMATS])
        .default('csv'),
    )
    .addOption(
      new Option('--language <language>', "language of the file; default: the company's").choices(LANGUAGES),
    )
    .addOption(byOption())
    .option('--sample', 'for DATEV: example people instead of those of the month, to test an import')
    .option('--output <file>', 'write this file instead; an existing one is not overwritten');
  take.action(async () => {
    const options = take.opts<Options>();
    const { env, stdout, stderr } = processOf(take);
    const database = await openForCommand(readConfig(env));
    try {
      const warnings = await writeFile(database, options, stdout);
      for (const warning of warnings) stderr.write(`transit: ${warning}\n`);
    } finally {
      await database.close();
    }
  });
}

/** Writes the file, and gives the warnings about it. */
async function writeFile(database: OpenDatabase, options: Options, stdout: Writable): Promise<string[]> {
  const { company: id, format, output: file } = options;
  const { sql, bulk } = database;
  const read = <Result>(work: (pool: typeof bulk) => Promise<Result>) => work(bulk);
  if (format === 'tax-free-year') {
    const wanted = required(options.year, '--year');
    const company = await companyWith(sql, id);
    await naming(`year ${wanted}: it is ahead`, requireYear(sql, id, wanted));
    const language = options.language ?? languageOf(company.locale);
    await recordStatementExport(sql, id, OPERATOR, { year: wanted, format });
    await write(exportTaxFreeYear(read, company, { year: wanted, language }), language, { file, stdout });
    return [];
  }
  const wanted = required(options.month, '--month');
  const { company } = await readForCommand(sql, id, wanted);
  const language = options.language ?? languageOf(company.locale);
  const { by } = options;
  if (by && format !== 'csv')
    throw new AppError('invalid-values', 'Only the format csv can be broken down with --by.');
  const recorded = () =>
    recordStatementExport(sql, id, OPERATOR, { month: wanted, format, ...(by && { by }) });
  if (format === 'csv' && by) {
    await recorded();
    await write(exportBreakdown(read, company, { month: wanted, by, language }), language, { file, stdout });
    return [];
  }
  if (format === 'csv') {
    await recorded();
    await write(exportStatement(read, company, { month: wanted, language }), language, { file, stdout });
    return [];
  }
  const isSample = options.sample ?? false;
  const of = isSample
    ? await readMonthNow(sql, id, { month: wanted, language })
    : await readPayrollMonth(sql, id, { month: wanted, format, language });
  if (isDatev(format)) {
    const { bytes } = await exportDatev(read, of, { format, isSample });
    if (!isSample) await recorded();
    await send(Readable.from([bytes]), { file, stdout });
    return [];
  }
  await recorded();
  const how = { file, stdout, asHandedOver: of.isFrozen };
  if (format === 'tax-free') {
    await write(exportTaxFree(read, of), of.settings.language, how);
    return [];
  }
  const table = exportPayroll(read, of);
  let lines = 0;
  const counted = async function* () {
    for await (const batch of table.batches) {
      lines += batch.length;
      yield batch;
    }
  };
  await write({ ...table, batches: counted() }, of.settings.language, how);
  const empty = `The file has no lines: payroll withholds nothing for ${wanted}.`;
  return [...(lines === 0 ? [empty] : []), ...(await payrollWarnings(sql, of))];
}

function required<Value>(value: Value | undefined, option: string): Value {
  if (value === undefined) throw new AppError('invalid-values', `This format needs ${option}.`);
  return value;
}

async function companyWith(sql: Sql, companyId: number): Promise<CompanyRecord> {
  await requireCompany(sql, companyId);
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  return company;
}

export async function readForCommand(
  sql: Sql,
  companyId: number,
  wanted: string,
): Promise<{ company: CompanyRecord; statement: Statement }> {
  const company = await companyWith(sql, companyId);
  const statement = readStatement(sql, companyId, wanted);
  return { company, statement: await naming(`statement of ${wanted}: the month is ahead`, statement) };
}

/** Lists the values that payroll needs and the file lacks. */
async function payrollWarnings(
  sql: Sql,
  { companyId: id, month: wanted, settings: { wageType, payrollColumns } }: PayrollMonth,
): Promise<string[]> {
  const warnings: string[] = [];
  if (wageType === null && payrollColumns.includes('wage-type'))
    warnings.push(`The company has no wage type. 'transit companies set ${id} --wage-type N' sets it.`);
  if (!payrollColumns.includes('personnel-number')) return warnings;
  const { lines, people } = await readUnnumbered(sql, id, wanted);
  if (lines === 0) return warnings;
  const names = people.map(({ employeeId, firstName, lastName }) =>
    employeeId === null ? 'an erased person' : `${firstName} ${lastName} (employee ${employeeId})`,
  );
  const more = lines > people.length ? [`${lines - people.length} more`] : [];
  return [
    ...warnings,
    `${lines} ${lines === 1 ? 'line has' : 'lines have'} no personnel number: ${[...names, ...more].join(', ')}.`,
  ];
}

/**
 * A file begins with a byte order mark like those of the portal: without it, Excel shows other letters for umlauts. On the standard
 * output only a file with a known digest does.
 */
async function write<Line>(
  { headings, batches, toRow }: StatementFile<Line>,
  language: Language,
  {
    file,
    stdout,
    asHandedOver = false,
  }: { file: string | undefined; stdout: Writable; asHandedOver?: boolean },
) {
  const style = CSV_STYLES[language];
  async function* text() {
    const mark = asHandedOver || file !== undefined ? BYTE_ORDER_MARK : '';
    yield mark + toCsvText([headings], style);
    for await (const batch of batches) yield toCsvText(batch.map(toRow), style);
  }
  await send(Readable.from(text()), { file, stdout });
}

async function send(
  content: Readable,
  { file, stdout }: { file: string | undefined; stdout: Writable },
): Promise<void> {
  if (file === undefined) await pipeline(content, stdout, { end: false });
  else await pipeline(content, await createFile(file));
}

async function createFile(path: string) {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await new Promise<void>((resolve, reject) => {
    file.once('open', () => resolve());
    file.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EEXIST' ? new AppError('invalid-values', `${path} exists already.`) : error),
    );
  });
  return file;
}
