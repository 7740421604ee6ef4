import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import { requireCompany } from '../company/companies/require-company.ts';
import { deleteLog } from '../domain/audit/delete-log.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  LOG_HEADINGS,
  logLine,
  logRow,
  readLog,
  recordExport,
} from '../domain/audit/export-log.ts';
import type { ChangeFilter } from '../domain/audit/list-changes.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { endOf, startOf } from '../domain/calendar/dates.ts';
import { readConfig } from '../platform/config/config.ts';
import { allowLong } from '../platform/db/limit-transactions.ts';
import type { Pool } from '../platform/db/types.ts';
import { toCsvLines } from '../platform/files/csv.ts';
import { day, wholeNumber } from './arguments.ts';
import { openForCommand, withDatabase } from './command.ts';
import { processOf } from './command-process.ts';
import { confirm } from './confirm.ts';

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('export the audit log, and delete old entries');

  const take = audit
    .command('export')
    .description("print a company's audit log, oldest entry first")
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .option('--from <day>', 'first day, in UTC', day)
    .option('--to <day>', 'last day, in UTC', day)
    .addOption(
      new Option('--format <format>', 'format of the output').choices(EXPORT_FORMATS).default('csv'),
    );
  // Not `withDatabase`: a log may be larger than the memory, so it is printed while it is read.
  take.action(async () => {
    const options = take.opts<{ company: number; from?: string; to?: string; format: ExportFormat }>();
    const { company, format, from, to } = options;
    const filter = { ...(from && { from: startOf(from) }), ...(to && { before: endOf(to) }) };
    const { env, stdout } = processOf(take);
    const database = await openForCommand(readConfig(env));
    try {
      await requireCompany(database.sql, company);
      await recordExport(database.sql, company, OPERATOR, format, filter);
      const lines = Readable.from(textOf(database.bulk, company, format, filter));
      await pipeline(lines, stdout, { end: false });
    } finally {
      await database.close();
    }
  });

  const remove = audit
    .command('delete')
    .description('delete entries from before a day; the last year stays')
    .requiredOption('--company <id>', 'company id', wholeNumber)
    .requiredOption('--before <day>', 'the first day that stays, in UTC', day)
    .option('--yes', 'do not ask; needed without a terminal');
  withDatabase(remove, async ({ sql, bulk }) => {
    const { company, before } = remove.opts<{ company: number; before: string }>();
    await requireCompany(sql, company);
    const effect = [`All entries of company ${company} from before ${before} are deleted for ever.`];
    await confirm(remove, effect, 'Delete them?');
    const deleted = await bulk.begin((tx) => {
      // No list of the API shows the log.
      allowLong(tx);
      return deleteLog(tx, company, OPERATOR, startOf(before));
    });
    return { data: { companyId: company, deleted }, lines: [`${deleted} entries are deleted.`] };
  });
}

async function* textOf(
  sql: Pool,
  companyId: number,
  format: ExportFormat,
  filter: ChangeFilter,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${toCsvLines([LOG_HEADINGS])[0]}\r\n`;
  for await (const batch of readLog((work) => work(sql), companyId, filter))
    yield format === 'csv'
      ? toCsvLines(batch.map(logRow))
          .map((line) => `${line}\r\n`)
          .join('')
      : batch.map((change) => `${logLine(change)}\n`).join('');
}
