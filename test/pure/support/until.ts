import { setTimeout as sleep } from 'node:timers/promises';

export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  // Long enough for a machine that has much else to do: only what never happens takes so long.
  const deadline = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited too long until ${what}`);
    await sleep(20);
  }
}
