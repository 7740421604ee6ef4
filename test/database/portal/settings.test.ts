import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { addPerson, freezeClock } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService } from '../support/service.ts';
import { createPortalCompany, createPortalUser } from './portal.ts';

const service = await createTestService();
const { sql } = service.database;
const { company, admin } = await createPortalCompany(service);
await freezeClock(sql, company.id);

/** Uses a new node without a cached key: a node may trust its cache for half a second. */
async function statusWith(key: { username: string; password: string }): Promise<number> {
  const { app } = await createTestService({}, service.database);
  return (await app.inject({ url: '/limits', headers: { authorization: basic(key) } })).statusCode;
}

test('a key shows its password once, works, overlaps during rotation, and stops working when revoked', async () => {
  const body = { name: ' Nightly push ', permissions: ['view-employees', 'add-employees'] };
  const made = await admin.send('/keys', { method: 'POST', body });
  assert.equal(made.statusCode, 201);
  const key = made.json().data;
  assert.equal(key.name, 'Nightly push');
  assert.match(key.username, /^test_/);
  assert.equal(await statusWith(key), 200);

  const listed = (await admin.send('/keys')).json().data.data.at(-1);
  const { password, ...shown } = key;
  assert.deepEqual({ ...listed, lastUsedAt: null }, shown);
  assert.equal(JSON.stringify(listed).includes(password), false);

  const rotate = (overlapSeconds?: number) =>
    admin.send(`/keys/${key.id}/rotate`, { method: 'POST', body: { overlapSeconds } });
  const second = (await rotate()).json().data;
  assert.notEqual(second.password, password);
  assert.deepEqual([await statusWith(key), await statusWith(second)], [200, 200]);
  const third = (await rotate(0)).json().data;
  assert.deepEqual([await statusWith(second), await statusWith(third)], [401, 200]);

  const revoked = await admin.send(`/keys/${key.id}/revoke`, { method: 'POST' });
  assert.equal(revoked.json().data.state, 'revoked');
  assert.equal(await statusWith(third), 401);
  assertProblem(await rotate(), 409, 'conflict');
});

test('a key needs a name, a permission and an expiry in the future', async () => {
  for (const [body, pointer] of [
    [{ name: ' ', permissions: ['view-employees'] }, '/name'],
    [{ name: 'k', permissions: [] }, '/permissions'],
    [{ name: 'k', permissions: ['everything'] }, '/permissions/0'],
    [{ name: 'k', permissions: ['view-employees'], expiresAt: '2020-01-01' }, '/expiresAt'],
  ] as const) {
    const { errors } = assertProblem(
      await admin.send('/keys', { method: 'POST', body }),
      422,
      'invalid-values',
    );
    assert.equal(errors[0].pointer, pointer);
  }
  const body = { name: 'k', permissions: ['view-employees'], expiresAt: '2999-01-01' };
  const made = await admin.send('/keys', { method: 'POST', body });
  assert.equal(made.json().data.expiresAt, '2999-01-01T00:00:00.000Z');
});

