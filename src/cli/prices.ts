import type { Command } from 'commander';
import { formatEuros } from '../../texts/format.ts';
import type { OpenDatabase } from '../platform/db/open.ts';
import {
  changePrices,
  type PriceChange,
  type PriceEffect,
  previewPriceChange,
} from '../tickets/prices/change-prices.ts';
import { type Difference, selectCompaniesBehind, selectPrices } from '../tickets/prices/prices-sql.ts';
import { amount, month } from './arguments.ts';
import { type Output, table, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { difference } from './difference.ts';

export function addPrices(program: Command): void {
  const prices = program.command('prices').description('list and change the price of the monthly ticket');

  withDatabase(
    prices.command('list').description('list the prices by their first month'),
    async ({ sql }) => {
      const list = await selectPrices(sql);
      const companiesBehind = (await selectCompaniesBehind(sql)).length;
      const behind =
        companiesBehind > 0
          ? [
              `The offers after the last change are still to be made in ${counted(companiesBehind, 'company', 'companies')}.`,
            ]
          : [];
      const rows = list.map(({ from, cents }) => [from, formatEuros(cents, 'en')]);
      return {
        data: { prices: list, companiesBehind },
        lines: [...table(['FROM', 'PRICE'], rows), ...behind],
      };
    },
  );

  const add = changing(prices.command('add').description('set the price from a month on that has not begun'));
  add.requiredOption('--cents <n>', 'price of one ticket with tax, in cents', amount);
  withDatabase(add, (database) => change(database, add, add.opts<{ from: string; cents: number }>()));

  const remove = changing(
    prices.command('remove').description('remove a price whose first month has not begun'),
  );
  withDatabase(remove, (database) =>
    change(database, remove, { from: remove.opts<{ from: string }>().from, cents: null }),
  );
}

function changing(command: Command): Command {
  return command
    .requiredOption('--from <month>', 'first month of the price, YYYY-MM', month)
    .option('--yes', 'do not ask; needed without a terminal');
}

async function change(
  { bulk }: OpenDatabase,
  command: Command,
  { from, cents }: PriceChange,
): Promise<Output> {
  const effect = await previewPriceChange(bulk, { from, cents });
  await confirm(command, describe(effect), 'Change the price?');
  await bulk.begin((tx) => changePrices(tx, { from, cents }));
  const after = 'New terms are offered by the running service, company by company.';
  return { data: effect, lines: [...describe(effect), after] };
}

function describe({ from, beforeCents, afterCents, companies }: PriceEffect): string[] {
  const people = companies.reduce((sum, company) => sum + company.people, 0);
  const rows = companies.map(({ companyId, name, people, atFirst, onceAccepted }) => [
    companyId,
    name,
    people,
    ...[atFirst, onceAccepted].flatMap(({ employees, employer }) => [
      difference(employees),
      difference(employer),
    ]),
  ]);
  const total = (part: 'atFirst' | 'onceAccepted', payer: keyof Difference) =>
    difference(companies.reduce((sum, company) => sum + company[part][payer], 0));
  return [
    `From ${from}: ${formatEuros(beforeCents, 'en')} -> ${formatEuros(afterCents, 'en')} for ${counted(people, 'person', 'people')} in ${counted(companies.length, 'company', 'companies')}.`,
    `  employees a month  ${total('atFirst', 'employees')}, once all have accepted new terms ${total('onceAccepted', 'employees')}`,
    `  employers a month  ${total('atFirst', 'employer')}, once all have accepted new terms ${total('onceAccepted', 'employer')}`,
    ...(rows.length > 0
      ? table(['ID', 'COMPANY', 'PEOPLE', 'EMPLOYEES', 'EMPLOYER', 'ACCEPTED: EMPLOYEES', 'EMPLOYER'], rows)
      : []),
  ];
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
