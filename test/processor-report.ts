import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { PROCESSOR_TIMES, type ProcessorTime, processorTimes } from './processor-time.ts';

/** How many of the slowest files a run prints: TEST_TIMES=all prints every file. */
const SHOWN = process.env['TEST_TIMES'] === 'all' ? Infinity : 10;

/** Returns the file to which test/processor-time.ts adds a line for each test file. */
export function startProcessorTimes(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'transit-test-times-')), 'processor-times.jsonl');
  process.env[PROCESSOR_TIMES] = file;
  return file;
}

/** Call it after the test server has stopped: the time of a process counts once it has ended. */
export function reportProcessorTimes(root: string, noted: string): string {
  const times = existsSync(noted) ? readTimes(root, noted) : [];
  rmSync(dirname(noted), { recursive: true, force: true });
  const inFiles = times.reduce((sum, { ms }) => sum + ms, 0);
  const { ownMs, endedChildrenMs } = processorTimes('self');
  const around = Math.max(0, ownMs + endedChildrenMs - inFiles);
  const slowest = times.sort((one, other) => other.ms - one.ms).slice(0, SHOWN);
  return [
    `Processor time: ${seconds(inFiles)} in test files, ${seconds(around)} in their database server and the runner`,
    ...slowest.map(({ file, ms }) => `${seconds(ms).padStart(9)}  ${file}`),
    '',
  ].join('\n');
}

function readTimes(root: string, noted: string): ProcessorTime[] {
  const lines = readFileSync(noted, 'utf8').trimEnd().split('\n');
  return lines
    .map((line): ProcessorTime => JSON.parse(line))
    .map(({ file, ms }) => ({ file: relative(root, resolve(root, file)), ms }))
    .filter(({ file }) => !file.startsWith('..'));
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
