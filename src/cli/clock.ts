import type { Command } from 'commander';
import { type ClockMove, clockTarget } from '../company/companies/clock-target.ts';
import { type Clock, selectClock } from '../company/companies/companies-sql.ts';
import { type ClockStep, moveClock } from '../company/companies/move-clock.ts';
import { requireCompany } from '../company/companies/require-company.ts';
import { OPERATOR } from '../domain/audit/record-change.ts';
import { nextFirst } from '../domain/calendar/months.ts';
import type { Config } from '../platform/config/config.ts';
import type { Pool } from '../platform/db/types.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { day, positiveNumber, wholeNumber } from './arguments.ts';
import { type Output, withDatabase } from './command.ts';
import { processOf } from './command-process.ts';

export function addClock(program: Command): void {
  const clock = program
    .command('clock')
    .description("show and move a company's business date (staging only)");

  const show = ofCompany(clock.command('show').description('show the business date'));
  withDatabase(show, async ({ sql }, config) => {
    const { company } = show.opts<{ company: number }>();
    const found = await readClock(sql, config, company);
    const state = found.frozen ? 'is frozen until it is moved' : 'runs in real time';
    return {
      data: { companyId: company, ...found },
      lines: [`Company ${company}: ${found.businessDate}. The clock ${state}.`],
    };
  });

  const advance = ofCompany(
    clock.command('advance').description('move the business date forward by days or months'),
  )
    .option('--days <n>', 'number of days', positiveNumber)
    .option('--months <n>', 'number of months', positiveNumber);
  withDatabase(advance, async ({ bulk }, config) => {
    const { company, days, months } = advance.opts<{ company: number; days?: number; months?: number }>();
    if ((days === undefined) === (months === undefined))
      throw new AppError('invalid-values', 'Give either --days or --months.');
    const move = days === undefined ? { advanceMonths: months ?? 0 } : { advanceDays: days };
    return await moveTo(bulk, config, company, move, onStep(advance));
  });

  const set = ofCompany(clock.command('set').description('move the business date forward to a day'));
  set.requiredOption('--date <day>', 'YYYY-MM-DD', day);
  withDatabase(set, async ({ bulk }, config) => {
    const { company, date } = set.opts<{ company: number; date: string }>();
    return await moveTo(bulk, config, company, { date }, onStep(set));
  });
}

function ofCompany(command: Command): Command {
  return command.requiredOption('--company <id>', 'company id', wholeNumber);
}

async function readClock(sql: Pool, config: Config, companyId: number): Promise<Clock> {
  if (config.environment === 'production')
    throw new AppError(
      'wrong-environment',
      'On production every clock runs in real time and cannot be moved.',
    );
  await requireCompany(sql, companyId);
  const clock = await selectClock(sql, companyId);
  if (!clock) throw notFound();
  return clock;
}

/** A move over several months says how far it is. */
function onStep(command: Command): (step: ClockStep) => void {
  return (step) => processOf(command).stderr.write(`${describe(step)}\n`);
}

async function moveTo(
  sql: Pool,
  config: Config,
  companyId: number,
  move: ClockMove,
  onLongStep: (step: ClockStep) => void,
): Promise<Output> {
  const { businessDate: today } = await readClock(sql, config, companyId);
  const target = clockTarget(today, move);
  const isLong = target > nextFirst(today);
  const steps = await moveClock(sql, config.environment, companyId, OPERATOR, target, (step) => {
    if (isLong) onLongStep(step);
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
