import type { Command } from 'commander';
import { OPERATOR } from '../audit/record-change.ts';
import { nextFirst } from '../calendar/months.ts';
import { type ClockMove, clockTarget } from '../companies/clock-target.ts';
import { type ClockStep, moveClock } from '../companies/move-clock.ts';
import { requireCompany } from '../companies/require-company.ts';
import { type Clock, selectClock } from '../companies/sql.ts';
import type { Config } from '../config.ts';
import type { Pool } from '../db/types.ts';
import { AppError, notFound } from '../errors.ts';
import { day, positiveNumber, wholeNumber } from './arguments.ts';
import { type Output, withDatabase } from './command.ts';

export function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description("a company's business date, to be stopped and moved forward (staging only)");

  const show = ofCompany(clock.command('show').description('the business date'));
  withDatabase(show, async ({ sql }, config) => {
    const { company } = show.opts<{ company: number }>();
    const found = await readClock(sql, config, company);
    const state = found.frozen ? 'stands still until it is moved' : 'runs with the real time';
    return {
      data: { companyId: company, ...found },
      lines: [`Company ${company}: ${found.businessDate}. The clock ${state}.`],
    };
  });

  const advance = ofCompany(clock.command('advance').description('move forward by days or months'))
    .option('--days <n>', 'so many days', positiveNumber)
    .option('--months <n>', 'so many months', positiveNumber);
  withDatabase(advance, async ({ bulk }, config) => {
    const { company, days, months } = advance.opts<{ company: number; days?: number; months?: number }>();
    if ((days === undefined) === (months === undefined))
      throw new AppError('invalid-values', 'Give either --days or --months.');
    const move = days === undefined ? { advanceMonths: months ?? 0 } : { advanceDays: days };
    return await moveTo(bulk, config, company, move);
  });

  const set = ofCompany(clock.command('set').description('move forward to a day'));
  set.requiredOption('--date <day>', 'YYYY-MM-DD', day);
  withDatabase(set, async ({ bulk }, config) => {
    const { company, date } = set.opts<{ company: number; date: string }>();
    return await moveTo(bulk, config, company, { date });
  });
}

function ofCompany(command: Command): Command {
  return command.requiredOption('--company <id>', 'company id', wholeNumber);
}

async function readClock(sql: Pool, config: Config, companyId: number): Promise<Clock> {
  if (config.environment === 'production')
    throw new AppError(
      'wrong-environment',
      'On production every clock runs with the real time: there is nothing to show or to move.',
    );
  await requireCompany(sql, companyId);
  const clock = await selectClock(sql, companyId);
  if (!clock) throw notFound();
  return clock;
}

async function moveTo(sql: Pool, config: Config, companyId: number, move: ClockMove): Promise<Output> {
  const { businessDate: today } = await readClock(sql, config, companyId);
  const target = clockTarget(today, move);
  const isLong = target > nextFirst(today);
  const steps = await moveClock(sql, config.environment, companyId, OPERATOR, target, (step) => {
    if (isLong) process.stderr.write(`${describe(step)}\n`);
  });
  const ticketsIssued = steps.reduce((sum, { issued }) => sum + issued, 0);
  return {
    data: {
      companyId,
      businessDate: target,
      ticketsIssued,
      steps: steps.map(({ businessDate, issued }) => ({ businessDate, ticketsIssued: issued })),
    },
    lines: [`Company ${companyId}: ${describe({ businessDate: target, issued: ticketsIssued })}`],
  };
}

function describe({ businessDate, issued }: ClockStep): string {
  return `${businessDate}, ${issued} ${issued === 1 ? 'ticket' : 'tickets'} issued`;
}
