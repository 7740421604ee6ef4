import type { Variables } from './program.ts';

/**
 * Variables of a process that reads hashes of this one, or the other way round: of passwords and of backups. In `npm test` they take
 * less time than outside, and differ.
 */
export function hashesOfTests(): Variables {
  const module = process.execArgv.find((argument) => argument.endsWith('/cheap-hashes.ts'));
  return module ? { NODE_OPTIONS: `--import=${module}` } : {};
}
