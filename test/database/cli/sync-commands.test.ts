import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JOBS } from '../../../src/jobs/jobs.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { run: transit } = commandLineOn(service.database);
const people = ['A', 'B', 'C', 'D', 'E', 'F'].map((hrId) => entry(hrId));

test('an operator lists the syncs of an integration, and approves or discards a held one', async () => {
  const company = await createSyncingCompany(service);
  const of = ['--integration', String(company.integrationId)];
  await company.sync(people, { syncId: 'monday' });
  await company.set({ holdCount: 0 });
  await company.sync(people.slice(0, 4), { syncId: 'tuesday' });
  const list = await transit('syncs', 'list', ...of);
  assert.match(list.stdout, /^tuesday +held .*2 held$/m);
  assert.match(list.stdout, /^monday +succeeded .*6 added$/m);
  const shown = await transit('syncs', 'show', 'tuesday', ...of, '--json');
  assert.equal(JSON.parse(shown.stdout).counts.held, 2);
  const { stdout: all } = await transit('syncs', 'show', 'tuesday', ...of);
  assert.match(all, /^NUMBER +HELD +BECAUSE THE PERSON$/m);
  assert.match(all, /^E +FirstE LastE +is not in the roster\nF +FirstF LastF +is not in the roster\n\n/m);
  assert.match(all, /^To offboard them: +transit syncs approve tuesday --integration \d+$/m);
  const { stdout: one } = await transit('syncs', 'show', 'tuesday', ...of, '--held', '1');
  assert.match(one, /^E .*\n… and 1 more \(--held 2\)$/m);
  const approved = await transit('syncs', 'approve', 'tuesday', ...of);
  assert.match(approved.stdout, /^Sync tuesday: succeeded$/m);
  assert.match(approved.stdout, /2 offboarded/);
  assert.doesNotMatch((await transit('syncs', 'show', 'tuesday', ...of)).stdout, /FirstE/);
  const again = await transit('syncs', 'discard', 'tuesday', ...of);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /does not wait for a decision/);
});

test('the list of syncs names the problems of a roster that changed nothing', async () => {
  const company = await createSyncingCompany(service);
  const odd = ['A', 'B'].map((hrId) => ({ ...entry(hrId, { email: `${hrId}@localhost` }), shoeSize: 44 }));
  await company.sync(odd, { syncId: 'monday' });
  await company.sync(odd, { syncId: 'tuesday' });
  const { stdout } = await transit('syncs', 'list', '--integration', String(company.integrationId));
  assert.match(
    stdout,
    /^tuesday +succeeded .* nothing changed; problems: 2 unknown-field, 2 implausible-email$/m,
  );
});

test('an operator resolves a conflict', async () => {
  const company = await createSyncingCompany(service);
  await company.sync([entry('A')]);
  const stranger = entry('A', {
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.com',
    dateOfBirth: '1906-12-09',
  });
  await company.sync([stranger], { syncId: 'reused' });
  const of = ['--company', String(company.companyId)];
  const [conflict] = JSON.parse((await transit('syncs', 'conflicts', ...of, '--json')).stdout);
  assert.equal(conflict.entry.lastName, 'Hopper');
  assert.equal(conflict.hrIntegrationId, company.integrationId);
  const resolved = await transit('syncs', 'resolve', String(conflict.id), ...of, '--as', 'new-person');
  assert.equal(resolved.code, 0, resolved.stderr);
  const [first, second] = await company.people();
  assert.deepEqual([first.lastName, second.lastName], ['LastA', 'Hopper']);
  assert.deepEqual(
    [first, second].map(({ subscription }) => subscription.status),
    ['no-subscription', 'scheduled'],
  );
});

