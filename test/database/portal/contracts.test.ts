import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();

it('an offer can be answered for 60 days; then it is listed as lapsed, without a link', async () => {
  const company = await createSyncingCompany(service, { planType: 'split-pay-plan', subsidyCents: 2500 });
  await company.clock('2026-11-15');
  await company.sync([entry('A')]);
  const admin = await createPortalUser(service, company.companyId);
  const listed = async (query: string) =>
    (await admin.send(`/contracts?${query}`))
      .json()
      .data.data.map(({ status, link }: { status: string; link: string | null }) => [status, link !== null]);
  await company.clock('2027-01-14');
  assert.deepEqual(await listed('statuses=pending'), [['pending', true]]);
  await company.clock('2027-01-15');
  assert.deepEqual(await listed('statuses=pending'), []);
  assert.deepEqual(await listed('statuses=lapsed'), [['lapsed', false]]);
  assert.deepEqual(await listed(''), [['lapsed', false]]);
  const csv = (await admin.send('/contracts.csv?statuses=lapsed')).body;
  assert.match(csv, /"split-pay-plan","lapsed",""\r\n$/);
  const [person] = await company.people();
  const { contract } = (await admin.send(`/employees/${person.id}`)).json().data;
  assert.deepEqual([contract.status, contract.link], ['lapsed', null]);
});