test('a key is restricted to integrations and addresses, and the list shows it', async () => {
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    name: 'Restricted',
    type: 'api-integration',
  });
  const body = {
    name: 'k',
    permissions: ['view-employees'],
    integrationIds: [integrationId],
    allowFrom: ['127.0.0.1', '2001:db8::1/32'],
  };
  const made = (await admin.send('/keys', { method: 'POST', body })).json().data;
  const restrictions = { integrationIds: [integrationId], allowFrom: ['127.0.0.1', '2001:db8::/32'] };
  assert.partialDeepStrictEqual(made, { ...restrictions, refusedAt: null, refusedFrom: null });
  assert.partialDeepStrictEqual((await admin.send('/keys')).json().data.data.at(-1), restrictions);
  const rotated = await admin.send(`/keys/${made.id}/rotate`, { method: 'POST', body: {} });
  assert.partialDeepStrictEqual(rotated.json().data, restrictions);
  const { details } = (await admin.send('/audit-log?actions=api-key-created')).json().data.data[0];
  assert.deepEqual(details, {
    permissions: ['view-employees'],
    integrationIds: [String(integrationId)],
    allowFrom: restrictions.allowFrom,
  });

  const unknown = { ...body, integrationIds: [integrationId, 999_999] };
  assertProblem(await admin.send('/keys', { method: 'POST', body: unknown }), 404, 'not-found');
  for (const [wrong, pointer] of [
    [{ allowFrom: ['127.0.0.1', 'example.com'] }, '/allowFrom/1'],
    [{ allowFrom: ['10.0.0.0/33'] }, '/allowFrom/0'],
    [{ allowFrom: [] }, '/allowFrom'],
    [{ integrationIds: [] }, '/integrationIds'],
    [{ integrationIds: ['1'] }, '/integrationIds/0'],
  ] as const) {
    const answer = await admin.send('/keys', { method: 'POST', body: { ...body, ...wrong } });
    assert.equal(assertProblem(answer, 422, 'invalid-values').errors[0].pointer, pointer);
  }
});

test('an integration is created, changed, disconnected and connected again', async () => {
  const body = { name: 'Nachtexport', type: 'hr-integration' };
  const made = (await admin.send('/integrations', { method: 'POST', body })).json().data;
  assert.deepEqual(
    [made.status, made.people, made.holdCount, made.holdPercent, made.approveBy, made.autoSyncDefault],
    ['pending', 0, null, null, 'anyone', true],
  );
  const holding = await admin.send('/integrations', {
    method: 'POST',
    body: { ...body, holdPercent: 20, approveBy: 'portal' },
  });
  assert.partialDeepStrictEqual(holding.json().data, {
    holdCount: null,
    holdPercent: 20,
    approveBy: 'portal',
  });
  const set = (change: object) => admin.send(`/integrations/${made.id}`, { method: 'PATCH', body: change });
  const changed = (await set({ holdCount: 20, holdPercent: 12.5, autoSyncDefault: false })).json().data;
  assert.deepEqual([changed.holdCount, changed.holdPercent, changed.autoSyncDefault], [20, 12.5, false]);
  assert.equal((await set({ holdCount: null })).json().data.holdCount, null);
  assert.equal(made.onInvalid, 'reject');
  assert.equal((await set({ onInvalid: 'keep' })).json().data.onInvalid, 'keep');
  const off = (await set({ disconnected: true })).json().data;
  assert.equal(off.status, 'disconnected');
  assert.ok(off.disconnectedAt);
  const { attention } = (await admin.send('/overview')).json().data;
  assert.deepEqual(attention.disconnectedIntegrations, [{ id: made.id, name: 'Nachtexport' }]);
  assert.equal((await set({ disconnected: false })).json().data.status, 'pending');
  const types = async (...absenceTypes: object[]) => (await set({ absenceTypes })).json().data.absenceTypes;
  const unpaid = { name: 'Sonderurlaub XY', kind: 'unpaid' };
  const proto = { name: '__proto__', kind: 'sick' };
  assert.deepEqual(await types(unpaid, proto), [proto, unpaid]);
  const care = { name: 'sonderurlaub-xy', kind: 'care' };
  assert.deepEqual(await types({ ...proto, kind: null }, { ...care, name: ' sonderurlaub-xy ' }), [care]);
  assert.deepEqual(await types(), [care]);
  const isWrong = [
    {},
    { holdPercent: 101 },
    { approveBy: 'nobody' },
    { holdCount: -1 },
    { name: '' },
    { onInvalid: 'skip' },
    { absenceTypes: [{ name: '…', kind: 'sick' }] },
    { absenceTypes: [{ name: 'x', kind: 'moon-walk' }] },
  ];
  for (const wrong of isWrong) assertProblem(await set(wrong), 422, 'invalid-values');
});

