import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGroupedCompany, listed } from '../company/groups/grouped-company.ts';
import { commandLineOn } from '../support/command-line.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService();
const { run, runJson } = commandLineOn(service.database);

/** Two people who pay 39.85 since December, one of them in the department Sales. */
async function createCompany() {
  const company = await createGroupedCompany(service);
  await company.sync([listed('A', { department: 'Sales' }), listed('B')]);
  await company.answer('accepted');
  await company.on('2026-12-10');
  const own = ['--company', String(company.companyId)];
  const groups = (...args: string[]) => run('groups', ...args, ...own);
  return { ...company, own, command: groups };
}

const SALES = [
  '--name',
  'Sales',
  '--subsidy',
  '3000',
  '--plan',
  'split-pay-plan',
  '--rule',
  'department=sales',
];

describe('the commands for groups', () => {
  it('show who moves and what it costs, and change nothing without --yes', async () => {
    const { command } = await createCompany();
    const asked = await command('create', ...SALES);
    assert.equal(asked.code, 1);
    assert.match(asked.stderr, /Nothing was changed\. Repeat the command with --yes\./);
    assert.match(asked.stderr, /1 person comes to another group\.\n {2}no group -> Sales: 1\n/);
    assert.match(asked.stderr, /before +employees €39\.85, employer €20\.00/);
    assert.match(asked.stderr, /from the next month +employees -€10\.00, employer \+€10\.00/);
    assert.match(
      (await command('list')).stdout,
      /There are no groups: everybody has the amounts of the company/,
    );
    const created = await command('create', ...SALES, '--yes');
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, /1 +\d+ +Sales +3000 cents +split-pay-plan +1 +department=sales/);
  });

  it('change, order, fill and delete groups', async () => {
    const { own, command, idOf, groups } = await createCompany();
    await command('create', ...SALES, '--yes');
    const [sales] = (await runJson('groups', 'list', ...own)).groups;
    const other = await runJson(
      ...['groups', 'create', '--name', 'Night', '--subsidy', '2500', '--plan', 'deferred-plan', '--offer'],
      ...['split-pay-plan', ...own],
    );
    const night = other.groups[1];
    assert.deepEqual(night.offeredPlanTypes, ['deferred-plan', 'split-pay-plan']);
    assert.equal((await command('move', String(night.id), '--to', '1')).code, 0);
    await command('put', String(await idOf('B')), '--group', String(night.id), '--yes');
    assert.deepEqual(await groups(), { A: 'Sales', B: 'Night' });
    const members = await command('members', String(night.id));
    assert.match(members.stdout, /FirstB LastB +by hand +2026-12-10/);
    await command('set', String(sales.id), '--rule', 'none', '--yes');
    assert.deepEqual(await groups(), { A: null, B: 'Night' });
    await command('put', String(await idOf('B')), '--group', 'by-rule', '--yes');
    assert.deepEqual(await groups(), { A: null, B: null });
    assert.equal((await command('delete', String(night.id))).code, 0);
    const [only, ...rest] = (await runJson('groups', 'list', ...own)).groups;
    assert.deepEqual([only.name, only.position, rest.length], ['Sales', 1, 0]);
  });

  it('name what is missing', async () => {
    const { command } = await createCompany();
    const unknown = await command('delete', '999999999');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /There is no group 999999999 in company \d+\./);
    assert.match((await command('release')).stderr, /No moves to other groups are held/);
    assert.match((await command('create', '--name', 'X')).stderr, /--subsidy/);
    assert.match((await command('set', '1')).stderr, /Say what to set: --name/);
    assert.match((await command('create', ...SALES, '--rule', 'team=a')).stderr, /It must be FIELD=VALUES/);
  });
});
