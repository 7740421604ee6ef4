import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VIEW_ACTIONS } from '../../../src/domain/audit/actions.ts';
import { addDocument, addPerson, freezeClock } from '../support/people.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';
import { timePasses } from '../support/time-passes.ts';
import { createPortalUser } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { companyId, integrationId, sync } = await createSyncingCompany(service);
await freezeClock(sql, companyId);
const run = await sync([entry('P1')]);
const admin = await createPortalUser(service, companyId);
const viewer = await createPortalUser(service, companyId, 'viewer');
const person = { termStart: '2026-01-01', tickets: ['2026-11'], contractStatus: 'pending' } as const;
const employee = await addPerson(sql, companyId, { ...person, tickets: [...person.tickets] });
const colleague = await addPerson(sql, companyId, { ...person, tickets: [...person.tickets] });
const document = await addDocument(service, companyId, { employeeId: employee });

interface Line {
  actorId: number;
  action: string;
  subject: string;
  details: object;
}

/** The entries that the requests add to the audit log. */
async function recorded(requests: () => Promise<unknown>): Promise<Line[]> {
  const [last] = await sql<{ id: number }[]>`select coalesce(max(id), 0) as id from audit_log`;
  await requests();
  const lines = await sql<Line[]>`
    select actor_id as "actorId", action, concat_ws(' ', subject_type, subject_id) as subject, details
    from audit_log where id > ${last?.id ?? 0} order by id`;
  return [...lines];
}

/** As if the entries had been written 16 minutes earlier. */
const makeOlder = (userId: number) =>
  sql.begin(async (tx) => {
    await tx`set local transit.audit_log = 'open'`;
    await timePasses(tx, companyId, '16 minutes', { audit_log: ['at'] }, `actor_id = ${userId}`);
  });

/** Reads that are recorded (docs/operating.md), with the entry of each. Exports are recorded each time. */
const READS: [path: string, action: string, subject: string, details: object, isExport?: boolean][] = [
  [`/employees/${employee}`, 'employee-viewed', `employee ${employee}`, {}],
  [
    `/documents/${document}/download`,
    'document-downloaded',
    `document ${document}`,
    { employeeId: employee },
  ],
  ['/wallet-links', 'wallet-links-viewed', `company ${companyId}`, { people: 2 }],
  ['/wallet-links.csv', 'wallet-links-exported', `company ${companyId}`, {}, true],
  ['/documents.csv', 'documents-exported', `company ${companyId}`, {}, true],
  [
    '/costs/2026-01/file?format=payroll',
    'statement-exported',
    `company ${companyId}`,
    { month: '2026-01', format: 'payroll' },
    true,
  ],
  ['/costs/2026-01/lines', 'statement-viewed', `company ${companyId}`, { month: '2026-01' }],
  ['/contracts', 'contract-links-viewed', `company ${companyId}`, { people: 2 }],
  ['/contracts.csv', 'contract-links-exported', `company ${companyId}`, {}, true],
  [
    `/integrations/${integrationId}/syncs/${run.id}/changes.csv`,
    'sync-changes-exported',
    `hr-integration ${integrationId}`,
    { runId: run.id },
    true,
  ],
];

for (const [path, action, subject, details, isExport = false] of READS)
  test(`GET ${path.replaceAll(/\d+/g, ':id')} is recorded as ${action}, ${isExport ? 'each time' : 'once in 15 minutes'}`, async () => {
    const user = await createPortalUser(service, companyId);
    const read = async () => assert.equal((await user.send(path)).statusCode, 200);
    const line = { actorId: user.id, action, subject, details };
    assert.deepEqual(await recorded(read), [line]);
    assert.deepEqual(await recorded(read), isExport ? [line] : []);
    await makeOlder(user.id);
    assert.deepEqual(await recorded(read), [line]);
  });

test('another user and another person are other views', async () => {
  const lines = await recorded(async () => {
    for (const user of [admin, viewer])
      for (const id of [employee, colleague, employee]) await user.send(`/employees/${id}`);
  });
  assert.deepEqual(
    lines.map(({ actorId, subject }) => `${actorId} ${subject}`),
    [admin, viewer].flatMap(({ id }) => [`${id} employee ${employee}`, `${id} employee ${colleague}`]),
  );
});

test('the costs of another month are another view', async () => {
  const user = await createPortalUser(service, companyId);
  const lines = await recorded(async () => {
    for (const month of ['2026-01', '2026-02', '2026-01']) await user.send(`/costs/${month}/lines`);
  });
  assert.deepEqual(
    lines.map(({ details }) => details),
    [{ month: '2026-01' }, { month: '2026-02' }],
  );
});

