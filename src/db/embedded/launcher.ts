import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { Account } from './account.ts';
import { errorText } from './error-code.ts';
import { unusable } from './folder.ts';

const run = promisify(execFile);

/** The caller's variables (PGDATA, PGOPTIONS, LANG …) must not change how the server behaves or what it logs. */
const env = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: {
    readonly env: typeof env;
    readonly cwd: '/';
    readonly uid?: number;
    readonly gid?: number;
  };
}

/** How to start a program as the database's user. */
export type Launcher = (program: string, args: readonly string[]) => Launch;

const asOurselves: Launcher = (file, args) => ({ file, args, options: { env, cwd: '/' } });

function asUser({ uid, gid }: Account): Launcher {
  return (file, args) => ({ file, args, options: { env, cwd: '/', uid, gid } });
}

/**
 * Lets the user pass through folders that are root's alone, such as /root or what `mktemp -d` makes. initdb asks
 * access(2) about its own program, and that call ignores capabilities unless `no_setuid_fixup` is set.
 */
function asUserWith(capability: string, { uid, gid }: Account): Launcher {
  const grant = [
    '--securebits=+no_setuid_fixup',
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
  ];
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...grant, '--'];
  return (program, args) => asOurselves('setpriv', [...flags, program, ...args]);
}

/** Finds the least privilege with which the server can reach its programs and its folders. */
export async function chooseLauncher(
  account: Account | undefined,
  postgres: string,
  folders: readonly string[],
): Promise<Launcher> {
  if (!account) return asOurselves;
  const ways = [
    asUser(account),
    asUserWith('dac_read_search', account),
    // Containers usually withhold the narrower capability from root, and grant this one.
    asUserWith('dac_override', account),
  ];
  const failures: string[] = [];
  for (const way of ways) {
    const failure = await tryToReach(way, postgres, folders);
    if (!failure) return way;
    failures.push(failure);
  }
  throw unusable(
    `PostgreSQL does not run as root, and the user with id ${account.uid} that it would run as cannot reach ${postgres} or ${folders.join(', ')}: ` +
      `${failures[0]}. Run the service as an ordinary user, or move it and DATA_DIR to folders that other users may enter, or install setpriv (util-linux).`,
  );
}

async function tryToReach(launcher: Launcher, postgres: string, folders: readonly string[]) {
  const script = 'program=$1; shift; for folder; do cd "$folder" || exit; done; exec "$program" --version';
  const { file, args, options } = launcher('/bin/sh', ['-c', script, 'sh', postgres, ...folders]);
  return run(file, [...args], options).then(
    // A program that cannot find itself complains, but answers.
    ({ stderr }) => stderr.trim() || undefined,
    (error) => errorText(error).split('\n').filter(Boolean).at(-1) ?? 'unknown reason',
  );
}

/** Runs a program to its end. Its complaints become the message. */
export async function runToEnd(launch: Launch, what: string, input = ''): Promise<void> {
  const running = run(launch.file, [...launch.args], launch.options);
  // A program that ends without reading its input is reported by its exit code.
  running.child.stdin?.on('error', () => {}).end(input);
  try {
    await running;
  } catch (cause) {
    const complaint = cause instanceof Error && 'stderr' in cause && String(cause.stderr).trim();
    throw new AppError('embedded-database-failed', `${what} failed: ${complaint || errorText(cause)}`, {
      cause,
    });
  }
}
