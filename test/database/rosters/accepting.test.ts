import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rotateKey } from '../../../src/company/api-keys/rotate-key.ts';
import { moveClock } from '../../../src/company/companies/move-clock.ts';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { disconnectIntegration } from '../../../src/company/integrations/disconnect-integration.ts';
import { selectIntegrationsNeedingAttention } from '../../../src/company/integrations/needs-sql.ts';
import { setIntegration } from '../../../src/company/integrations/set-integration.ts';
import { WHOLE_COMPANY } from '../../../src/domain/access/scope.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../src/people/privacy/erase-employee.ts';
import type { Pool, Transaction } from '../../../src/platform/db/types.ts';
import { applyRun, claimRun } from '../../../src/rosters/apply/apply-run.ts';
import { previewRoster } from '../../../src/rosters/apply/preview-roster.ts';
import { approveRun, discardRun } from '../../../src/rosters/decide/decide-held-run.ts';
import { inDay } from '../../../src/tickets/issue/open-day.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { countWaiting } from '../support/waiting.ts';
import { receivedRoster } from './received-roster.ts';

const service = await createTestService();
const { sql } = service.database;
const all = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => entry(name));

/** Creates a company with eight people and a held run that would end two of them. */
async function createCompany() {
  const company = await createSyncingCompany(service);
  const { companyId, integrationId } = company;
  await company.clock('2026-11-01');
  await company.sync(all);
  await company.clock('2026-11-15');
  await company.set({ holdCount: 0 });
  const held = await company.sync(all.slice(2), { syncId: 'held' });
  assert.equal(held.status, 'held');
  const links = async () =>
    (
      await sql<{ hrId: string; lastName: string }[]>`
        select l.hr_id as "hrId", e.last_name as "lastName" from hr_links l
        join employees e on e.company_id = l.company_id and e.id = l.employee_id
        where l.company_id = ${companyId} and l.integration_id = ${integrationId} and l.ended_at is null order by 1`
    ).map(({ hrId, lastName }) => `${hrId} ${lastName}`);
  return { ...company, held: { companyId, integrationId, name: { syncId: 'held' } }, links };
}
type Company = Awaited<ReturnType<typeof createCompany>>;

