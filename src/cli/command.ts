import type { Command } from 'commander';
import { type Config, readConfig } from '../platform/config/config.ts';
import { type OpenDatabase, openDatabase } from '../platform/db/open.ts';
import type { Transaction } from '../platform/db/types.ts';
import { AppError } from '../platform/errors.ts';
import { processOf } from './command-process.ts';
import { requireKey } from './signing-key/require-key.ts';

/** The output of a command: one JSON value with `--json`, otherwise lines for a person. */
export interface Output {
  data: unknown;
  lines: readonly string[];
}

/** The database of a command, whether or not `serve` is running on it, if the keys are those of the installation. */
export async function openForCommand(
  config: Config,
  options?: { mayCreate?: boolean },
): Promise<OpenDatabase> {
  const database = await openDatabase(config, 'command', options);
  try {
    await requireKey(database.sql, config);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs a subcommand on the database. */
export function withDatabase(
  command: Command,
  work: (database: OpenDatabase, config: Config, args: string[]) => Promise<Output>,
  options?: { mayCreate?: boolean },
): Command {
  return command.option('--json', 'print the result as one JSON value').action(async () => {
    const own = processOf(command);
    const config = readConfig(own.env);
    const database = await openForCommand(config, options);
    try {
      const { data, lines } = await work(database, config, command.args);
      const text = command.opts()['json'] ? JSON.stringify(data, null, 2) : lines.join('\n');
      own.stdout.write(`${text}\n`);
    } finally {
      await database.close();
    }
  });
}

/** Like `withDatabase`, in one transaction. For commands that change data. */
export function withTransaction(
  command: Command,
  work: (tx: Transaction, config: Config, args: string[]) => Promise<Output>,
): Command {
  return withDatabase(command, async (database, config, args) => {
    const result: { output?: Output } = {};
    await database.bulk.begin(async (tx) => {
      result.output = await work(tx, config, args);
    });
    return result.output ?? { data: null, lines: [] };
  });
}

/** Refuses a `set` command without any setting: it would report success although nothing was changed. */
export function requireOption(command: Command): void {
  command.hook('preAction', () => {
    const settings = command.options.filter(
      ({ long, mandatory }) => !mandatory && long !== '--json' && long !== '--yes',
    );
    const given = command.opts();
    if (settings.some((option) => given[option.attributeName()] !== undefined)) return;
    throw new AppError('invalid-values', `Say what to set: ${settings.map(({ long }) => long).join(', ')}.`);
  });
}

/** Replaces the API's generic not-found message by one that names the missing thing. */
export async function naming<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      throw new AppError('not-found', `There is no ${what}.`);
    throw error;
  }
}

/** Formats rows under headings. Each column is as wide as its longest text. */
export function table(headings: string[], rows: (string | number | null)[][]): string[] {
  const cells = [headings, ...rows.map((row) => row.map((cell) => String(cell ?? '–')))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
