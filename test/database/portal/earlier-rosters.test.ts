import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { eraseEmployee } from '../../../src/people/privacy/erase-employee.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, type Entry, entry } from '../support/syncing-company.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { run, runJson } = commandLineOn(service.database);

const NUMBERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];
const LEAVE = { type: 'parental leave', startDate: '2026-12-01', endDate: '2027-03-31', id: '7' };
const monday = NUMBERS.map((hrId) =>
  entry(hrId, hrId === 'B' ? { absences: [LEAVE], terminationDate: '2027-06-30' } : {}),
);
/** Lost three, has another name for one and somebody new. */
const tuesday = [
  ...monday.slice(3),
  entry('A', { lastName: 'King', email: 'ada.king@example.com' }),
  entry('NEW'),
];

async function createCompany() {
  const company = await createSyncingCompany(service, { retentionMonths: 6 });
  const admin = await createPortalUser(service, company.companyId);
  const viewer = await createPortalUser(service, company.companyId, 'viewer');
  const base = `/integrations/${company.integrationId}`;
  const runs: Record<string, number> = {};
  const send = async (syncId: string, employees: readonly Entry[]) => {
    runs[syncId] = (await company.sync(employees, { syncId })).id;
  };
  const ask = (path: string, user = admin) => user.send(`${base}${path}`);
  const compare = async (syncId: string, other = 'previous') =>
    (await ask(`/syncs/${runs[syncId]}/differences?with=${runs[other] ?? other}`)).json().data;
  const post = (path: string, headers: Record<string, string> = {}, user = admin) =>
    user.send(`${base}${path}`, { method: 'POST', headers });
  const again = (syncId: string) => `/syncs/${runs[syncId]}/send-again`;
  const people = async () =>
    (await company.get('/employees?perPage=100'))
      .json()
      .data.data.map(
        (person: { firstName: string; lastName: string; subscription: { status: string } }) =>
          `${person.firstName} ${person.lastName} ${person.subscription.status}`,
      );
  return { ...company, admin, viewer, base, runs, sendRoster: send, ask, compare, post, again, people };
}

async function createLossy() {
  const company = await createCompany();
  await company.sendRoster('monday', monday);
  await company.sendRoster('tuesday', tuesday);
  return company;
}

const shortly = (comparison: { differences: { difference: string; hrId: string }[] }) =>
  comparison.differences.map(({ difference, hrId }) => `${hrId} ${difference}`);

describe('comparing rosters', () => {
  it('names who came, who left and what changed, in the order of acceptance', async () => {
    const { compare, runs } = await createLossy();
    const previous = await compare('tuesday');
    assert.deepEqual(
      [previous.before.runId, previous.after.runId, previous.before.entryCount, previous.counts],
      [runs['monday'], runs['tuesday'], 10, { came: 1, left: 2, changed: 1 }],
    );
    assert.deepEqual(shortly(previous), ['A changed', 'B left', 'C left', 'NEW came']);
    assert.deepEqual(previous.differences[0].fields, {
      lastName: { from: 'LastA', to: 'King' },
      email: { from: 'a@example.com', to: 'ada.king@example.com' },
    });
    // The order of the question does not matter.
    assert.deepEqual(await compare('monday', 'tuesday'), previous);
    assert.deepEqual(await compare('monday', 'today'), previous);
  });

  it('compares any two rosters, and one with itself', async () => {
    const company = await createLossy();
    await company.sendRoster('wednesday', monday);
    assert.deepEqual((await company.compare('wednesday', 'monday')).counts, { came: 0, left: 0, changed: 0 });
    assert.deepEqual((await company.compare('wednesday', 'today')).counts, { came: 0, left: 0, changed: 0 });
    assert.deepEqual(shortly(await company.compare('wednesday')), [
      'A changed',
      'B came',
      'C came',
      'NEW left',
    ]);
  });

  it('the first roster has none before it, and other companies have no rosters here', async () => {
    const { ask, runs } = await createLossy();
    assert.equal((await ask(`/syncs/${runs['monday']}/differences`)).statusCode, 404);
    const other = await createLossy();
    assert.equal((await ask(`/syncs/${other.runs['tuesday']}/differences`)).statusCode, 404);
    assert.equal(
      (await ask(`/syncs/${runs['tuesday']}/differences?with=${other.runs['monday']}`)).statusCode,
      404,
    );
  });

  it('as CSV, with everybody', async () => {
    const { ask, runs } = await createLossy();
    const { body } = await ask(`/syncs/${runs['tuesday']}/differences.csv?language=en`);
    assert.deepEqual(body.replace('\uFEFF', '').trim().split('\r\n').slice(1), [
      '"A","FirstA","King","Changed","Last name: LastA → King | E-mail address: a@example.com → ada.king@example.com"',
      '"B","FirstB","LastB","Missing",""',
      '"C","FirstC","LastC","Missing",""',
      '"NEW","FirstNEW","LastNEW","New",""',
    ]);
  });
});

describe('downloading an earlier roster', () => {
  it('gives a file that can be sent again, to admins only', async () => {
    const { ask, runs, viewer } = await createLossy();
    const path = `/syncs/${runs['monday']}/roster.csv?language=en`;
    assert.equal((await ask(path, viewer)).statusCode, 403);
    const { body } = await ask(path);
    const [headings, , b, ...others] = body.replace('\uFEFF', '').trim().split('\r\n');
    assert.equal(
      headings,
      '"First name","Last name","Work email","Date of birth","Employee ID","Hire date","Leaving date","Takes part","Picture","Absence type","Absence start","Absence end","Payroll number","Cost centre","Department","Location","Legal entity"',
    );
    assert.equal(
      b,
      '"FirstB","LastB","b@example.com","1961-01-02","B","2020-01-01","2027-06-30","","","parental leave","2026-12-01","2027-03-31","","","","",""',
    );
    assert.equal(others.length, 8);
  });

  it('as a body of the API on the command line', async () => {
    const { runs: _, integrationId } = await createLossy();
    const { stdout } = await run('syncs', 'roster', 'monday', '--integration', String(integrationId));
    const body = JSON.parse(stdout);
    assert.equal(body.employees.length, 10);
    assert.deepEqual(body.employees[1], {
      ...entry('B', { terminationDate: '2027-06-30' }),
      absences: [{ ...LEAVE, status: 'approved', halfDayStart: false, halfDayEnd: false }],
    });
  });
});

