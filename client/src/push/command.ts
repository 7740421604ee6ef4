import type { Environment } from './access.ts';
import { PushFailure } from './failure.ts';
import { helpOf, readOptions } from './options.ts';
import { Progress, type Terminal } from './progress.ts';
import { pushFile } from './push-file.ts';

/** The parts of the process that the command uses. */
interface PushProcess {
  readonly env: Environment;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: Terminal;
}

/**
 * Runs the command and returns its exit code. `name` is how it was called: `transit-push`, or `transit push` on the server.
 * The result goes to standard output, all else to standard error.
 */
export async function runPush(
  args: readonly string[],
  name: string,
  { env, stdout, stderr }: PushProcess = process,
): Promise<number> {
  const progress = new Progress(stderr);
  try {
    const options = readOptions(args);
    if (!options) {
      stdout.write(helpOf(name));
      return 0;
    }
    const { data, lines, code } = await pushFile(options, progress, env);
    progress.clear();
    stdout.write(`${options.json ? JSON.stringify(data, null, 2) : lines.join('\n')}\n`);
    return code;
  } catch (error) {
    progress.clear();
    if (!(error instanceof PushFailure)) throw error;
    const [first = '', ...more] = error.lines;
    stderr.write(`${[`${name.split(' ')[0]}: ${first}`, ...more].join('\n')}\n`);
    return error.code;
  }
}
