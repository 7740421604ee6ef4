import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { createEmployee } from '../../../src/people/employees/create-employee.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

/** Creates a company without auto-enrol, so that no change of a subscription updates the records. */
async function createCompany() {
  const company = await createSyncingCompany(service, { autoEnrol: false });
  /** Runs the work. Returns the first names of the people whose records it changed. */
  const changedBy = async (work: () => Promise<unknown>): Promise<string[]> => {
    await sql`update employees set updated_at = '2020-01-01' where company_id = ${company.companyId}`;
    await work();
    const people: { firstName: string }[] = await company.people('updatedSince=2020-01-02');
    return people.map(({ firstName }) => firstName);
  };
  return { ...company, changedBy };
}

/** The record shows the links, so a change of a link is a change of the record. */
describe('updatedSince finds a person whose link a roster changes:', () => {
  it('rehired', async () => {
    const { sync, changedBy } = await createCompany();
    await sync([entry('A'), entry('B')]);
    await sync([entry('A')]);
    assert.deepEqual(await changedBy(() => sync([entry('A'), entry('B')])), ['FirstB']);
  });

  it('offboarded', async () => {
    const { sync, changedBy } = await createCompany();
    await sync([entry('A'), entry('B')]);
    assert.deepEqual(await changedBy(() => sync([entry('A')])), ['FirstB']);
  });

  it('offboarded on approval, and not while the run is held', async () => {
    const { sync, send, set, integrationId, changedBy } = await createCompany();
    const everybody = ['A', 'B', 'C', 'D', 'E', 'F'].map((hrId) => entry(hrId));
    await sync(everybody);
    await set({ holdPercent: 50 });
    assert.deepEqual(await changedBy(() => sync([entry('A')], { syncId: 'held' })), []);
    const approved = await changedBy(() => send(`/hr-integrations/${integrationId}/syncs/held/approve`, {}));
    assert.deepEqual(approved, ['FirstB', 'FirstC', 'FirstD', 'FirstE', 'FirstF']);
  });

  it('unlinked, because another integration still lists the person', async () => {
    const { sync, newIntegration, changedBy } = await createCompany();
    const second = await newIntegration('Temps');
    await sync([entry('A'), entry('B')]);
    await sync([entry('B', { hrId: 'T-1' })], { to: second });
    assert.deepEqual(await changedBy(() => sync([entry('A')])), ['FirstB']);
  });

  it('renumbered', async () => {
    const { sync, changedBy } = await createCompany();
    await sync([entry('A'), entry('B')]);
    assert.deepEqual(await changedBy(() => sync([entry('A'), entry('B', { hrId: 'B-2' })])), ['FirstB']);
  });

  it('adopted', async () => {
    const { companyId, sync, changedBy } = await createCompany();
    const { firstName, lastName, email, dateOfBirth } = entry('B');
    await sync([entry('A')]);
    const person = { firstName, lastName, email, dateOfBirth };
    await sql.begin((tx) => createEmployee(tx, companyId, OPERATOR, person));
    assert.deepEqual(await changedBy(() => sync([entry('A'), entry('B')])), ['FirstB']);
  });

  it('but no person whose entry is unchanged', async () => {
    const { sync, changedBy } = await createCompany();
    const everybody = [entry('A'), entry('B')];
    await sync(everybody);
    assert.deepEqual(await changedBy(() => sync(everybody)), []);
  });
});
