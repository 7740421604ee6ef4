import { createInterface } from 'node:readline/promises';
import { AppError } from '../platform/errors.ts';

/**
 * Asks before a change, unless `yes` is given. Without a terminal nobody can answer, so the change is refused: a script
 * must say `--yes`. The question goes to standard error, because standard output belongs to the result.
 */
export async function confirm(
  lines: readonly string[],
  question: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  if (yes) return;
  const effect = lines.join('\n');
  if (!process.stdin.isTTY)
    throw new AppError('conflict', `Nothing was changed. Repeat the command with --yes.\n${effect}`);
  process.stderr.write(`${effect}\n`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new AppError('conflict', 'Nothing was changed.');
}
