import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addPerson } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;

async function createCompany() {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.sync(
    [
      entry('K-4711', { firstName: 'Jörg', lastName: 'Müller', email: 'jm@example.com' }),
      entry('K-4712', { firstName: 'Zoë', lastName: 'Ahrens', email: 'za@example.com' }),
    ],
    { syncId: 'night-2026-11-15' },
  );
  const admin = await createPortalUser(service, company.companyId);
  const find = async (text: string) => {
    const answer = await admin.send(`/search?text=${encodeURIComponent(text)}`);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().data;
  };
  const names = async (text: string) => {
    const { people } = await find(text);
    return people.items.map((person: { lastName: string }) => person.lastName);
  };
  return { ...company, admin, find, names };
}

test('finds people by parts of their name without accents, by e-mail address and by number', async () => {
  const { names } = await createCompany();
  for (const text of ['muller', 'jorg mu', 'jm@example', 'K-4711', '4711'])
    assert.deepEqual(await names(text), ['Müller'], text);
  assert.deepEqual(await names('example.com'), ['Ahrens', 'Müller']);
  assert.deepEqual(await names('nobody'), []);
});

test('shows five people and says how many there are', async () => {
  const { companyId, find } = await createCompany();
  for (let number = 1; number <= 7; number++) await addPerson(sql, companyId, { lastName: 'Vielfach' });
  const { people } = await find('vielfach');
  assert.equal(people.items.length, 5);
  assert.equal(people.total, 7);
});

test('finds documents by their name, receipts by their number, syncs by their id, integrations by their name', async () => {
  const { companyId, integrationId, find } = await createCompany();
  const employeeId = await addPerson(sql, companyId, { lastName: 'Vogt' });
  const document = await addDocument(service, companyId, { employeeId, name: 'Bescheinigung Elternzeit' });
  assert.deepEqual(
    (await find('elternzeit besch')).documents.map(({ id }: { id: number }) => id),
    [document],
  );
  const [receipt] = await sql`
    with charged as (
      insert into charges (company_id, employee_id, month, booked_in, plan_type, price_cents, discount_cents, employer_cents,
        employee_cents)
      values (${companyId}, ${employeeId}, '2026-11-01', '2026-11-01', 'split-pay-plan', 6300, 315, 2500, 3485)
      returning company_id, employee_id, id
    )
    insert into documents (company_id, employee_id, charge_id, kind, name, file_type, downloadable, receipt)
    select company_id, employee_id, id, 'receipt', 'Beleg März', 'pdf', true, '{"number": 12}' from charged returning id`;
  for (const text of ['12', '#0012', 'Beleg 12', 'Beleg Nr. 12', 'receipt no. 12'])
    assert.deepEqual(
      (await find(text)).documents.map(({ id }: { id: number }) => id),
      [receipt?.['id']],
      text,
    );
  const [sync] = (await find('NIGHT-2026')).syncs;
  assert.equal(sync.syncId, 'night-2026-11-15');
  assert.equal(sync.integrationId, integrationId);
  assert.deepEqual((await find('hr')).integrations, [{ id: integrationId, name: 'HR' }]);
});

test('takes signs of patterns as they are, and refuses an empty search', async () => {
  const { find, names, admin } = await createCompany();
  for (const text of ['%', '_', '\\', '%%', '"'])
    assert.deepEqual(await find(text), {
      people: { total: 0, items: [] },
      documents: [],
      syncs: [],
      integrations: [],
    });
  assert.deepEqual(await names('m%r'), []);
  assert.equal((await admin.send('/search?text=')).statusCode, 422);
});

test('finds nothing of another company', async () => {
  const own = await createCompany();
  const other = await createSyncingCompany(service);
  const admin = await createPortalUser(service, other.companyId);
  for (const text of ['Müller', 'night', 'K-4711']) {
    const { people, documents, syncs } = (await admin.send(`/search?text=${encodeURIComponent(text)}`)).json()
      .data;
    assert.deepEqual([people.total, documents, syncs], [0, [], []], text);
  }
  assert.deepEqual(await own.names('Müller'), ['Müller']);
});
