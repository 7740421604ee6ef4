import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { setCompany } from '../../../src/company/companies/set-company.ts';
import { setDisconnected, updateIntegration } from '../../../src/company/integrations/integrations-sql.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { linkEmployee } from '../../../src/people/employees/link-employee.ts';
import { eraseEmployee } from '../../../src/people/privacy/erase-employee.ts';
import { acceptUnchanged } from '../../../src/rosters/accept/accept-unchanged.ts';
import { selectOpenIntegration } from '../../../src/rosters/accept/mark-sql.ts';
import { MAX_ATTEMPTS } from '../../../src/rosters/apply/apply-run.ts';
import { drawRun, insertRun, setLastRun, takeAcceptingTurn } from '../../../src/rosters/runs/runs-sql.ts';
import { unchangedCounts } from '../../../src/rosters/runs/sync-outcomes.ts';
import { until } from '../../pure/support/until.ts';
import { largeEntries } from '../support/rosters.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { countWaiting } from '../support/waiting.ts';
import { REFUSED_LAST_NAME, refuseLastName } from './refuse-last-name.ts';

const service = await createTestService();
await refuseLastName(service.database.sql);

const PEOPLE = ['A1', 'A2', 'A3'].map((hrId) => entry(hrId));
let lastNight = 0;
const nextId = () => `night-${++lastNight}`;

type Company = Awaited<ReturnType<typeof createSyncingCompany>>;

/** Creates a company and applies its roster once. */
async function createSyncedCompany(people: readonly object[] = PEOPLE): Promise<Company> {
  const made = await createSyncingCompany(service);
  await made.sync(people, { syncId: nextId() });
  return made;
}

/** Sends the roster. Returns whether the service had to read it in full: then it waits for a worker. */
async function isRead(
  { submit, run, work }: Company,
  people: readonly object[] = PEOPLE,
  to?: number,
): Promise<boolean> {
  const syncId = nextId();
  const answer = await submit(people, { syncId, ...(to === undefined ? {} : { to }) });
  assert.equal(answer.statusCode, 204, answer.body);
  const { status } = await run(syncId, to);
  await work();
  assert.ok(status === 'queued' || status === 'succeeded', status);
  return status === 'queued';
}

const addByHand = ({ sql, companyId }: Company) =>
  sql.begin((tx) =>
    createEmployee(tx, companyId, OPERATOR, {
      firstName: 'Hand',
      lastName: 'Made',
      email: 'hand@example.com',
      dateOfBirth: '1990-01-01',
    }),
  );

