import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import type { CompanySettings } from '../../../src/company/companies/companies-sql.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { type SettingChanges, setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { connectSmallWorker } from '../../../src/platform/db/connect.ts';
import type { Pool } from '../../../src/platform/db/types.ts';
import { selectConflicts } from '../../../src/rosters/decide/conflicts-sql.ts';
import { type Resolution, resolveConflict } from '../../../src/rosters/decide/resolve-conflict.ts';
import { type Entry, entry } from './entry.ts';
import { freezeClock, TODAY } from './people.ts';
import { type NextRun, runNext } from './run-next.ts';
import { basic, createTestCompany, type TestService } from './service.ts';
import { stopJustBefore, type TestDatabase } from './test-database.ts';

export { type Entry, entry };

let lastSync = 0;

/**
 * Connections of each database that no company uses at the moment. A new connection reads the catalogue first, which takes
 * longer than applying a small roster.
 */
const idleWorkers = new WeakMap<TestDatabase, Pool[]>();

async function withIdleWorker<Result>(
  database: TestDatabase,
  use: (worker: Pool) => Promise<Result>,
): Promise<Result> {
  const idle = idleWorkers.get(database) ?? [];
  idleWorkers.set(database, idle);
  const worker = idle.pop() ?? openWorker(database);
  try {
    return await use(worker);
  } finally {
    idle.push(worker);
  }
}

function openWorker(database: TestDatabase): Pool {
  const worker = connectSmallWorker(database.server);
  stopJustBefore(database, () => worker.end({ timeout: 0 }));
  return worker;
}

/** Creates a company with an integration. The functions do what its HR system and our workers do. */
export async function createSyncingCompany(service: TestService, settings: CompanySettings = {}) {
  const { sql } = service.database;
  const { company, key, get } = await createTestCompany(service);
  const companyId = company.id;
  await freezeClock(sql, companyId, TODAY);
  await sql.begin((tx) => setCompany(tx, companyId, OPERATOR, { autoEnrol: true, ...settings }));
  const newIntegration = (name = 'HR') =>
    createIntegration(sql, companyId, OPERATOR, { name, type: 'api-integration' });
  const integrationId = await newIntegration();
  let ownWorker: Pool | undefined;
  const authorization = basic(key);

  const send = (path: string, payload: string | Buffer | object, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
    });

  const submit = (
    employees: readonly object[],
    { syncId = `sync-${++lastSync}`, to = integrationId }: { syncId?: string; to?: number } = {},
  ) => send(`/hr-integrations/${to}/sync`, { syncId, employees });

  /** Applies all waiting runs, as a worker does. */
  const work = (by = ownWorker): Promise<NextRun[]> =>
    by ? workWith(by) : withIdleWorker(service.database, workWith);
  const workWith = async (worker: Pool): Promise<NextRun[]> => {
    const results: NextRun[] = [];
    for (;;) {
      const result = await runNext(companyId, worker);
      if (!result.run) return results;
      results.push(result);
    }
  };

  /** Sends the roster and applies it. Returns the run as the API shows it. */
  const sync = async (employees: readonly object[], options: { syncId?: string; to?: number } = {}) => {
    const syncId = options.syncId ?? `sync-${++lastSync}`;
    const answer = await submit(employees, { ...options, syncId });
    if (answer.statusCode !== 204) throw new Error(`${answer.statusCode}: ${answer.body}`);
    await work();
    return await run(syncId, options.to);
  };

  /** A key that is restricted to one integration, with the rosters that it sends and the answers that it gets. */
  const restrictTo = async (to: number) => {
    const made = await createKey(sql, companyId, OPERATOR, {
      environment: 'staging',
      name: 'restricted',
      permissions: PERMISSIONS,
      integrationIds: [to],
    });
    const own = { authorization: basic(made) };
    const ask = (url: string) => service.app.inject({ url, headers: own });
    const post = (path: string, employees: readonly object[], syncId: string) =>
      send(`/hr-integrations/${to}/${path}`, { syncId, employees }, own);
    return {
      key: made,
      ask,
      submit: (employees: readonly object[], syncId: string) => post('sync', employees, syncId),
      /** Sends the roster and applies it. Returns the run and its changes. */
      sync: async (employees: readonly object[], syncId = `sync-${++lastSync}`) => {
        const answer = await post('sync', employees, syncId);
        if (answer.statusCode !== 204) throw new Error(`${answer.statusCode}: ${answer.body}`);
        await work();
        const url = `/hr-integrations/${to}/syncs/${syncId}`;
        const changed = (await ask(`${url}/changes?perPage=100&sortOrder=asc`)).json().data.data;
        return { ...(await ask(url)).json().data, changes: changed };
      },
      preview: async (employees: readonly object[]) => {
        const answer = await post('sync/preview', employees, 'preview');
        if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
        return answer.json().data;
      },
    };
  };

  const run = async (syncId: string, of = integrationId) =>
    (await get(`/hr-integrations/${of}/syncs/${encodeURIComponent(syncId)}`)).json().data;

  const changes = async (syncId: string, query = '', of = integrationId) =>
    (
      await get(
        `/hr-integrations/${of}/syncs/${encodeURIComponent(syncId)}/changes?perPage=100&sortOrder=asc&${query}`,
      )
    ).json().data.data;

  /** Returns all people of the company by ascending id, as the API shows them. */
  const people = async (query = '') =>
    (await get(`/employees?perPage=100&sortOrder=asc&${query}`)).json().data.data;

  const set = (values: SettingChanges, of = integrationId) =>
    sql.begin((tx) => setIntegration(tx, companyId, of, OPERATOR, values));

  /** Resolves the only open conflict. */
  const resolveOpenConflict = async (resolution: Resolution) => {
    const [conflict] = await selectConflicts(sql, companyId);
    await sql.begin((tx) => resolveConflict(tx, companyId, { id: conflict?.id ?? 0 }, OPERATOR, resolution));
  };

  return {
    resolveOpenConflict,
    restrictTo,
    companyId,
    integrationId,
    key,
    authorization,
    sql,
    /** A connection of the company's own, which `work` uses from then on. */
    get worker() {
      ownWorker ??= openWorker(service.database);
      return ownWorker;
    },
    get,
    send,
    submit,
    work,
    sync,
    run,
    changes,
    people,
    set,
    newIntegration,
    clock: (day: string) => freezeClock(sql, companyId, day),
  };
}