test('lists without links are not recorded, nor are requests that are refused', async () => {
  const paths = ['/employees', '/documents', `/employees/${employee}/documents`, '/audit-log', '/overview'];
  assert.deepEqual(
    await recorded(async () => {
      for (const path of paths) assert.equal((await admin.send(path)).statusCode, 200, path);
      assert.equal((await viewer.send('/contracts')).statusCode, 200);
      assert.equal((await viewer.send('/wallet-links.csv')).statusCode, 403);
      assert.equal((await admin.send('/employees/999999')).statusCode, 404);
    }),
    [],
  );
});

test('the audit log is exported as CSV in batches, filtered, with the export itself', async () => {
  const user = await createPortalUser(service, companyId);
  await sql`
    insert into audit_log (company_id, at, actor_type, action, subject_type, subject_id, details)
    select ${companyId}, '2020-01-01', 'operator', 'company-changed', 'company', ${companyId},
      jsonb_build_object('name', '=1+1;' || number)
    from generate_series(1, 4500) number`;
  const answer = await user.send('/audit-log.csv?language=en');
  assert.match(String(answer.headers['content-disposition']), /Audit log\.csv/);
  const lines = answer.body.trimEnd().split('\r\n');
  const [{ total } = { total: 0 }] = await sql<{ total: number }[]>`
    select count(*) as total from audit_log where company_id = ${companyId}`;
  assert.equal(lines.length, total + 1);
  assert.match(
    lines[0] ?? '',
    /^\uFEFF"Entry","When","Who","Kind of actor","What","Person","Code","Details"/,
  );
  assert.match(
    lines.at(-1) ?? '',
    new RegExp(`"${user.email}","Portal","${user.email} exported the audit log.","","audit-log-exported"`),
  );

  const before2021 = (await user.send('/audit-log.csv?to=2020-12-31&actorTypes=operator')).body;
  assert.equal(before2021.trimEnd().split('\r\n').length, 4501);
  const { details } = (await user.send('/audit-log?actions=audit-log-exported')).json().data.data[0];
  assert.deepEqual(details, { format: 'csv', before: '2021-01-01T00:00:00.000Z' });
});

test('an entry names whom it is about, can be found by name, by person and by code, and is exported in German', async () => {
  const user = await createPortalUser(service, companyId);
  await user.send(`/employees/${employee}`);
  const [person] = await sql<{ name: string; lastName: string }[]>`
    select first_name || ' ' || last_name as name, last_name as "lastName" from employees where id = ${employee}`;
  assert(person);
  const find = async (query: string) =>
    (await user.send(`/audit-log?actions=employee-viewed&perPage=100&${query}`)).json().data.data;
  const [entry] = await find('');
  assert.deepEqual([entry.person, entry.thing], [{ id: employee, name: person.name }, null]);
  const mine = (entries: { actor: { id: number } }[]) =>
    entries.filter(({ actor }) => actor.id === user.id).length;
  assert.equal(mine(await find(`search=${encodeURIComponent(person.lastName)}`)), 1);
  assert.equal(mine(await find(`search=${encodeURIComponent(user.email)}`)), 1);
  assert.equal(mine(await find('search=nobody-has-this-name')), 0);
  assert.equal(mine(await find(`employeeIds=${employee}`)), 1);
  assert.equal(mine(await find('employeeIds=999999')), 0);
  const file = (await user.send(`/audit-log.csv?language=de&actions=employee-viewed&employeeIds=${employee}`))
    .body;
  assert.ok(
    file.includes(
      `"${user.email} hat die Seite von ${person.name} angesehen.";"${person.name}";"employee-viewed"`,
    ),
    file,
  );
});

test('views are in the audit log, and not in the history of the person', async () => {
  const user = await createPortalUser(service, companyId);
  await user.send(`/employees/${employee}`);
  await user.send(`/documents/${document}/download`);
  const actions = async (path: string): Promise<string[]> =>
    (await user.send(path)).json().data.data.map(({ action }: { action: string }) => action);
  const log = await actions(`/audit-log?subjectTypes=employee&subjectIds=${employee}`);
  assert.ok(log.includes('employee-viewed'));
  const history = await actions(`/employees/${employee}/history?perPage=100`);
  for (const action of VIEW_ACTIONS) assert.ok(!history.includes(action), action);
});
