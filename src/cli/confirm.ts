import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { AppError } from '../platform/errors.ts';
import { processOf } from './command-process.ts';

/**
 * Asks before a change, unless the command has `--yes`. Without a terminal nobody can answer, so the change is refused: a
 * script must say `--yes`. The question goes to standard error, because standard output belongs to the result.
 */
export async function confirm(command: Command, lines: readonly string[], question: string): Promise<void> {
  if (command.opts<{ yes?: boolean }>().yes) return;
  const { stdin, stderr } = processOf(command);
  const effect = lines.join('\n');
  if (!stdin.isTTY)
    throw new AppError('conflict', `Nothing was changed. Repeat the command with --yes.\n${effect}`);
  stderr.write(`${effect}\n`);
  const terminal = createInterface({ input: stdin, output: stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new AppError('conflict', 'Nothing was changed.');
}