test('settings of the company are previewed with their cost, and can be changed separately', async () => {
  const before = (await admin.send('/company')).json().data;
  assert.deepEqual([before.subsidyCents, before.cancelUntilDay, before.ticketPriceCents], [0, 10, 6300]);
  const change = {
    subsidyCents: 2500,
    defaultPlanType: 'split-pay-plan',
    cancelUntilDay: null,
    orderUntilDay: 20,
  };
  const preview = (await admin.send('/company/preview', { method: 'POST', body: change })).json().data;
  assert.deepEqual(preview.before, before);
  assert.deepEqual(preview.waiting.people, 0);
  assert.deepEqual(preview.subsidyChange, {
    people: 0,
    before: { employees: 0, employer: 0 },
    atFirst: { employees: 0, employer: 0 },
    onceAccepted: { employees: 0, employer: 0 },
    offered: 0,
    withdrawn: 0,
    replaced: 0,
  });
  assert.deepEqual((await admin.send('/company')).json().data, before);

  const after = (await admin.send('/company', { method: 'PATCH', body: change })).json().data;
  assert.deepEqual({ ...preview.after, updatedAt: after.updatedAt }, after);
  assert.deepEqual(after.contributions, [
    { planType: 'fully-subsidized-plan', employerCents: 5985, contributionCents: 0, label: '0,00\u00a0€' },
    { planType: 'deferred-plan', employerCents: 2500, contributionCents: 3485, label: '34,85\u00a0€' },
    { planType: 'split-pay-plan', employerCents: 2500, contributionCents: 3485, label: '34,85\u00a0€' },
  ]);
  assert.deepEqual(
    [after.defaultPlanType, after.cancelUntilDay, after.orderUntilDay, after.name],
    ['split-pay-plan', null, 20, before.name],
  );
  for (const wrong of [
    {},
    { timeZone: 'Mars/Olympus' },
    { locale: 'not a locale' },
    { pauseUntilDay: 29 },
    { subsidyCents: 10.5 },
    { name: 'a\0b' },
  ])
    assertProblem(await admin.send('/company', { method: 'PATCH', body: wrong }), 422, 'invalid-values');
});

test('an unknown field changes neither a setting nor the audit log', async () => {
  for (const [path, body] of [
    ['/company', { name: 'X', planType: 'deferred-plan' }],
    ['/company', { name: 'X', company_id: 1 }],
    ['/integrations/1', { name: 'X', canary: 'unlooked-at' }],
  ] as const)
    assertProblem(await admin.send(path, { method: 'PATCH', body }), 422, 'invalid-values');
});

test('a file is uploaded, listed, withheld, released and downloaded', async () => {
  const employeeId = await addPerson(sql, company.id, { firstName: '<b>Ada', lastName: 'L' });
  const pdf = Buffer.from('%PDF-1.7\nhello');
  const upload = (headers: Record<string, string>, bytes: Buffer = pdf) =>
    admin.send(`/employees/${employeeId}/documents`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/octet-stream', ...headers },
    });
  const made = await upload({
    'x-file-name': encodeURIComponent('Bescheid <ü>.pdf'),
    'x-downloadable': 'false',
  });
  assert.equal(made.statusCode, 201, made.body);
  const document = made.json().data;
  assert.deepEqual(
    [
      document.documentName,
      document.documentFileType,
      document.downloadable,
      document.kind,
      document.employeeName,
    ],
    ['Bescheid <ü>.pdf', 'pdf', false, 'upload', '<b>Ada L'],
  );
  const path = `/documents/${document.id}`;
  assertProblem(await admin.send(`${path}/download`), 409, 'document-not-downloadable');
  const released = await admin.send(path, { method: 'PATCH', body: { withheld: false } });
  assert.equal(released.json().data.downloadable, true);
  const download = await admin.send(`${path}/download`);
  assert.deepEqual(download.rawPayload, pdf);
  assert.match(String(download.headers['content-disposition']), /^attachment; /);
  assert.match(String(download.headers['content-security-policy']), /sandbox/);
  const [listed] = (await admin.send('/documents')).json().data.data;
  assert.deepEqual(listed, released.json().data);

  for (const name of ['%FF', 'M%FCller.pdf', 'Müller.pdf'])
    assertProblem(await upload({ 'x-file-name': name }), 400, 'malformed-request');
  const { errors } = assertProblem(await upload({}), 422, 'invalid-values');
  assert.deepEqual([errors[0].in, errors[0].pointer], ['body', '/x-file-name']);
  assertProblem(await upload({ 'x-file-name': 'a.pdf' }, Buffer.from('<html>')), 422, 'invalid-values');
  assertProblem(await upload({ 'content-type': 'text/html' }), 415, 'unsupported-media-type');
  assertProblem(await upload({ 'content-type': 'application/json' }), 415, 'unsupported-media-type');
  const large = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)]);
  assertProblem(await upload({ 'x-file-name': 'a.pdf' }, large), 413, 'payload-too-large');
});

