import type { Command } from 'commander';
import { formatEuros } from '../../texts/format.ts';
import { listPayrollMonths } from '../company/handovers/list-payroll-months.ts';
import { readParts } from '../company/statements/breakdown.ts';
import type { BreakdownField, PartSums } from '../company/statements/breakdown-sql.ts';
import { readLines, type StatementLine } from '../company/statements/read-statement.ts';
import type { Statement } from '../company/statements/statement.ts';
import type { Sums } from '../company/statements/statements-sql.ts';
import { showLine, showStatement } from '../http/routes/statement-schemas.ts';
import { table, withDatabase } from './command.ts';
import { addStatementExport, byOption, ofMonth, readForCommand } from './statement-export.ts';
import { addHandover, describeState } from './statement-handover.ts';

export function addStatements(program: Command): void {
  const statements = program
    .command('statements')
    .description('show and export the costs of a month, and hand it over to payroll');

  const show = ofMonth(
    statements.command('show').description('show what the tickets of a month cost, by plan'),
  ).addOption(byOption());
  withDatabase(show, async ({ sql }, { baseUrl }) => {
    const { company: companyId, month: wanted, by } = show.opts<Options>();
    const { company, statement } = await readForCommand(sql, companyId, wanted);
    const state = (await listPayrollMonths(sql, companyId)).find((each) => each.month === wanted);
    if (by) {
      const parts = await readParts(sql, company, { month: wanted, by });
      return { data: { companyId, month: wanted, by, parts }, lines: describeParts(by, parts) };
    }
    const lines: StatementLine[] = [];
    for await (const batch of readLines((work) => work(sql), companyId, wanted)) lines.push(...batch);
    const data = lines.map((line) => showLine(line, company.locale, baseUrl));
    return {
      data: { companyId, ...showStatement(statement, company.locale, baseUrl), data },
      lines: [...describe(statement, lines.length), ...(state ? [describeState(state)] : [])],
    };
  });

  addStatementExport(statements);
  addHandover(statements);
}

interface Options {
  company: number;
  month: string;
  by?: BreakdownField;
}

function describe({ month: shown, isFinal, totals, plans }: Statement, lines: number): string[] {
  const state = isFinal ? 'over, nothing changes any more' : 'not over yet';
  return [
    `${shown} (${state}): ${totals.tickets} tickets, ${totals.refunds} refunded, ${lines} lines.`,
    ...table(
      ['PLAN', ...AMOUNTS],
      [...plans.map(({ planType, ...sums }) => row(planType, sums)), row('all', totals)],
    ),
  ];
}

function describeParts(by: BreakdownField, parts: readonly PartSums[]): string[] {
  return table(
    [by.replace('-', ' ').toUpperCase(), ...AMOUNTS],
    parts.map(({ name, ...sums }) => row(name ?? '–', sums)),
  );
}

const AMOUNTS = ['TICKETS', 'PRICE', 'DISCOUNT', 'EMPLOYER', 'BEYOND SUBSIDY', 'EMPLOYEES', 'FROM SALARY'];

function row(name: string, sums: Sums) {
  const cents = [
    sums.priceCents,
    sums.discountCents,
    sums.employerCents,
    sums.beyondSubsidyCents,
    sums.employeeCents,
    sums.withheldCents,
  ];
  return [name, sums.tickets, ...cents.map((each) => formatEuros(each, 'en'))];
}
