import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestService } from '../service.ts';
import { createSyncingCompany, entry } from './company.ts';

const service = await createTestService();

describe('a roster', () => {
  it('adds those it lists for the first time, and leaves them alone when nothing has changed', async () => {
    const company = await createSyncingCompany(service);
    const first = await company.sync([entry('A'), entry('B')]);
    assert.equal(first.status, 'succeeded');
    assert.equal(first.counts.added, 2);
    const before = await company.people();
    assert.deepEqual(
      before.map(({ firstName }: { firstName: string }) => firstName),
      ['FirstA', 'FirstB'],
    );
    const second = await company.sync([entry('B'), entry('A')]);
    assert.deepEqual([second.counts.unchanged, second.counts.added, second.counts.updated], [2, 0, 0]);
    assert.deepEqual(await company.changes(second.syncId), []);
  });

  it('updates what differs, and says what', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const run = await company.sync([
      entry('A', { lastName: 'Neu', terminationDate: '2027-03-31' }),
      entry('B'),
    ]);
    assert.equal(run.counts.updated, 1);
    const [change] = await company.changes(run.syncId);
    assert.equal(change.outcome, 'updated');
    assert.deepEqual(change.fields, {
      lastName: { from: 'LastA', to: 'Neu' },
      terminationDate: { from: null, to: '2027-03-31' },
    });
    const [person] = await company.people();
    assert.equal(person.lastName, 'Neu');
  });

  it('offboards whoever it does not list any more, and takes them back with the same record', async () => {
    const company = await createSyncingCompany(service);
    await company.sync([entry('A'), entry('B')]);
    const gone = await company.sync([entry('A')]);
    assert.equal(gone.counts.offboarded, 1);
    const [, b] = await company.people();
    const back = await company.sync([entry('A'), entry('B', { email: 'other@example.com' })]);
    assert.equal(back.counts.rehired, 1);
    const people = await company.people();
    assert.equal(people.length, 2);
    assert.equal(people[1].id, b.id);
    assert.equal(people[1].email, 'other@example.com');
  });
});