describe('a roster that equals the last one except for its syncId', () => {
  it('is applied on acceptance without being read, and looks like any other run', async () => {
    const twice = { email: 'same@example.com' };
    const people = [entry('A1', twice), entry('A2', twice), entry('A3', { terminationDate: '2019-12-31' })];
    const made = await createSyncedCompany(people);
    const { submit, run, changes, sql, companyId, integrationId, get } = made;
    const answer = await submit(people, { syncId: 'same' });
    assert.equal(answer.statusCode, 204);
    assert.match(String(answer.headers.location), /syncs\/same$/);
    const shown = await run('same');
    assert.equal(shown.status, 'succeeded');
    assert.deepEqual(shown.counts, {
      ...Object.fromEntries(Object.keys(shown.counts).map((name) => [name, 0])),
      entries: 3,
      unchanged: 3,
    });
    assert.deepEqual(shown.problems.map(({ code }: { code: string }) => code).sort(), [
      'email-used-twice',
      'never-joined',
      'possible-duplicate',
    ]);
    assert.ok(shown.startedAt && shown.finishedAt);
    assert.deepEqual(await changes('same'), []);
    const queued =
      await sql`select from roster_uploads where company_id = ${companyId} and lease_until = 'infinity'`;
    assert.equal(queued.length, 0);
    const { data } = (await get(`/hr-integrations/${integrationId}`)).json();
    assert.deepEqual([data.lastSyncId, data.lastSyncStatus], ['same', 'succeeded']);
    const [person] = await made.people();
    assert.equal(person.hrIntergartionLinks[0].lastSyncId, 'same');
    // The full reading gives the same result as the run that was not read.
    await made.set({ name: 'Renamed' });
    const read = await made.sync(people);
    assert.deepEqual([read.counts, read.problems], [shown.counts, shown.problems]);
  });

  it('has the problems of its body, not those of what the earlier run changed', async () => {
    const people = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((hrId) =>
      entry(hrId, { email: `${hrId}@localhost` }),
    );
    const made = await createSyncedCompany(people);
    const few = people.slice(0, 2);
    const codesOf = ({ problems }: { problems: { code: string }[] }) =>
      problems.map(({ code }) => code).sort();
    assert.deepEqual(codesOf(await made.sync(few)), ['implausible-email', 'large-offboarding']);
    await made.submit(few, { syncId: 'same' });
    const unread = await made.run('same');
    assert.deepEqual([unread.status, codesOf(unread)], ['succeeded', ['implausible-email']]);
    await made.set({ name: 'Renamed' });
    assert.deepEqual((await made.sync(few)).problems, unread.problems, 'as if it had been read');
  });

  it('is not read on any later night, whatever the length and the position of its syncId', async () => {
    const made = await createSyncedCompany();
    for (const syncId of ['x', 'y'.repeat(200), 'ß"\\🎫', `${'ü'.repeat(199)}x`]) {
      await made.submit(PEOPLE, { syncId });
      assert.equal((await made.run(syncId)).status, 'succeeded', syncId);
    }
    const last = async (syncId: string) => {
      const body = `{\n "employees" : ${JSON.stringify(PEOPLE)},\t"syncId" :  ${JSON.stringify(syncId)} }\n`;
      const answer = await made.send(`/hr-integrations/${made.integrationId}/sync`, body);
      assert.equal(answer.statusCode, 204, answer.body);
      return (await made.run(syncId)).status;
    };
    assert.equal(await last('at-the-end-1'), 'queued');
    await made.work();
    assert.equal(await last('at-the-end-two'), 'succeeded');
  });

  it('is not read either when it is large or compressed, or sent to another node', async () => {
    const people = largeEntries();
    const made = await createSyncedCompany(people);
    assert.equal(await isRead(made, people), false);
    const body = gzipSync(JSON.stringify({ syncId: 'zipped', employees: people }));
    const answer = await made.send(`/hr-integrations/${made.integrationId}/sync`, body, {
      'content-encoding': 'gzip',
    });
    assert.equal(answer.statusCode, 204, answer.body);
    assert.equal((await made.run('zipped')).status, 'succeeded');
    const other = await createTestService({}, service.database);
    const there = await other.app.inject({
      method: 'POST',
      url: `/hr-integrations/${made.integrationId}/sync`,
      headers: { authorization: made.authorization, 'content-type': 'application/json' },
      payload: JSON.stringify({ syncId: 'elsewhere', employees: people }),
    });
    assert.equal(there.statusCode, 204, there.body);
    assert.equal((await made.run('elsewhere')).status, 'succeeded');
  });

  it('is refused like any other when its syncId is invalid, the integration is disconnected or the key is revoked', async () => {
    const made = await createSyncedCompany();
    assert.equal((await made.submit(PEOPLE, { syncId: '' })).statusCode, 422);
    assert.equal((await made.submit(PEOPLE, { syncId: 'z'.repeat(201) })).statusCode, 422);
    await setDisconnected(made.sql, made.companyId, made.integrationId, true);
    assert.equal((await made.submit(PEOPLE)).statusCode, 409);
  });

  it('counts as a resubmission when its syncId was used before', async () => {
    const made = await createSyncedCompany();
    await made.submit(PEOPLE, { syncId: 'again' });
    assert.equal((await made.submit(PEOPLE, { syncId: 'again' })).statusCode, 204);
    const shown = await made.run('again');
    assert.deepEqual([shown.status, shown.resubmissions], ['succeeded', 1]);
    assert.equal(await isRead(made), false);
    const later = await made.submit(PEOPLE, { syncId: 'again' });
    assert.equal(later.headers['x-sync-resubmitted'], 'same-body');
    assert.equal((await made.run('again')).resubmissions, 2);
    assert.equal(await isRead(made), false, 'the mark stays');
  });
});