test('wallet and contract links are listed page by page, and exported without spreadsheet formulas', async () => {
  const { company: other, admin: user } = await createPortalCompany(service);
  await freezeClock(sql, other.id);
  const ticket = { termStart: '2026-01-01', tickets: ['2026-11'] };
  for (const lastName of ['=HYPERLINK("http://evil.example")', '@SUM(A1)', 'Müller, "Kai"'])
    await addPerson(sql, other.id, { ...ticket, lastName, contractStatus: 'pending' });
  const page = (await user.send('/wallet-links?perPage=2')).json().data;
  assert.deepEqual([page.total, page.totalPages, page.data.length], [3, 2, 2]);
  for (const path of ['/wallet-links.csv', '/contracts.csv?statuses=pending']) {
    const answer = await user.send(path);
    assert.match(String(answer.headers['content-type']), /^text\/csv; charset=utf-8/);
    assert.match(String(answer.headers['content-disposition']), /^attachment; filename=".*\.csv"/);
    assert.ok(answer.body.startsWith('\uFEFF"'));
    const lines = answer.body.trimEnd().split('\r\n');
    assert.equal(lines.length, 4);
    assert.ok(answer.body.includes(`"'=HYPERLINK(""http://evil.example"")"`));
    assert.ok(answer.body.includes(`"'@SUM(A1)"`));
    assert.ok(answer.body.includes('"Müller, ""Kai"""'));
    assert.ok(answer.body.includes('"https://tickets.example.com/'));
  }
  const contracts = (await user.send('/contracts?statuses=pending&perPage=1&page=2')).json().data;
  assert.equal(contracts.total, 3);
  assert.ok(contracts.data[0].link.startsWith('https://tickets.example.com/contracts/'));
  assert.equal((await user.send('/contracts?statuses=accepted')).json().data.total, 0);
});

test('the audit log is filtered by user, action, employee and time', async () => {
  const total = async (query: string) => (await admin.send(`/audit-log?${query}`)).json().data.total;
  const all = await total('');
  assert.ok(all > 5);
  assert.equal(await total('actorTypes=portal-user,operator'), all);
  assert.equal(await total('actorTypes=employee'), 0);
  assert.ok((await total('actions=api-key-created')) >= 2);
  assert.equal(await total('subjectTypes=company&actions=company-changed'), 1);
  assert.equal(await total('from=2999-01-01'), 0);
  assert.equal(await total('to=2000-01-01'), 0);
  const { data } = (await admin.send('/audit-log?perPage=100')).json().data;
  const ids = data.map(({ id }: { id: number }) => id);
  assert.deepEqual(
    ids,
    ids.toSorted((a: number, b: number) => b - a),
  );
  assert.equal(JSON.stringify(data).includes('password":'), false);
});

