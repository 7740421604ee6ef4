import { once } from 'node:events';
import { setPriority } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';

interface ThreadOptions {
  /** If it aborts, the thread is stopped, and the reason is thrown. */
  signal: AbortSignal;
  /** Objects, texts and buffers. */
  mebibytes: number;
  /** Until the first message. */
  ms: number;
  /** Parts of the task that move to the thread instead of being copied. */
  transfer?: readonly ArrayBuffer[];
}

/** A thread ended before its work. The process and its other threads go on. */
export class ThreadEnded extends Error {
  readonly reason: 'out-of-memory' | 'took-too-long' | 'stopped';

  constructor(reason: ThreadEnded['reason'], options?: ErrorOptions) {
    super(`the thread ended: ${reason}`, options);
    this.reason = reason;
  }
}

/**
 * Starts a thread for work that needs bounds of its own, and yields its messages. The thread waits until a message has been used. It
 * is stopped at the end, when the caller takes no more, and when the signal aborts; then its memory is free again. `ThreadPool` is for
 * short work with one result: it keeps its threads.
 */
export async function* messagesOf<Message extends object>(
  module: string,
  task: object,
  { signal, mebibytes, ms, transfer = [] }: ThreadOptions,
): AsyncGenerator<Message> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(module), {
    workerData: task,
    transferList: [...transfer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_FACTOR * mebibytes },
  });
  const thread = new Thread<Message>(worker, signal);
  const timer = setTimeout(() => thread.fail(new ThreadEnded('took-too-long')), ms);
  const watch = setInterval(() => void thread.requireMemory(mebibytes), WATCH_MS);
  try {
    for (;;) {
      const message = await thread.next();
      clearTimeout(timer);
      if (message === END) return;
      yield message;
    }
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    thread.close();
    await worker.terminate();
  }
}

/**
 * If a thread reaches the limit of its heap with one large object, V8 ends the process: Node can end a thread only between two small
 * ones. So its memory is looked at from outside, and the limit of the heap is out of reach meanwhile.
 */
const WATCH_MS = 100;
const HEAP_FACTOR = 2;

/** Follows the last message. */
const END = 'end';
const NEXT = 'next';

/** The end of the thread that waits for its messages. */
class Thread<Message> {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #onAbort = () => this.fail(this.#signal.reason);
  #waiting: PromiseWithResolvers<Message | typeof END>;
  #hasStarted = false;

  constructor(worker: Worker, signal: AbortSignal) {
    this.#worker = worker;
    this.#signal = signal;
    this.#waiting = newWait();
    worker.on('message', (message) => this.#waiting.resolve(message));
    worker.on('error', (error) => this.fail(endOf(error)));
    worker.on('exit', () => this.fail(new ThreadEnded('stopped')));
    signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  async next(): Promise<Message | typeof END> {
    if (this.#hasStarted) this.#worker.postMessage(NEXT);
    this.#hasStarted = true;
    const message = await this.#waiting.promise;
    this.#waiting = newWait();
    return message;
  }

  /** The answer comes from the thread, between two of its steps. */
  async requireMemory(mebibytes: number): Promise<void> {
    // A thread that has ended has no answer.
    const memory = await this.#worker.getHeapStatistics().catch(() => undefined);
    const bytes = memory ? memory.used_heap_size + memory.external_memory : 0;
    if (bytes > mebibytes * 1024 * 1024) this.fail(new ThreadEnded('out-of-memory'));
  }

  fail(error: unknown): void {
    this.#waiting.reject(error);
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
  }
}

function newWait<Message>(): PromiseWithResolvers<Message | typeof END> {
  const wait = Promise.withResolvers<Message | typeof END>();
  // Its error is thrown to whoever waits for it next.
  wait.promise.catch(() => {});
  return wait;
}

const endOf = (error: Error & { code?: string }) =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadEnded('out-of-memory', { cause: error }) : error;

/** In the thread: sends what the work yields, one at a time. */
export async function sendMessages(messages: AsyncIterable<object>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('this is no thread');
  // Requests come first when processors are scarce. Only Linux has priorities of threads.
  if (process.platform === 'linux') setPriority(LOW_PRIORITY);
  for await (const message of messages) {
    const used = once(port, 'message');
    port.postMessage(message);
    await used;
  }
  port.postMessage(END);
}

const LOW_PRIORITY = 10;
