import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

// test/run.ts loads this module into every process of test files. It notes the processor time of each file, with that of the
// processes that the file has started and ended.

/** The environment variable with the name of the file for the notes. */
export const PROCESSOR_TIMES = 'TRANSIT_TEST_PROCESSOR_TIMES';
/** The channel to which a group publishes the name of each of its files before it begins. */
export const FILE_BEGUN = 'transit:test-file';
/** A clock tick of /proc, which is the same on every Linux. */
const TICK_MS = 10;

export interface ProcessorTime {
  file: string;
  ms: number;
}

const notes = process.env[PROCESSOR_TIMES];
/** The part of the processor time of this process that earlier files of the group have used. */
let notedMs = 0;
let current: string | undefined = process.argv[1];

// A thread of the service loads this too, and its process counts it.
if (notes && isMainThread) {
  process.on('exit', () => noteFile(notes));
  subscribe(FILE_BEGUN, (file) => {
    noteFile(notes);
    current = String(file);
  });
}

function noteFile(notes: string): void {
  if (!current) return;
  const { ownMs, endedChildrenMs } = processorTimes('self');
  const ms = ownMs + endedChildrenMs;
  const note: ProcessorTime = { file: current, ms: ms - notedMs };
  appendFileSync(notes, `${JSON.stringify(note)}\n`);
  notedMs = ms;
}

/** Systems without /proc know only the process itself. */
export function processorTimes(pid: number | 'self'): { ownMs: number; endedChildrenMs: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces. The state and ten more fields follow it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return { ownMs: (user + system) * TICK_MS, endedChildrenMs: (endedUser + endedSystem) * TICK_MS };
  } catch {
    const { user, system } = process.cpuUsage();
    return { ownMs: pid === 'self' ? (user + system) / 1000 : 0, endedChildrenMs: 0 };
  }
}
