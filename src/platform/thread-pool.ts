import { availableParallelism } from 'node:os';
import type { Piscina } from 'piscina';
import { AppError, clientGone } from './errors.ts';
import { SLOTS, TIMES } from './limits.ts';
import { Slots } from './slots.ts';

/** A module whose default export does the work. The task and its result are copied from thread to thread. */
interface WorkModule<Task, Result> {
  default: (task: Task) => Promise<Result>;
}

interface Options {
  threads?: number;
  maxWaiting?: number;
  maxMs?: number;
  idleMs?: number;
}

/** One processor is left to the event loop. Each thread takes some 60 MB. */
const MAX_THREADS = 4;
/** A thread needs half a second to load its modules again. */
const IDLE_MS = 60_000;

/**
 * Does work that would keep the event loop busy in a few threads, companies in turn. Threads start with the first work
 * and stop when they are idle. If a thread crashes, only the work that it was doing fails.
 */
export class ThreadPool {
  readonly #threads: number;
  readonly #maxMs: number;
  readonly #idleMs: number;
  readonly #slots: Slots;
  #piscina: Promise<Piscina> | undefined;
  #isClosed = false;

  constructor({
    threads = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1)),
    maxWaiting = SLOTS.threads.maxWaiting,
    maxMs = TIMES.threadMs,
    idleMs = IDLE_MS,
  }: Options = {}) {
    this.#threads = threads;
    this.#maxMs = maxMs;
    this.#idleMs = idleMs;
    this.#slots = new Slots({ count: threads, maxWaiting });
  }

  /**
   * `module`: the address of the module, and its type as the type argument. The signal ends only the wait for a thread,
   * because a stopped thread has to load its modules again.
   */
  async run<Module extends WorkModule<never, unknown>>(
    companyId: number,
    module: string,
    task: Parameters<Module['default']>[0],
    signal?: AbortSignal | undefined,
  ): Promise<Awaited<ReturnType<Module['default']>>> {
    try {
      return await this.#slots.use(companyId, () => this.#do(module, task), signal);
    } catch (error) {
      throw signal?.aborted ? clientGone(error) : error;
    }
  }

  async #do(module: string, task: unknown) {
    if (this.#isClosed) throw new AppError('shutting-down', 'Please try again in a moment.');
    this.#piscina ??= this.#start();
    const piscina = await this.#piscina;
    return await piscina.run(task, { filename: module, signal: AbortSignal.timeout(this.#maxMs) });
  }

  /** Work that still runs fails. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await (await this.#piscina)?.destroy();
  }

  async #start(): Promise<Piscina> {
    // Imported lazily, as threads are started lazily.
    const { Piscina } = await import('piscina');
    const piscina = new Piscina({
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: this.#idleMs,
      // Requests come first when processors are scarce.
      niceIncrement: 10,
    });
    // The crash of an idle thread concerns no work. Without a listener it would end the process.
    piscina.on('error', () => {});
    return piscina;
  }
}
