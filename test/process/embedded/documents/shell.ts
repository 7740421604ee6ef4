import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

interface Ran {
  /** What was written to both outputs, in order. */
  output: string;
  failed: boolean;
}

export interface Shell {
  run(text: string): Promise<Ran>;
  close(): void;
}

/** One bash for all blocks, as the reader has one terminal: functions, variables and the folder stay. */
export function openShell(cwd: string, env: Record<string, string>): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  bash.stdout.setEncoding('utf8');
  bash.stdin.write('exec 2>&1\n');

  const run = (text: string): Promise<Ran> => {
    const end = `end-${randomUUID()}`;
    let output = '';
    const finished = new Promise<Ran>((resolve) => {
      const read = (piece: string) => {
        output += piece;
        const found = new RegExp(`^([\\s\\S]*)${end} (\\d)\n`).exec(output);
        if (!found) return;
        bash.stdout.off('data', read);
        resolve({ output: found[1] ?? '', failed: found[2] !== '0' });
      };
      bash.stdout.on('data', read);
    });
    // Each command of a block has to succeed, not only the last one.
    bash.stdin.write(`failed=0; trap 'failed=1' ERR\n${text}\ntrap - ERR; echo "${end} $failed"\n`);
    return finished;
  };
  return { run, close: () => bash.kill('SIGKILL') };
}