describe('sending an earlier roster again', () => {
  it('previews and brings everybody back, and is named as such', async () => {
    const { post, again, people, work, sendRoster, base, admin, runs, integrationId, companyId, ...company } =
      await createLossy();
    const before = await people();
    const preview = (await post(`${again('monday')}/preview`)).json().data;
    assert.deepEqual(
      [preview.counts.rehired, preview.counts.updated, preview.counts.offboarded, preview.version],
      [2, 1, 1, 2],
    );
    assert.deepEqual(await people(), before);
    const sent = await post(again('monday'), { 'if-match': `"${preview.version}"` });
    assert.equal(sent.statusCode, 202);
    await work();
    const { runId } = sent.json().data;
    const shown = (await admin.send(`${base}/syncs/${runId}`)).json().data;
    assert.deepEqual([shown.status, shown.repeatsSyncId], ['succeeded', 'monday']);
    const list = (await company.get(`/hr-integrations/${integrationId}/syncs`)).json().data.data;
    assert.equal(list.find(({ id }: { id: number }) => id === runId).repeatsSyncId, 'monday');
    const entries = await sql<{ action: string; details: object }[]>`
      select action, details from audit_log where company_id = ${companyId} and action like 'roster-%' order by id`;
    assert.deepEqual(
      [...entries],
      [{ action: 'roster-sent-again', details: { runId, entries: 10, repeatsRunId: runs['monday'] } }],
    );
    const compared = (await admin.send(`${base}/syncs/${runId}/differences?with=${runs['monday']}`)).json();
    assert.deepEqual(compared.data.counts, { came: 0, left: 0, changed: 0 });
  });

  it('is refused if another roster came after the preview', async () => {
    const { post, again, sendRoster } = await createLossy();
    const { version } = (await post(`${again('monday')}/preview`)).json().data;
    await sendRoster('wednesday', tuesday);
    const refused = await post(again('monday'), { 'if-match': `"${version}"` });
    assert.deepEqual([refused.statusCode, refused.json().code], [412, 'roster-outdated']);
  });

  it('is held like any other roster', async () => {
    const { post, again, set, work, ask, sendRoster } = await createCompany();
    await sendRoster('small', monday.slice(0, 2));
    await sendRoster('monday', monday);
    await set({ holdCount: 3 });
    const preview = (await post(`${again('small')}/preview`)).json().data;
    assert.equal(preview.wouldBeHeld, true);
    const { runId } = (await post(again('small'))).json().data;
    await work();
    assert.equal((await ask(`/syncs/${runId}`)).json().data.status, 'held');
  });

  it('is for admins, and for rosters that can be put together', async () => {
    const { post, again, viewer, runs } = await createLossy();
    assert.equal((await post(again('monday'), {}, viewer)).statusCode, 403);
    assert.equal((await post(`${again('monday')}/preview`, {}, viewer)).statusCode, 403);
    await sql`update sync_runs set keeps_listings = false where id = ${runs['tuesday'] ?? 0}`;
    for (const path of ['', '/preview']) {
      const refused = await post(`${again('monday')}${path}`);
      assert.deepEqual([refused.statusCode, refused.json().reason], [409, 'roster-not-kept']);
    }
  });

  it('leaves erased people out', async () => {
    const { post, again, work, clock, companyId, ask, runs, compare } = await createLossy();
    await clock('2027-06-01');
    const [{ id: erased } = { id: 0 }] = await sql<{ id: number }[]>`
      select id from employees where company_id = ${companyId} and first_name = 'FirstC'`;
    await sql`update hr_links set ended_at = '2026-11-15' where company_id = ${companyId} and employee_id = ${erased}`;
    await sql.begin((tx) => eraseEmployee(tx, companyId, erased, OPERATOR));
    const preview = (await post(`${again('monday')}/preview`)).json().data;
    assert.equal(preview.counts.entries, 9);
    assert.doesNotMatch((await ask(`/syncs/${runs['monday']}/roster.csv`)).body, /FirstC/);
    await post(again('monday'));
    await work();
    assert.deepEqual(shortly(await compare('monday', 'today')), []);
  });

  it('on the command line, as the operator', async () => {
    const { integrationId, work, get } = await createLossy();
    const at = ['--integration', String(integrationId)];
    const compared = await run('syncs', 'compare', 'tuesday', ...at);
    assert.match(compared.stdout, /2 left, 1 came, 1 changed/);
    assert.match(compared.stdout, /^left +C +FirstC LastC/m);
    const preview = await run('syncs', 'send-again', 'monday', ...at, '--preview');
    assert.match(preview.stdout, /2 rehired/);
    assert.match(preview.stdout, /Nothing was changed\./);
    const sent = await runJson('syncs', 'send-again', 'monday', ...at);
    assert.deepEqual([sent.status, sent.repeatsSyncId], ['queued', 'monday']);
    await work();
    const { data } = (await get(`/hr-integrations/${integrationId}/syncs?perPage=1&sortOrder=desc`)).json();
    assert.deepEqual([data.data[0].syncId, data.data[0].status], [sent.syncId, 'succeeded']);
  });
});
