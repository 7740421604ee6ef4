import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * The flags of `npm start`. A young generation of 8 MB: with the default of 16 MB and more, receiving 200,000
 * entries made the process grow by 180 MB instead of 60. The old generation is collected when it has grown by
 * half: receiving and applying 300,000 entries peaked at 203 MB instead of 291.
 */
export const SERVICE_FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/** Starts a child process, sends it its task and waits for its first answer. */
export async function startChild<Task extends object, Answer>(
  module: URL,
  task: Task,
  nodeFlags: readonly string[] = [],
): Promise<{ child: ChildProcess; answer: Answer }> {
  const child = fork(module, { execArgv: [...nodeFlags], stdio: ['ignore', 2, 2, 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${module.pathname} ended with ${code} before it answered`);
  });
  child.send(task);
  const [answer] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => {});
  return { child, answer };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

/** Receives the task, in the child. The child ends with its parent. */
export async function receive<Task>(): Promise<Task> {
  process.once('disconnect', () => process.exit());
  const [task] = await once(process, 'message');
  return task;
}

export function reply<Answer extends object>(answer: Answer): void {
  process.send?.(answer);
}