describe('the same roster is read in full after', () => {
  const cases: [string, (made: Company) => Promise<unknown>][] = [
    ['another roster', (made) => made.sync(PEOPLE.slice(0, 2))],
    [
      "another integration's roster about the same people",
      async (made) => {
        await made.sync(PEOPLE, { to: await made.newIntegration('Payroll') });
      },
    ],
    ['a person added by hand', addByHand],
    [
      'a link tied by hand',
      async (made) => {
        const [person] = await made.people();
        const other = await made.newIntegration('Payroll');
        await made.sql.begin((tx) => linkEmployee(tx, made.companyId, person.id, other, OPERATOR));
      },
    ],
    [
      'a setting of the company',
      (made) => made.sql.begin((tx) => setCompany(tx, made.companyId, OPERATOR, { autoEnrol: false })),
    ],
    ['a setting of the integration', (made) => made.set({ holdCount: 3 })],
    [
      'a failed run',
      async (made) => {
        await made.submit([...PEOPLE, entry('A4', { lastName: REFUSED_LAST_NAME })], { syncId: nextId() });
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) await made.work().catch(() => {});
        const { data } = (await made.get(`/hr-integrations/${made.integrationId}`)).json();
        assert.equal(data.lastSyncStatus, 'failed');
      },
    ],
    [
      'a change of the reading rules',
      (made) =>
        made.sql`update sync_runs set reading_version = reading_version - 1
          where company_id = ${made.companyId}`,
    ],
  ];
  for (const [what, happens] of cases)
    it(what, async () => {
      const made = await createSyncedCompany();
      assert.equal(await isRead(made), false);
      await happens(made);
      assert.equal(await isRead(made), true);
      assert.equal(await isRead(made), false);
    });

  it('a different roster that still waits', async () => {
    const made = await createSyncedCompany();
    await made.submit(PEOPLE.slice(0, 2), { syncId: nextId() });
    assert.equal(await isRead(made), true);
    assert.equal((await made.people()).length, 3);
    assert.equal(await isRead(made), false);
  });

  it('a different roster that is accepted while this one waits for its turn', async () => {
    const made = await createSyncedCompany();
    const { companyId, integrationId, sql } = made;
    const syncId = nextId();
    let sent: ReturnType<Company['submit']> | undefined;
    await sql.begin(async (tx) => {
      await takeAcceptingTurn(tx, integrationId);
      sent = made.submit(PEOPLE, { syncId });
      await until('it waits for its turn', async () => (await countWaiting(sql)) > 0);
      const run = { ...(await drawRun(tx)), integrationId, acceptSeq: 2 };
      await insertRun(tx, companyId, {
        ...run,
        syncId: nextId(),
        keyId: null,
        userId: null,
        scope: null,
        body: { digest: Buffer.alloc(32), bytes: 1, syncIdAt: 0, absenceTypes: {} },
        entryCount: 0,
        warnings: [],
        isPulled: false,
        holdsMissing: false,
        counts: unchangedCounts(0),
        sameAsRunId: run.id,
      });
      await setLastRun(tx, companyId, run);
      await tx`update hr_integrations set last_applied_run_id = last_run_id
        where company_id = ${companyId} and id = ${integrationId}`;
    });
    assert.equal((await sent)?.statusCode, 204);
    assert.equal((await made.run(syncId)).status, 'queued');
    await made.work();
    assert.equal((await made.people()).length, 3);
    assert.equal(await isRead(made), false);
  });

  it('a setting of the integration that is being changed, without waiting for it', async () => {
    const made = await createSyncedCompany();
    const { companyId, integrationId, sql } = made;
    const syncId = nextId();
    await sql.begin(async (tx) => {
      await updateIntegration(tx, companyId, integrationId, { name: 'Other' });
      assert.equal((await made.submit(PEOPLE, { syncId })).statusCode, 204);
      assert.equal((await made.run(syncId)).status, 'queued');
    });
    await made.work();
    assert.equal(await isRead(made), false);
  });

  it('the erasure of a person who has left', async () => {
    const made = await createSyncedCompany();
    const [person] = await made.people();
    const rest = PEOPLE.slice(1);
    await made.sync(rest);
    await made.clock('2045-01-01');
    assert.equal(await isRead(made, rest), false);
    await made.sql.begin((tx) => eraseEmployee(tx, made.companyId, person.id, OPERATOR));
    assert.equal(await isRead(made, rest), true);
    assert.equal(await isRead(made, rest), false);
  });

  it('a held run that was approved or discarded', async () => {
    for (const decision of ['approve', 'discard']) {
      const made = await createSyncedCompany();
      await made.set({ holdCount: 0 });
      const held = await made.sync(PEOPLE.slice(0, 2));
      assert.equal(held.status, 'held');
      const path = `/hr-integrations/${made.integrationId}/syncs/${held.syncId}/${decision}`;
      assert.equal((await made.send(path, {})).statusCode, 200);
      assert.equal(await isRead(made, PEOPLE.slice(0, 2)), true, decision);
    }
  });

  it('a conflict, every time until it is resolved', async () => {
    const made = await createSyncedCompany();
    const another = {
      firstName: 'New',
      lastName: 'Person',
      email: 'n@example.com',
      dateOfBirth: '1999-09-09',
    };
    const people = [...PEOPLE.slice(0, 2), entry('A3', another)];
    assert.equal((await made.sync(people)).counts.conflict, 1);
    assert.equal(await isRead(made, people), true);
    assert.equal(await isRead(made, people), true);
    await made.resolveOpenConflict('new-person');
    assert.equal(await isRead(made, people), true);
    assert.equal(await isRead(made, people), false);
  });
});