/** A pool whose transactions do their work and then stay open until `close`. */
function holding(pool: Pool) {
  const open = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const begin = (work: (tx: Transaction) => Promise<unknown>) =>
    pool.begin(async (tx) => {
      try {
        return await work(tx);
      } finally {
        open.resolve();
        await closed.promise;
      }
    });
  const held = new Proxy(pool, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
  return { held, isOpen: open.promise, close: closed.resolve };
}

/** Does the rest while the transaction of the change is open. */
async function during(
  change: (pool: Pool) => Promise<unknown>,
  rest: () => Promise<void>,
  pool: Pool = sql,
): Promise<void> {
  const { held, isOpen, close } = holding(pool);
  const changed = change(held);
  try {
    await isOpen;
    await rest();
  } finally {
    close();
    await changed;
  }
}

/** Fails as soon as a statement waits for a lock. */
async function withoutWaiting<Result>(answer: PromiseLike<Result>): Promise<Result> {
  let isAnswered = false;
  const watch = async (): Promise<never> => {
    while (!isAnswered)
      for (const lock of ['transactionid', 'tuple', 'advisory'])
        assert.equal(await countWaiting(sql, lock), 0, `a statement waits for a lock (${lock})`);
    return await new Promise(() => {});
  };
  try {
    return await Promise.race([answer, watch()]);
  } finally {
    isAnswered = true;
  }
}

/** Somebody of whom the problems of the latest run tell, and who may be erased. */
async function createErasable({ companyId, set, sync, clock }: Company): Promise<number> {
  await set({ holdCount: null });
  await sync([entry('A', { startDate: '1850-01-01' }), ...all.slice(1)]);
  await sync(all.slice(1));
  await clock('2045-01-01');
  const [person] = await sql<{ id: number }[]>`
    select employee_id as id from hr_links where company_id = ${companyId} and hr_id = 'A'`;
  return person?.id ?? 0;
}

type Change = (pool: Pool) => Promise<unknown>;
const inTransaction =
  (work: (tx: Transaction) => Promise<unknown>): Change =>
  (pool) =>
    pool.begin(work);

/** What somebody is doing to the company, and has not ended. */
const CHANGES: [string, (company: Company) => Promise<Change> | Change][] = [
  ['approves a held run', ({ held }) => inTransaction((tx) => approveRun(tx, held, OPERATOR))],
  ['discards a held run', ({ held }) => inTransaction((tx) => discardRun(tx, held, OPERATOR))],
  [
    'changes a setting of the integration',
    ({ companyId, integrationId: id }) =>
      inTransaction((tx) => setIntegration(tx, companyId, id, OPERATOR, { name: 'Other', holdCount: 3 })),
  ],
  [
    'changes a setting of the integration that concerns everybody',
    ({ companyId, integrationId: id }) =>
      inTransaction((tx) => setIntegration(tx, companyId, id, OPERATOR, { autoSyncDefault: false })),
  ],
  [
    'disconnects the integration',
    ({ companyId, integrationId: id }) =>
      inTransaction((tx) => disconnectIntegration(tx, companyId, id, OPERATOR, true)),
  ],
  [
    'changes the settings of the company',
    ({ companyId }) =>
      inTransaction((tx) => setCompany(tx, companyId, OPERATOR, { subsidyCents: 1000, timeZone: 'UTC' })),
  ],
  [
    'moves the clock by a month',
    ({ companyId }) =>
      (pool) =>
        moveClock(pool, 'staging', companyId, OPERATOR, '2026-12-01'),
  ],
  [
    'issues the tickets of a month',
    async ({ companyId, clock }) => {
      await clock('2026-12-01');
      return inTransaction((tx) => inDay(tx, companyId, 'short', async () => {}));
    },
  ],
  [
    'previews a roster',
    ({ companyId, integrationId }) =>
      (pool) =>
        previewRoster(pool, companyId, integrationId, WHOLE_COMPANY, receivedRoster('preview', all), {
          signal: new AbortController().signal,
          short: sql,
        }),
  ],
  [
    'erases a person',
    async (company) => {
      const id = await createErasable(company);
      return inTransaction(async (tx) =>
        assert((await eraseEmployee(tx, company.companyId, id, OPERATOR)).erased),
      );
    },
  ],
  [
    'changes the password of the key',
    ({ companyId, key }) => inTransaction((tx) => rotateKey(tx, companyId, key.id, OPERATOR, 3600)),
  ],
];

describe('while somebody', () => {
  for (const [what, prepare] of CHANGES)
    it(`${what}, rosters are accepted, also once more, and everything can be read`, async () => {
      const company = await createCompany();
      const { integrationId, submit, get } = company;
      const change = await prepare(company);
      const runs = (await get(`/hr-integrations/${integrationId}/syncs`)).json().data.data;
      await during(change, async () => {
        for (const { syncId } of runs) {
          const again = await withoutWaiting(submit(all.slice(2), { syncId }));
          assert.deepEqual([again.statusCode, typeof again.headers['x-sync-resubmitted']], [204, 'string']);
        }
        for (const [syncId, people] of [
          ['meanwhile', all.slice(1)],
          ['later', all],
        ] as const) {
          const answer = await withoutWaiting(submit(people, { syncId }));
          assert.equal(answer.statusCode, 204, answer.body);
        }
        const shown = await withoutWaiting(get(`/hr-integrations/${integrationId}`));
        assert.deepEqual(
          [shown.json().data.lastSyncId, shown.headers['roster-version']],
          ['later', `${runs.length + 2}`],
        );
        for (const path of [
          '/employees',
          '/employee-documents',
          '/hr-integrations',
          '/statements',
          '/events',
        ])
          assert.equal((await withoutWaiting(get(path))).statusCode, 200, path);
      });
      await company.work();
      assert.equal((await company.run('later')).status, 'succeeded');
      assert.equal((await company.links()).length, 8, 'the latest roster is in force');
    });

  it('applies a roster that is then held, others are accepted, and supersede it', async () => {
    const company = await createCompany();
    const { companyId, integrationId, worker, submit } = company;
    await submit(all.slice(1), { syncId: 'applied' });
    const run = await claimRun(worker, companyId);
    assert(run);
    const apply: Change = (pool) => applyRun(run, { worker: pool, onProgress: () => {} });
    await during(
      apply,
      async () => {
        for (const syncId of ['applied', 'held', 'later', 'latest']) {
          const answer = await withoutWaiting(submit(all, { syncId }));
          assert.equal(answer.statusCode, 204, answer.body);
        }
      },
      worker,
    );
    const shown = async () => (await company.get(`/hr-integrations/${integrationId}`)).json().data;
    assert.equal((await shown()).lastSyncId, 'latest');
    assert.equal((await company.run('applied')).status, 'held');
    for (const decision of ['approve', 'discard']) {
      const decided = await company.send(`/hr-integrations/${integrationId}/syncs/applied/${decision}`, {});
      assertProblem(decided, 409, 'not-held');
    }
    await company.work();
    assert.equal((await company.run('applied')).status, 'superseded');
    const [change] = await company.changes('applied');
    assert.equal(change.reason, 'superseded-by-later-roster');
    assert.partialDeepStrictEqual(await shown(), { lastSyncId: 'latest', lastSyncStatus: 'succeeded' });
    assert.equal((await company.links()).length, 8);
    const [noted] = await sql`
      select last_accept_seq as seq, r.sync_id as "syncId" from hr_integrations i
      join sync_runs r on r.company_id = i.company_id and r.id = i.last_run_id
      where i.company_id = ${companyId} and i.id = ${integrationId}`;
    assert.deepEqual({ ...noted }, { seq: 5, syncId: 'latest' });
  });

  it('changes a setting, a roster that is refused after an accepted one needs attention, also once that one is applied', async () => {
    const company = await createCompany();
    const { companyId, integrationId: id, submit } = company;
    await during(
      inTransaction((tx) => setIntegration(tx, companyId, id, OPERATOR, { name: 'Other' })),
      async () => {
        assert.equal((await submit(all, { syncId: 'accepted' })).statusCode, 204);
        assertProblem(
          await submit([entry('A', { email: 'nobody' })], { syncId: 'refused' }),
          422,
          'invalid-values',
        );
      },
    );
    await company.work();
    const [needing] = await selectIntegrationsNeedingAttention(sql, companyId);
    assert.deepEqual([needing?.refused, needing?.refusedCode], [1, 'invalid-values']);
  });

  it('approves a held run, the roster that is accepted meanwhile is applied after it', async () => {
    const company = await createCompany();
    // The approval ends A and B, and the roster lists A once more, with another name.
    await during(
      inTransaction((tx) => approveRun(tx, company.held, OPERATOR)),
      async () => {
        const answer = await company.submit([entry('A', { lastName: 'Anew' }), ...all.slice(2)], {
          syncId: 'later',
        });
        assert.equal(answer.statusCode, 204);
      },
    );
    assert.equal((await company.run('held')).status, 'succeeded');
    assert.deepEqual((await company.links()).length, 6);
    await company.work();
    const later = await company.run('later');
    assert.deepEqual([later.status, later.counts.rehired], ['succeeded', 1]);
    assert.deepEqual([(await company.links())[0], (await company.links()).length], ['A Anew', 7]);
  });

  it('approves a held run and fails, the roster that was accepted meanwhile supersedes it', async () => {
    const company = await createCompany();
    await assert.rejects(
      during(
        (pool) =>
          pool.begin(async (tx) => {
            await approveRun(tx, company.held, OPERATOR);
            throw new Error('no');
          }),
        async () => {
          assert.equal((await company.submit(all, { syncId: 'later' })).statusCode, 204);
        },
      ),
      /^Error: no$/,
    );
    const approved = await company.send(`/hr-integrations/${company.integrationId}/syncs/held/approve`, {});
    assertProblem(approved, 409, 'not-held');
    await company.work();
    assert.deepEqual(
      [
        (await company.run('held')).status,
        (await company.run('later')).status,
        (await company.links()).length,
      ],
      ['superseded', 'succeeded', 8],
    );
  });
});
