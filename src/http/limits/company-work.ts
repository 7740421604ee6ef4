import type { Database, Pool } from '../../platform/db/types.ts';
import { SLOTS } from '../../platform/limits.ts';
import { type SlotLimits, Slots } from '../../platform/slots.ts';
import { type ClientSocket, whileConnected } from './while-connected.ts';

/**
 * Runs the work on a pool of connections, companies in turn. Rejects with 503 `busy` after a long wait. If the client
 * goes while the work waits, the work never begins.
 */
export type CompanyWork = <Result>(
  request: { raw: { socket: ClientSocket } },
  companyId: number,
  work: (pool: Pool) => Promise<Result>,
) => Promise<Result>;

export function createCompanyWork({ bulk, sql }: Pick<Database, 'bulk' | 'sql'>) {
  return {
    bulkWork: inTurn(bulk, SLOTS.bulk),
    dayWork: inTurn(sql, SLOTS.day),
    pageWork: inTurn(sql, SLOTS.pages),
    longFileWork: inTurn(sql, SLOTS.longFiles),
  };
}

function inTurn(pool: Pool, limits: SlotLimits): CompanyWork {
  const slots = new Slots(limits);
  return (request, companyId, work) =>
    whileConnected(request.raw.socket, (signal) => slots.use(companyId, () => work(pool), signal));
}
