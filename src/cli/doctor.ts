import type { Command } from 'commander';
import { type Config, readConfig } from '../platform/config/config.ts';
import { describeMisspelt } from '../platform/config/misspelt-variables.ts';
import { readSecretKeys } from '../platform/config/secret-keys.ts';
import { AppError } from '../platform/errors.ts';
import { commit, version } from '../platform/version.ts';
import { type CommandProcess, processOf } from './command-process.ts';
import { type Check, ok, problem, warning } from './doctor/check.ts';

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('check the installation: settings, database, secrets, clock, mail, wallets, disk, portal')
    .option('--json', 'print the checks as one JSON list')
    .addHelpText('after', '\nChanges nothing. The exit code is 1 if there is a problem, else 0.')
    .action(async ({ json }: { json?: true }) => {
      const own = processOf(command);
      const checks = await examine(own.env);
      own.stdout.write(`${json ? JSON.stringify(checks, null, 2) : describe(checks).join('\n')}\n`);
      if (checks.some(({ status }) => status === 'problem')) own.exitCode = 1;
    });
}

async function examine(env: CommandProcess['env']): Promise<Check[]> {
  const program = ok(
    'version',
    `Transit Ticket Service ${version}, commit ${commit() ?? 'unknown'}, Node ${process.version}.`,
  );
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [
      program,
      problem('settings', error.message, 'Change the environment variable. Nothing else was checked.'),
    ];
  }
  // Imported late, as they load most of the service.
  const [{ checkMachine }, { checkDatabase }] = await Promise.all([
    import('./doctor/machine-checks.ts'),
    import('./doctor/database-checks.ts'),
  ]);
  const machine = await checkMachine(config);
  const database = await checkDatabase(config, await readSecretKeys(config));
  return [program, settings(config), ...machine, ...database];
}

function settings({ misspelt }: Config): Check {
  if (misspelt.length === 0) return ok('settings', 'The environment variables can be read.');
  return warning(
    'settings',
    misspelt.map(describeMisspelt).join(' '),
    'Rename the variable. docs/operating.md, "Environment variables", lists all of them.',
  );
}

function describe(checks: readonly Check[]): string[] {
  const width = Math.max(...checks.map(({ check }) => check.length));
  const lines = checks.flatMap(({ check, status, message, action }) => [
    `${status.padEnd(7)}  ${check.padEnd(width)}  ${message}`,
    ...(action === null ? [] : [`${' '.repeat(width + 11)}→ ${action}`]),
  ]);
  const count = (looked: Check['status']) => checks.filter(({ status }) => status === looked).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const others = warnings === 0 ? '' : warnings === 1 ? ', one warning' : `, ${warnings} warnings`;
  return [
    ...lines,
    '',
    `${problems === 0 ? 'No problems' : problems === 1 ? 'One problem' : `${problems} problems`}${others}.`,
  ];
}