test('the clock moves to the next day, the next first of a month or the same day next month, and never back', async () => {
  const { company: other, admin: user } = await createPortalCompany(service);
  await freezeClock(sql, other.id);
  await sql`update companies set issued_through = '2026-11-01' where id = ${other.id}`;
  await addPerson(sql, other.id, { termStart: '2026-01-01' });
  const move = (body: object) => user.send('/clock', { method: 'POST', body });
  assert.equal((await move({ to: 'next-day' })).json().data.businessDate, '2026-11-16');
  const first = (await move({ to: 'next-first' })).json().data;
  assert.deepEqual([first.businessDate, first.ticketsIssued], ['2026-12-01', 1]);
  assert.equal((await move({ to: 'next-month' })).json().data.businessDate, '2027-01-01');
  assert.equal((await move({ date: '2027-03-05' })).json().data.ticketsIssued, 2);
  assert.deepEqual((await user.send('/clock')).json().data, { businessDate: '2027-03-05', frozen: true });
  assertProblem(await move({ date: '2027-03-04' }), 409, 'clock-cannot-go-back');
  for (const wrong of [
    {},
    { to: 'yesterday' },
    { to: 'next-day', date: '2028-01-01' },
    { date: '2099-01-01' },
  ])
    assertProblem(await move(wrong), 422, 'invalid-values');
  assert.equal((await user.send('/session')).json().data.businessDate, '2027-03-05');
});

test('the overview shows pending decisions, and the latest runs in order', async () => {
  const { company: other, admin: user } = await createPortalCompany(service);
  await freezeClock(sql, other.id);
  const integration = { name: 'HR', type: 'api-integration' } as const;
  const id = await createIntegration(sql, other.id, OPERATOR, integration);
  await sql`
    insert into sync_runs (company_id, integration_id, sync_id, accept_seq, status, counts, failure,
      accepted_at, finished_at)
    values (${other.id}, ${id}, 'one', 1, 'succeeded', '{"added": 3, "warnings": []}', null, '2026-11-01',
      '2026-11-01'),
      (${other.id}, ${id}, 'two', 2, 'failed', '{}', 'It broke.', '2026-11-02', '2026-11-02'),
      (${other.id}, ${id}, 'three', 3, 'held', '{"offboarded": 9}', null, '2026-11-03', null)`;
  await sql`
    update hr_integrations set
      last_run_id = (select id from sync_runs where company_id = ${other.id} and sync_id = 'three'),
      last_applied_run_id = (select id from sync_runs where company_id = ${other.id} and sync_id = 'one'),
      last_failed_run_id = (select id from sync_runs where company_id = ${other.id} and sync_id = 'two')
    where company_id = ${other.id} and id = ${id}`;
  await addPerson(sql, other.id, { contractStatus: 'pending' });
  await addPerson(sql, other.id, { termStart: '2026-01-01', tickets: ['2026-11'] });
  const { data } = (await user.send('/overview')).json();
  const names = (runs: { syncId: string }[]) => runs.map(({ syncId }) => syncId);
  assert.deepEqual(names(data.recentRuns), ['one', 'two', 'three']);
  assert.deepEqual(data.recentRuns[0].counts, { added: 3 });
  assert.deepEqual(names(data.attention.heldRuns), ['three']);
  assert.deepEqual((await user.send('/attention')).json().data, {
    costs: 0,
    requests: 0,
    integrations: 1,
    keys: 0,
    webhooks: 0,
  });
  assert.deepEqual(names(data.attention.failedRuns), ['two']);
  assert.equal(data.attention.failedRuns[0].failure, 'It broke.');
  assert.deepEqual(
    [data.employees, data.attention.pendingContracts, data.ticketsThisMonth, data.subscriptions.active],
    [2, 1, 1, 1],
  );
});

