import { setTimeout } from 'node:timers/promises';
import type { Pool, Transaction } from './types.ts';

/** A statement that is just being sent cannot be cancelled yet. */
const CANCEL_AGAIN_MS = 200;

/** Cancels again and again, until the work is done. A failure leaves the work to its own end. */
export async function cancelUntilDone(cancel: () => Promise<unknown>, done: AbortSignal): Promise<void> {
  try {
    while (!done.aborted) {
      await cancel();
      await setTimeout(CANCEL_AGAIN_MS, undefined, { signal: done });
    }
  } catch {}
}

/** Runs the work of a transaction. If the signal aborts meanwhile, the running statement is cancelled from another connection. */
export async function cancelOnAbort<Result>(
  tx: Transaction,
  { signal, short }: { signal: AbortSignal; short: Pool },
  work: () => Promise<Result>,
): Promise<Result> {
  const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  signal.throwIfAborted();
  const pid = backend?.pid ?? 0;
  const done = new AbortController();
  let cancelling: Promise<void> | undefined;
  const onAbort = () => {
    cancelling = cancelUntilDone(() => short`select pg_cancel_backend(${pid}::int)`, done.signal);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    done.abort();
    // The connection must not get other work while its statements are being cancelled.
    await cancelling;
  }
}
