import { createWriteStream } from 'node:fs';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { formatEuros } from '../../texts/format.ts';
import { LANGUAGES, type Language, languageOf } from '../../texts/language.ts';
import { type CompanyRecord, selectCompany } from '../company/companies/companies-sql.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import {
  exportStatement,
  recordStatementExport,
  STATEMENT_FORMATS,
  type StatementFile,
  type StatementFormat,
} from '../company/statements/export-statement.ts';
import {
  readLines,
  readStatement,
  readWithoutNumber,
  type StatementLine,
} from '../company/statements/read-statement.ts';
import type { Statement } from '../company/statements/statement.ts';
import type { Sums } from '../company/statements/statements-sql.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { showLine, showStatement } from '../http/routes/statement-schemas.ts';
import { readConfig } from '../platform/config/config.ts';
import type { Sql } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { CSV_STYLES, toCsvLines } from '../platform/files/csv.ts';
import { month, wholeNumber } from './arguments.ts';
import { naming, openForCommand, table, withDatabase } from './command.ts';
import { processOf } from './command-process.ts';

export function addStatements(program: Command): void {
  const statements = program.command('statements').description('show and export the costs of a month');

  const show = ofMonth(
    statements.command('show').description('show what the tickets of a month cost, by plan'),
  );
  withDatabase(show, async ({ sql }, { baseUrl }) => {
    const { company: companyId, month: wanted } = show.opts<{ company: number; month: string }>();
    const { company, statement } = await read(sql, companyId, wanted);
    const lines: StatementLine[] = [];
    for await (const batch of readLines((work) => work(sql), companyId, wanted)) lines.push(...batch);
    const data = lines.map((line) => showLine(line, company.locale, baseUrl));
    return {
      data: { companyId, ...showStatement(statement, company.locale, baseUrl), data },
      lines: describe(statement, lines.length),
    };
  });

  const take = ofMonth(
    statements.command('export').description('print the costs of a month for a spreadsheet or payroll'),
  )
    .addOption(
      new Option(
        '--format <format>',
        'csv: a line for each person; payroll: what payroll withholds, in the columns of the company',
      )
        .choices([...STATEMENT_FORMATS, 'datev'])
        .default('csv'),
    )
    .addOption(
      new Option('--language <language>', "language of the file; default: the company's").choices(LANGUAGES),
    )
    .option('--output <file>', 'write this file instead; an existing one is not overwritten');
  take.action(async () => {
    const options = take.opts<{
      company: number;
      month: string;
      format: StatementFormat | 'datev';
      language?: Language;
      output?: string;
    }>();
    if (options.format === 'datev') throw noDatevFile();
    const wanted = { month: options.month, format: options.format };
    const { env, stdout, stderr } = processOf(take);
    const database = await openForCommand(readConfig(env));
    try {
      const { company } = await read(database.sql, options.company, wanted.month);
      const language = options.language ?? languageOf(company.locale);
      const exported = exportStatement((work) => work(database.bulk), company, { ...wanted, language });
      await recordStatementExport(database.sql, company.id, OPERATOR, { ...wanted, language });
      await write(exported, language, { file: options.output, stdout });
      if (wanted.format === 'payroll')
        for (const warning of await payrollWarnings(database.sql, company, wanted.month))
          stderr.write(`transit: ${warning}\n`);
    } finally {
      await database.close();
    }
  });
}

function ofMonth(command: Command): Command {
  return command
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--month <month>', 'month, YYYY-MM', month);
}

async function read(
  sql: Sql,
  companyId: number,
  wanted: string,
): Promise<{ company: CompanyRecord; statement: Statement }> {
  await requireCompany(sql, companyId);
  const company = await selectCompany(sql, companyId);
  if (!company) throw notFound();
  return {
    company,
    statement: await naming(
      `statement of ${wanted}: the month is ahead`,
      readStatement(sql, companyId, wanted),
    ),
  };
}

/** Lists the values that payroll needs and the file lacks. */
async function payrollWarnings(sql: Sql, company: CompanyRecord, wanted: string): Promise<string[]> {
  const { id, wageType, payrollColumns } = company;
  const warnings: string[] = [];
  if (wageType === null && payrollColumns.includes('wage-type'))
    warnings.push(`The company has no wage type. 'transit companies set ${id} --wage-type N' sets it.`);
  if (!payrollColumns.includes('personnel-number')) return warnings;
  const { lines, people } = await readWithoutNumber(sql, id, wanted);
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

/** DATEV describes its payroll import to its customers. A file that only resembles it would be refused, or misread. */
const noDatevFile = () =>
  new AppError(
    'invalid-values',
    'There is no DATEV file. --format payroll prints personnel number, wage type and amount, which payroll programs import once they know the columns.',
  );

async function write(
  { headings, batches, toRow }: StatementFile,
  language: Language,
  { file, stdout }: { file: string | undefined; stdout: Writable },
) {
  const style = CSV_STYLES[language];
  async function* text() {
    yield `${toCsvLines([headings], style)[0]}\r\n`;
    for await (const batch of batches)
      yield toCsvLines(batch.map(toRow), style)
        .map((line) => `${line}\r\n`)
        .join('');
  }
  if (file === undefined) await pipeline(Readable.from(text()), stdout, { end: false });
  else await pipeline(Readable.from(text()), await createFile(file));
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

function describe({ month: shown, isFinal, totals, plans }: Statement, lines: number): string[] {
  const row = (name: string, sums: Sums) => [
    name,
    sums.tickets,
    ...[
      sums.priceCents,
      sums.discountCents,
      sums.employerCents,
      sums.beyondSubsidyCents,
      sums.employeeCents,
      sums.withheldCents,
    ].map((cents) => formatEuros(cents, 'en')),
  ];
  const state = isFinal ? 'over, nothing changes any more' : 'not over yet';
  return [
    `${shown} (${state}): ${totals.tickets} tickets, ${totals.refunds} refunded, ${lines} lines.`,
    ...table(
      ['PLAN', 'TICKETS', 'PRICE', 'DISCOUNT', 'EMPLOYER', 'BEYOND SUBSIDY', 'EMPLOYEES', 'FROM SALARY'],
      [...plans.map(({ planType, ...sums }) => row(planType, sums)), row('all', totals)],
    ),
  ];
}