test('a name that cannot be stored, has line breaks or turns text around is refused with its field on every route', async () => {
  for (const name of ['half \ud800', 'nul \0', 'two\nlines', 'turned \u202ehbmG', 'marked\u200f', ' \t '])
    for (const [path, method, others] of [
      ['/company', 'PATCH', {}],
      ['/company/preview', 'POST', {}],
      ['/integrations', 'POST', { type: 'api-integration' }],
      ['/keys', 'POST', { permissions: ['employees:read'] }],
    ] as const) {
      const answer = await admin.send(path, { method, body: { name, ...others } });
      const { errors } = assertProblem(answer, 422, 'invalid-values');
      assert.equal(errors[0].pointer, '/name', path);
    }
});

test('the address has several lines, and no text of the company turns text around', async () => {
  const patch = (body: object) => admin.send('/company', { method: 'PATCH', body });
  assert.equal((await patch({ address: 'Am Weg 1\n12345 Musterstadt' })).statusCode, 200);
  for (const body of [
    { address: 'Am Weg\u202e 1' },
    { legalName: 'Muster\nGmbH' },
    { costCentre: '4\u2066711' },
  ])
    assert.match(
      assertProblem(await patch(body), 422, 'invalid-values').detail,
      /must not contain line breaks/,
    );
});

test('a time zone must be known to Node and PostgreSQL', async () => {
  for (const timeZone of ['Factory', 'Mars/Olympus', 'localtime'])
    assertProblem(
      await admin.send('/company', { method: 'PATCH', body: { timeZone } }),
      422,
      'invalid-values',
    );
});

test('while a sync locks the company, changes of settings and links wait briefly and are then refused', async () => {
  const person = await addPerson(sql, company.id);
  const integrationId = await createIntegration(sql, company.id, OPERATOR, {
    name: 'Busy',
    type: 'api-integration',
  });
  const sync = await sql.reserve();
  await sync`begin`;
  await sync`select from companies where id = ${company.id} for no key update`;
  const answers = await Promise.all([
    admin.send('/company', { method: 'PATCH', body: { subsidyCents: 100 } }),
    admin.send('/company/preview', { method: 'POST', body: { subsidyCents: 100 } }),
    admin.send(`/employees/${person}/links`, { method: 'POST', body: { integrationId } }),
  ]);
  await sync`rollback`;
  sync.release();
  for (const answer of answers) assertProblem(answer, 409, 'sync-in-progress');
});

test('what an admin says about the columns of a file is remembered for colleagues, and the audit log has it', async () => {
  const id = await createIntegration(sql, company.id, OPERATOR, { name: 'Files', type: 'api-integration' });
  const path = `/integrations/${id}/file-mapping`;
  assert.deepEqual((await admin.send(path)).json().data, { columns: [], absenceColumns: [], dates: null });
  const mapping = {
    columns: [
      { heading: 'Nr.', column: 'hrId' },
      { heading: '__proto__', column: null },
    ],
    absenceColumns: [{ heading: 'Von', column: 'absences.startDate' }],
    dates: 'MM/DD/YYYY',
  };
  const put = await admin.send(path, { method: 'PUT', body: mapping });
  assert.equal(put.statusCode, 200, put.body);
  const colleague = await createPortalUser(service, company.id, 'viewer');
  assert.deepEqual((await colleague.send(path)).json().data, mapping);
  const [line] = await sql`
    select action, details from audit_log
    where company_id = ${company.id} and subject_type = 'hr-integration' and subject_id = ${id}
    order by id desc limit 1`;
  assert.deepEqual(
    { ...line },
    {
      action: 'hr-integration-changed',
      details: {
        fileColumns: ['Nr.=hrId', '__proto__=', 'Von=absences.startDate'],
        fileDates: 'MM/DD/YYYY',
      },
    },
  );
  const columns = Array.from({ length: 201 }, (_, index) => ({ heading: `H${index}`, column: null }));
  assertProblem(
    await admin.send(path, { method: 'PUT', body: { ...mapping, columns } }),
    422,
    'invalid-values',
  );
});