it('a preview always reads the roster', async () => {
  const made = await createSyncedCompany();
  const body = { syncId: 'x', employees: PEOPLE };
  const answer = await made.send(`/hr-integrations/${made.integrationId}/sync/preview`, body);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.json().data.counts.unchanged, 3);
});

describe('nothing of an unchanged roster is stored if, since the mark was read,', () => {
  const cases: [string, (made: Company) => Promise<unknown>][] = [
    ['another roster was accepted', (made) => made.submit(PEOPLE.slice(0, 2))],
    ['an equal roster was accepted', (made) => made.submit(PEOPLE, { syncId: nextId() })],
    ['a person was added by hand', addByHand],
    ['a setting of the integration was changed', (made) => made.set({ holdCount: 3 })],
    [
      'the integration was disconnected',
      (made) => setDisconnected(made.sql, made.companyId, made.integrationId, true),
    ],
  ];
  for (const [what, happens] of cases)
    it(what, async () => {
      const made = await createSyncedCompany();
      const { companyId, integrationId, sql } = made;
      const mark = (await selectOpenIntegration(sql, companyId, integrationId))?.mark;
      assert.ok(mark);
      await happens(made);
      const stored = () => sql`
        select (select count(*) from sync_runs where company_id = ${companyId}) as runs,
          (select count(*) from events where company_id = ${companyId}) as events,
          (select array_agg(last_run_id) from hr_integrations where company_id = ${companyId}) as "lastRuns"`;
      const before = await stored();
      const acceptance = {
        companyId,
        integrationId,
        submitter: { keyId: made.key.id, userId: null },
        scope: null,
        limits: service.config.rosterLimits,
      };
      const body = { digest: Buffer.alloc(32), bytes: 1, syncIdAt: 0, absenceTypes: {} };
      const accepted = await acceptUnchanged(sql, acceptance, mark, { syncId: nextId(), body });
      assert.equal(accepted, undefined);
      assert.deepEqual(await stored(), before);
    });
});
