import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { disconnectIntegration } from '../../../src/company/integrations/disconnect-integration.ts';
import { WHOLE_COMPANY } from '../../../src/domain/access/scope.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { submitRoster } from '../../../src/rosters/accept/submit-roster.ts';
import { bodyOf } from '../../../src/rosters/receive/body-of.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { database } = service;

async function createCompany() {
  const company = await createSyncingCompany(service);
  const { companyId, integrationId } = company;
  const acceptance = {
    companyId,
    integrationId,
    submitter: { keyId: null, userId: null },
    scope: WHOLE_COMPANY,
    limits: service.config.rosterLimits,
  };
  const submit = (
    syncId: string,
    batches: object[][],
    more: { versions?: number[]; isAlwaysRead?: boolean } = {},
  ) => {
    const { isAlwaysRead = false, ...rest } = more;
    return submitRoster(database, { ...acceptance, ...rest }, bodyOf(syncId, batches), { isAlwaysRead });
  };
  return { ...company, submit };
}

describe('a roster that does not come by HTTP', () => {
  it('is accepted in batches, and applied by a worker', async () => {
    const { submit, work, run } = await createCompany();
    const sent = await submit('pulled', [[entry('A'), entry('B')], [], [entry('C')]]);
    assert.deepEqual([sent.outcome, sent.syncId], ['accepted', 'pulled']);
    await work();
    assert.equal((await run('pulled')).counts.added, 3);
  });

  it('is not read if nothing has changed, unless it has to be', async () => {
    const { submit, work, run } = await createCompany();
    await submit('first', [[entry('A')]]);
    await work();
    const again = await submit('second', [[entry('A')]]);
    assert.equal(again.outcome, 'unchanged');
    assert.equal((await run('second')).status, 'succeeded');
    const read = await submit('third', [[entry('A')]], { isAlwaysRead: true });
    assert.equal(read.outcome, 'accepted');
    assert.equal((await run('third')).status, 'queued');
  });

  it('is refused with its mistakes, and nothing of it is stored', async () => {
    const { submit, get, integrationId } = await createCompany();
    const sent = await submit('wrong', [[entry('A'), entry('B', { dateOfBirth: '2025-02-30' })]]);
    assert.equal(sent.outcome, 'refused');
    assert.equal(sent.syncId, 'wrong');
    assert.equal(sent.refusal.code, 'invalid-values');
    assert.deepEqual(
      sent.refusal.details.errors?.map(({ pointer, hrId }) => [pointer, hrId]),
      [['/employees/1/dateOfBirth', 'B']],
    );
    assert.equal((await get(`/hr-integrations/${integrationId}/syncs`)).json().data.total, 0);
  });

  it('is refused if another roster came before it, or the integration is disconnected', async () => {
    const { submit, companyId, integrationId } = await createCompany();
    await submit('first', [[entry('A')]]);
    const late = await submit('late', [[entry('B')]], { versions: [0] });
    assert.equal(late.outcome === 'refused' && late.refusal.code, 'roster-outdated');
    await database.sql.begin((tx) => disconnectIntegration(tx, companyId, integrationId, OPERATOR, true));
    const closed = await submit('closed', [[entry('A')]]);
    assert.equal(closed.outcome === 'refused' && closed.refusal.code, 'integration-disconnected');
  });
});
