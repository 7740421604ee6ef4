import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createGroupedCompany, group, listed } from '../company/groups/grouped-company.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();

/** Two people who pay 39.85 since December, one of them in the department Sales. */
async function createCompany() {
  const company = await createGroupedCompany(service);
  await company.sync([listed('A', { department: 'Sales' }), listed('B')]);
  await company.answer('accepted');
  await company.on('2026-12-10');
  const admin = await createPortalUser(service, company.companyId, 'admin');
  const post = (path: string, body: object) => admin.send(path, { method: 'POST', body });
  return {
    ...company,
    admin,
    preview: async (body: object) => (await post('/groups/changes/preview', body)).json().data,
    change: (body: object) => post('/groups/changes', body),
    read: async (path: string) => (await admin.send(path)).json().data,
  };
}

const creates = { action: 'create', settings: group('Sales', { rule: { department: ['Sales'] } }) };

describe('the page of groups', () => {
  it('shows what a change does before it is made', async () => {
    const { preview, change, read } = await createCompany();
    const effect = await preview(creates);
    assert.deepEqual(effect.moves, [{ from: null, to: 'Sales', people: 1 }]);
    assert.deepEqual(effect.before, { employees: 3985, employer: 2000 });
    assert.deepEqual(effect.atFirst, { employees: -1000, employer: 1000 });
    assert.deepEqual((await read('/groups')).groups, []);
    const made = (await change(creates)).json().data;
    assert.equal(made.others, 1);
    const [sales] = made.groups;
    assert.deepEqual([sales.name, sales.position, sales.people, sales.byHand], ['Sales', 1, 1, 0]);
    const twice = await change(creates);
    assertProblem(twice, 409, 'conflict');
    assert.equal(twice.json().reason, 'group-name-taken');
    const set = { action: 'set', id: sales.id, settings: { subsidyCents: 2_500 } };
    assert.equal((await preview(set)).offered, 0);
    assert.deepEqual((await preview({ action: 'delete', id: sales.id })).moves, [
      { from: 'Sales', to: null, people: 1 },
    ]);
    assertProblem(await change({ action: 'delete', id: 999_999_999 }), 404, 'not-found');
    assertProblem(await change({ action: 'create', settings: { name: 'X' } }), 422, 'invalid-values');
  });

  it('puts people into a group by hand, also everybody who matches filters', async () => {
    const { change, read, groups, idOf } = await createCompany();
    const { groups: made } = (await change(creates)).json().data;
    await change({ action: 'choose', who: { ids: [await idOf('B')] }, choice: made[0].id });
    assert.deepEqual(await groups(), { A: 'Sales', B: 'Sales' });
    const person = await read(`/employees/${await idOf('B')}`);
    assert.deepEqual([person.employee.group, person.employee.isGroupByHand], ['Sales', true]);
    await change({ action: 'choose', who: { filter: { search: 'Last' } }, choice: 'none' });
    assert.deepEqual(await groups(), { A: null, B: null });
    await change({ action: 'choose', who: { filter: {} }, choice: 'by-rule' });
    assert.deepEqual(await groups(), { A: 'Sales', B: null });
  });

  it('lists people by their group, in files too, and their history', async () => {
    const { admin, change, read, idOf } = await createCompany();
    const { groups: made } = (await change(creates)).json().data;
    const found = await read(`/employees?groupIds[]=${made[0].id}`);
    assert.deepEqual(
      found.data.map(({ lastName, group: name }: { lastName: string; group: string }) => [lastName, name]),
      [['LastA', 'Sales']],
    );
    const sorted = await read('/employees?sortField=group&sortOrder=asc');
    assert.deepEqual(
      sorted.data.map(({ lastName }: { lastName: string }) => lastName),
      ['LastA', 'LastB'],
    );
    const file = await admin.send('/employees.csv?columns[]=group&language=en');
    assert.match(file.body, /"LastA","a@example.com","Sales"/);
    const history = await read(`/employees/${await idOf('A')}/history`);
    const [entry] = history.data;
    assert.deepEqual([entry.action, entry.details], ['group-joined', { group: 'Sales' }]);
  });

  it('has a held change of groups on the overview, for admins', async () => {
    const company = await createGroupedCompany(service);
    const admin = await createPortalUser(service, company.companyId, 'admin');
    const hr = await createPortalUser(service, company.companyId, 'hr');
    await company.create(group('Sales', { rule: { department: ['Sales'] } }));
    const names = ['A', 'B', 'C', 'D', 'E'];
    await company.sync(names.map((hrId) => listed(hrId)));
    await company.sync(names.map((hrId) => listed(hrId, { department: 'Sales' })));
    const attention = async (user: typeof admin) =>
      (await user.send('/overview')).json().data.attention.heldGroupMoves;
    assert.deepEqual(await attention(admin), { people: 5, outOf: 5 });
    assert.equal(await attention(hr), null);
    await admin.send('/groups/changes', { method: 'POST', body: { action: 'release' } });
    assert.equal(await attention(admin), null);
    const log = (await admin.send('/audit-log?actions=group-moves-released')).json().data.data;
    assert.deepEqual(
      log.map(({ details }: { details: { moved: number } }) => details.moved),
      [5],
    );
  });

  it('keeps every change in the audit log, with what it did', async () => {
    const { change, read, idOf, admin } = await createCompany();
    const [sales] = (await change(creates)).json().data.groups;
    await change({ action: 'create', settings: group('Other') });
    await change({ action: 'set', id: sales.id, settings: { name: 'Sales East', subsidyCents: 2_500 } });
    await change({ action: 'move', id: sales.id, position: 2 });
    await change({ action: 'choose', who: { ids: [await idOf('B')] }, choice: sales.id });
    await change({ action: 'delete', id: sales.id });
    const actions = ['group-created', 'group-changed', 'group-moved', 'group-chosen', 'group-deleted'];
    const log = await read(`/audit-log?${actions.map((action) => `actions[]=${action}`).join('&')}`);
    const written: { action: string; actor: { id: number }; details: Record<string, unknown> }[] = log.data;
    assert.deepEqual(
      written.map(({ action, details: { name, group: chosen, subsidyCents, position, moved } }) =>
        [action, name ?? chosen, subsidyCents, position, moved].filter((value) => value !== undefined),
      ),
      [
        ['group-deleted', 'Sales East', 2],
        ['group-chosen', 'Sales East'],
        ['group-moved', 'Sales East', 2, 0],
        ['group-changed', 'Sales East', 2_500, 0],
        ['group-created', 'Other', 3_000, 0],
        ['group-created', 'Sales', 3_000, 1],
      ],
    );
    assert.deepEqual([...new Set(written.map(({ actor }) => actor.id))], [admin.id]);
  });
});
