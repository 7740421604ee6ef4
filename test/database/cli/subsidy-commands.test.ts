import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompany } from '../../../src/company/companies/create-company.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { answerOffer } from '../../../src/tickets/subscriptions/answer-offer.ts';
import { enrol } from '../support/actions.ts';
import { commandLineOn } from '../support/command-line.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { createTestDatabase } from '../support/test-database.ts';

const database = await createTestDatabase();
const { sql } = database;
const { run, runJson } = commandLineOn(database);

it('transit companies set shows whom another subsidy concerns, and changes it only with --yes', async () => {
  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH', planType: 'split-pay-plan' });
  await freezeClock(sql, id, '2026-03-10');
  const set = (...args: string[]) => ['companies', 'set', String(id), ...args];

  // Nobody has a subscription, so nobody has to agree.
  assert.equal((await runJson(...set('--subsidy', '2500'))).subsidyCents, 2_500);

  const signer = await addPerson(sql, id, {});
  await sql.begin((tx) => enrol(tx, id, signer, OPERATOR));
  const [offer] = await sql<{ id: number }[]>`select id from contract_offers where employee_id = ${signer}`;
  await sql.begin((tx) => answerOffer(tx, id, offer?.id ?? 0, { type: 'employee', id: signer }, 'accepted'));
  await addPerson(sql, id, { termStart: '2026-01-01', planType: 'fully-subsidized-plan' });

  const asked = await run(...set('--subsidy', '2000'));
  assert.deepEqual([asked.code, asked.stdout], [1, '']);
  assert.match(asked.stderr, /Nothing was changed\. Repeat the command with --yes\./);
  assert.match(asked.stderr, /the amounts of 1 person with a ticket next month/);
  assert.match(asked.stderr, /from the next month +employees \+€0\.00, employer \+€0\.00/);
  assert.match(asked.stderr, /once all have accepted +employees \+€5\.00, employer -€5\.00/);
  assert.match(asked.stderr, /new terms offered +1$/m);
  assert.equal((await runJson('companies', 'list'))[0].subsidyCents, 2_500);
  const offers = () => sql`select from contract_offers where company_id = ${id}`;
  assert.equal((await offers()).length, 1);

  const changed = await runJson(...set('--subsidy', '2000', '--yes'));
  assert.equal(changed.subsidyCents, 2_000);
  assert.deepEqual(changed.subsidyChange, {
    people: 1,
    before: { employees: 3_485, employer: 2_500 },
    atFirst: { employees: 0, employer: 0 },
    onceAccepted: { employees: 500, employer: -500 },
    offered: 1,
    withdrawn: 0,
    replaced: 0,
  });
  assert.equal((await offers()).length, 2);

  // The same subsidy, and other settings, concern nobody.
  assert.equal((await runJson(...set('--subsidy', '2000'))).subsidyChange, undefined);
  assert.equal((await runJson(...set('--name', 'Muster GmbH'))).name, 'Muster GmbH');
});