test('an operator lists possible duplicates and decides them', async () => {
  const company = await createSyncingCompany(service);
  const same = (hrId: string) =>
    entry(hrId, { firstName: 'Ada', lastName: 'Beispiel', email: 'ada@example.com' });
  await company.sync([same('10'), same('11'), same('12')]);
  const of = ['--company', String(company.companyId)];
  const list = await transit('syncs', 'duplicates', ...of);
  assert.match(list.stdout, /^DUPLICATE +INTEGRATION +COUNTS +OTHER +ROSTER SAYS$/m);
  assert.match(list.stdout, /^\d+ +\d+ +10 +11 +Ada Beispiel$/m);
  const [one, two] = JSON.parse((await transit('syncs', 'duplicates', ...of, '--json')).stdout);
  assert.deepEqual([one.firstHrId, one.hrId, one.employeeId, two.hrId], ['10', '11', null, '12']);
  assert.equal(one.hrIntegrationId, company.integrationId);
  const decide = (id: number, as: string) =>
    transit('syncs', 'decide-duplicate', String(id), ...of, '--as', as);
  assert.match(
    (await decide(one.id, 'same-person')).stdout,
    /^The second number belongs to the same person\.$/m,
  );
  const added = await decide(two.id, 'two-people');
  const [first, second, ...others] = await company.people();
  assert.match(added.stdout, new RegExp(`^The second number belongs to employee ${second.id}\\.$`, 'm'));
  assert.deepEqual(
    [first.hrIntergartionLinks[0].hrId, second.hrIntergartionLinks[0].hrId, others],
    ['10', '12', []],
  );
  const again = await decide(one.id, 'two-people');
  assert.deepEqual([again.code, again.stderr.includes(`no duplicate ${one.id}`)], [1, true], again.stderr);
  assert.match((await decide(two.id, 'both')).stderr, /Allowed choices are same-person, two-people/);
  assert.doesNotMatch((await transit('syncs', 'duplicates', ...of)).stdout, /Ada/);
});

test('an operator lists entries that wait, decides them, and takes a decision back', async () => {
  const company = await createSyncingCompany(service);
  const { companyId, newIntegration, restrictTo, sync, people } = company;
  await sync([entry('A'), entry('B')]);
  const temps = await newIntegration('Temps');
  const restricted = await restrictTo(temps);
  const other = { email: 'b@example.com', dateOfBirth: '1999-09-09' };
  await restricted.sync([{ ...entry('A'), hrId: 'T1' }, entry('T2', other)]);
  const of = ['--company', String(companyId)];
  const list = await transit('syncs', 'waiting', ...of);
  const [a] = await people();
  assert.match(
    list.stdout,
    new RegExp(`^\\d+ +${temps} +T1 +FirstA LastA, 1961-01-02 +- +${a.id} \\(1961-01-02, fits\\)$`, 'm'),
  );
  const [one, two] = JSON.parse((await transit('syncs', 'waiting', ...of, '--json')).stdout);
  assert.deepEqual([one.hrId, one.hrIntegrationId, two.hrId], ['T1', temps, 'T2']);
  const all = await transit(
    'syncs',
    'decide-all-waiting',
    '--integration',
    String(temps),
    '--as',
    'same-person',
  );
  assert.match(all.stdout, /^Entries decided: 1\. Still waiting: 1\.$/m);
  const decided = await transit('syncs', 'decide-waiting', String(two.id), ...of, '--as', 'new-person');
  assert.match(decided.stdout, /^The entry belongs to employee \d+\.$/m);
  assert.equal((await restricted.ask('/employees')).json().data.total, 2);
  const back = await transit('syncs', 'take-back', String(one.id), ...of);
  assert.match(back.stdout, new RegExp(`^Employee ${a.id} is out of the key's reach again\\.$`, 'm'));
  assert.equal((await restricted.ask('/employees')).json().data.total, 1);
  const again = await transit('syncs', 'take-back', String(one.id), ...of);
  assert.match(again.stderr, new RegExp(`no entry ${one.id}`));
  const moving = ['integrations', 'set', String(temps), '--takes-over'];
  assert.match((await transit(...moving, String(company.integrationId))).stdout, /^ {2}takes over +\d+$/m);
  assert.match((await transit(...moving, 'none')).stdout, /^ {2}takes over +nobody$/m);
  assert.match((await transit(...moving, 'all')).stderr, /ids separated by commas, or none/);
});

test('the message names an unknown sync or integration', async () => {
  const company = await createSyncingCompany(service);
  const missing = await transit('syncs', 'show', 'never', '--integration', String(company.integrationId));
  assert.match(missing.stderr, /There is no sync never/);
  assert.match(
    (await transit('syncs', 'list', '--integration', '999999')).stderr,
    /There is no integration 999999/,
  );
});

