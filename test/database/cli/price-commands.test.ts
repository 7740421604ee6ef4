import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { commandLineOn } from '../support/command-line.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const { run, runJson } = commandLineOn(database);

it('transit prices lists, adds and removes prices, and shows beforehand whom a change concerns', async () => {
  const { id } = await createCompany(sql, OPERATOR, {
    name: 'Beispiel GmbH',
    planType: 'split-pay-plan',
    subsidyCents: 2_500,
  });
  await freezeClock(sql, id, '2031-03-10');
  await addPerson(sql, id, { termStart: '2031-01-01' });
  await addPerson(sql, id, { termStart: '2031-01-01', planType: 'fully-subsidized-plan' });
  const before = await runJson('prices', 'list');
  assert.deepEqual(before.prices.at(-1), { from: '2026-01', cents: 6_300 });

  const asked = await run('prices', 'add', '--from', '2031-06', '--cents', '6500');
  assert.deepEqual([asked.code, asked.stdout], [1, '']);
  assert.match(asked.stderr, /Nothing was changed\. Repeat the command with --yes\./);
  assert.match(asked.stderr, /From 2031-06: €63\.00 -> €65\.00 for 2 people in 1 company\./);
  assert.deepEqual(await runJson('prices', 'list'), before);

  const added = await runJson('prices', 'add', '--from', '2031-06', '--cents', '6500', '--yes');
  assert.deepEqual(added, {
    from: '2031-06',
    beforeCents: 6_300,
    afterCents: 6_500,
    companies: [
      {
        companyId: id,
        name: 'Beispiel GmbH',
        people: 2,
        atFirst: { employees: 190, employer: 190 },
        onceAccepted: { employees: 190, employer: 190 },
      },
    ],
  });
  assert.deepEqual((await runJson('prices', 'list')).prices.at(-1), { from: '2031-06', cents: 6_500 });
  const list = await run('prices', 'list');
  assert.match(list.stdout, /^2031-06 {2}€65\.00$/m);
  assert.match(list.stdout, /The offers after the last change are still to be made in 1 company\./);

  const removed = await run('prices', 'remove', '--from', '2031-06', '--yes');
  assert.match(removed.stdout, /From 2031-06: €65\.00 -> €63\.00 for 2 people/);
  assert.match(removed.stdout, /employees a month {2}-€1\.90/);
  assert.deepEqual((await runJson('prices', 'list')).prices, before.prices);

  for (const [args, complaint] of [
    [['add', '--from', '2031-03', '--cents', '6500', '--yes'], /Only prices from 2031-04 on can be changed/],
    [['remove', '--from', '2031-06', '--yes'], /No price begins in 2031-06/],
    [['add', '--from', '2031-6', '--cents', '6500'], /a month from 2000 on, as YYYY-MM/],
    [['add', '--from', '2031-06', '--cents', '0', '--yes'], /1 to 1000000 cents/],
  ] as const) {
    const { code, stderr } = await run('prices', ...args);
    assert.equal(code, 1, args.join(' '));
    assert.match(stderr, complaint);
  }
});
