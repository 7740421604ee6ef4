import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';

/** The parts of its process that a command uses. Tests give others, and run commands in their own process. */
export interface CommandProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
  exitCode?: number | string | null | undefined;
}

const processes = new WeakMap<Command, CommandProcess>();

export function setProcess(program: Command, own: CommandProcess): void {
  processes.set(program, own);
}

export function processOf(command: Command): CommandProcess {
  const own = processes.get(command);
  if (own) return own;
  return command.parent ? processOf(command.parent) : process;
}