test('the problems of a sync name the people', async () => {
  const company = await createSyncingCompany(service);
  const of = ['--integration', String(company.integrationId)];
  await company.sync([entry('A', { email: 'a@intranet' }), entry('B')], { syncId: 'odd' });
  const shown = await transit('syncs', 'show', 'odd', ...of);
  assert.match(shown.stdout, /warning +1x The domain .* has no dot\. \/employees\/0 \(number A\)$/m);
  const { problems: warnings } = JSON.parse((await transit('syncs', 'show', 'odd', ...of, '--json')).stdout);
  assert.deepEqual(warnings[0].hrIds, ['A']);
});

test('an operator lists refused rosters', async () => {
  const company = await createSyncingCompany(service);
  const of = ['--integration', String(company.integrationId)];
  const wrong = [entry('A', { email: 'nobody' }), entry('B')];
  for (const syncId of ['monday', 'tuesday']) await company.submit(wrong, { syncId });
  await company.send(`/hr-integrations/${company.integrationId}/sync`, '{');
  const list = await transit('syncs', 'attempts', ...of);
  assert.match(list.stdout, /^LAST +COUNT +STATUS +CODE +SENDER +SYNC +REQUEST +REASON$/m);
  assert.match(
    list.stdout,
    /Z +2 +422 +invalid-values .* tuesday .* 1 error: \/employees\/0\/email \(number A\) malformed$/m,
  );
  assert.match(list.stdout, /Z +1 +400 +malformed-request .* The body ends before its JSON is complete\.$/m);
  const [newest, ...others] = JSON.parse(
    (await transit('syncs', 'attempts', ...of, '--last', '1', '--json')).stdout,
  );
  assert.deepEqual([newest.status, others], [400, []]);
});

test('another default of autoSyncEmployee is shown and asked about before it takes effect', async () => {
  const company = await createSyncingCompany(service);
  const set = ['integrations', 'set', String(company.integrationId), '--auto-sync-default'];
  assert.equal((await transit(...set, 'false')).code, 0, 'it concerns nobody, so nobody is asked');
  await company.sync([entry('A'), entry('B', { autoSyncEmployee: true })]);
  const asked = await transit(...set, 'true', '--name', 'New');
  assert.equal(asked.code, 1);
  assert.match(asked.stderr, /Nothing was changed\. Repeat the command with --yes\./);
  assert.match(asked.stderr, /^1 subscriptions start:\n {2}FirstA LastA, from 2026-12-01$/m);
  assert.match(asked.stderr, /^Per month: employer \+5985 cents, employees 0 cents$/m);
  const status = async () => (await company.people())[0].subscription.status;
  assert.equal(await status(), 'no-subscription');
  const [{ name } = { name: '' }] = await company.sql<{ name: string }[]>`
    select name from hr_integrations where id = ${company.integrationId}`;
  assert.equal(name, 'HR', 'the other settings are unchanged too');
  const done = await transit(...set, 'true', '--yes', '--json');
  assert.equal(JSON.parse(done.stdout).defaultChange.counts.start, 1);
  assert.equal(await status(), 'scheduled');
});

test('the list of integrations says which need attention', async () => {
  const company = await createSyncingCompany(service);
  const list = async () =>
    (await transit('integrations', 'list', '--company', String(company.companyId))).stdout;
  await company.sync([entry('A')]);
  assert.match(await list(), /succeeded +- +none/);
  await company.submit([]);
  await transit('integrations', 'set', String(company.integrationId), '--expect-every', '24h');
  await company.sql`
    update sync_runs set accepted_at = '2026-03-05T02:00:00Z' where company_id = ${company.companyId}`;
  await company.sql`
    update hr_integrations set connected_at = '2026-03-05' where company_id = ${company.companyId}`;
  const log = { info: () => {}, error: (values: object) => assert.fail(JSON.stringify(values)) };
  await JOBS['watch-integrations']({ sql: company.sql, log, signal: new AbortController().signal });
  assert.match(await list(), /no roster since 2026-03-05T02:00Z, 1 refused/);
});
