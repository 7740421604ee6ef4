import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../src/platform/db/connect.ts';
import { surviveLostConnections } from '../../src/platform/db/driver-faults.ts';
import { isDatabaseUnavailable, isLocked } from '../../src/platform/db/failures.ts';
import { tellThree } from './tell-three.ts';

/** What the process is started with. */
export interface Telling {
  target: string;
  companies: number[];
}

// Tells events of several companies in one transaction, again and again, until the process is killed. It sends the number of each
// transaction that was answered. A process of its own: the driver throws errors that the service survives and a test does not.
const AT_ONCE = 4;

surviveLostConnections(fail);
process.once('message', ({ target, companies }: Telling) => {
  const { sql } = connect(target, { isDistributed: true });
  const tellAll = async (from: number) => {
    for (let number = from; ; number += AT_ONCE)
      try {
        await sql.begin(async (tx) => {
          for (const companyId of companies) await tellThree(tx, companyId, number);
        });
        process.send?.(number);
      } catch (error) {
        if (!isDatabaseUnavailable(error) && !isLocked(error)) throw error;
        await sleep(10);
      }
  };
  for (let first = 1; first <= AT_ONCE; first++) tellAll(first).catch(fail);
});

function fail(error: unknown): void {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
}
