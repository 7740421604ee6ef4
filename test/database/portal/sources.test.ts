import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ClaimedMail } from '../../../src/notifications/mail/claimed-mail.ts';
import { composeNotice } from '../../../src/notifications/mail/compose-notice.ts';
import { noticeLetter } from '../../../src/notifications/mail/templates/notice.ts';
import { Overtaken } from '../../../src/platform/claims/claims.ts';
import { pullRoster } from '../../../src/rosters/pull/pull-roster.ts';
import { type ClaimedPull, claimPulls } from '../../../src/rosters/pull/pulls-sql.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { startHrSystem } from '../../hr-systems/serve.ts';
import { freezeClock, TODAY } from '../support/people.ts';
import { assertProblem } from '../support/problem.ts';
import { createTestService } from '../support/service.ts';
import { stopJustBefore } from '../support/test-database.ts';
import { type Answer, createPortalCompany, createPortalUser } from './portal.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });
const { sql } = service.database;
const keptBodies = new KeptBodies();

/** A company with a new integration, and a server that plays Personio. `say` keeps what was answered. */
async function beginConnecting() {
  const { company, admin } = await createPortalCompany(service);
  await freezeClock(sql, company.id);
  const server = await startHrSystem('personio', { company: makeCompany({ people: 30, today: TODAY }) });
  stopJustBefore(service.database, () => server.close());
  const answers: string[] = [];
  const say = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await admin.send(path, { method, ...(body && { body }) });
    answers.push(answer.body);
    return answer;
  };
  const created = await say('POST', '/integrations', { name: 'Personio', type: 'hr-integration' });
  const { id } = created.json().data;
  const to = `/integrations/${id}`;
  const values: Record<string, string> = { ...server.credentials, baseUrl: server.url };
  const sources = createSources({
    config: service.config,
    secretKeys: service.secretKeys,
    pause: async () => {},
  });
  return {
    ...{ company, admin, server, answers, say, id, to, values },
    enter: (given: object = values) =>
      say('PUT', `${to}/source/draft`, { system: 'personio', values: given }),
    test: (showsValues = false) => say('POST', `${to}/source/draft/test`, { showsValues }),
    /** Confirms everything that is guessed. */
    async map() {
      const { guesses, absenceTypes } = (await this.test()).json().data.survey;
      const types = absenceTypes.map(({ guess, ...type }: { guess: string }) => ({ ...type, kind: guess }));
      return await say('PUT', `${to}/source/draft/mapping`, { fields: guesses, absenceTypes: types });
    },
    activate: (schedule: string) => say('POST', `${to}/source/draft/activate`, { schedule }),
    async fetch(pull: ClaimedPull) {
      const { signal } = new AbortController();
      const context = { database: service.database, sources, limits: service.config.rosterLimits };
      return await pullRoster({ ...context, keptBodies, signal }, pull);
    },
    /** Fetches what is queued, as a worker does. */
    async fetchQueued() {
      for (const pull of await claimPulls(sql, company.id, 10)) await this.fetch(pull);
    },
  };
}

type Connecting = Awaited<ReturnType<typeof beginConnecting>>;

async function connected(): Promise<Connecting> {
  const company = await beginConnecting();
  await company.enter();
  await company.map();
  await company.activate('daily 02:30');
  return company;
}

const dataOf = (answer: Answer) => {
  assert.ok(answer.statusCode < 300, `${answer.statusCode} ${answer.body}`);
  return answer.json().data;
};

describe('an HR system in the portal', () => {
  it('lists the systems with what to enter', async () => {
    const { say } = await beginConnecting();
    const { systems } = dataOf(await say('GET', '/source-systems'));
    const personio = systems.find(({ name }: { name: string }) => name === 'personio');
    assert.ok(personio.listsLeavers);
    assert.deepEqual(
      personio.inputs.map(({ name, kind }: { name: string; kind: string }) => `${name} ${kind}`).slice(0, 3),
      ['clientId text', 'clientSecret secret', 'host choice'],
    );
  });

  it('is set up step by step: entered, tested, mapped, previewed, activated, fetched', async () => {
    const company = await beginConnecting();
    const { say, to, server } = company;
    const { draft, active } = dataOf(await company.enter());
    assert.equal(active, null);
    assert.deepEqual(
      [draft.system, draft.settings.clientId, draft.mapping],
      ['personio', 'papi-trial', null],
    );

    const { survey } = dataOf(await company.test());
    assert.equal(survey.people, 30);
    assert.deepEqual(survey.missing, []);
    assertProblem(await company.activate('manual'), 409, 'conflict');

    const mapped = dataOf(await company.map());
    assert.equal(mapped.draft.mapping.fields.dateOfBirth, survey.guesses.dateOfBirth);
    assert.deepEqual(
      mapped.draft.mapping.absenceTypes.map(({ name }: { name: string }) => name).sort(),
      ['Elternzeit', 'Krankheit', 'Unbezahlter Urlaub'],
      'holidays pause nothing, so they are not asked for',
    );

    const pull = dataOf(await say('POST', `${to}/pulls`, { purpose: 'preview' }));
    assert.deepEqual([pull.status, pull.purpose, pull.runId], ['queued', 'preview', null]);
    assertProblem(await say('POST', `${to}/pulls`, { purpose: 'preview' }), 409, 'already-running');
    await company.fetchQueued();
    const previewed = dataOf(await say('GET', `${to}/pulls/${pull.syncId}`));
    assert.deepEqual([previewed.status, previewed.people, previewed.total], ['previewed', 30, 30]);
    const preview = dataOf(await say('GET', `${to}/pulls/${pull.syncId}/preview`));
    assert.equal(preview.counts.added, 30 - previewed.leftEarlier);
    assert.ok(preview.changes.every(({ outcome }: { outcome: string }) => outcome === 'added'));
    assert.equal(dataOf(await say('GET', to)).people, 0, 'a preview changes nothing');

    const done = dataOf(await company.activate('daily 02:30'));
    assert.deepEqual([done.draft, done.active.schedule], [null, 'daily 02:30']);
    assert.ok(Date.parse(done.active.nextPullAt) > Date.now());
    const integration = dataOf(await say('GET', to));
    assert.deepEqual(
      [integration.source, integration.onInvalid, integration.holdPercent],
      ['personio', 'keep', 20],
    );

    const fetched = dataOf(await say('POST', `${to}/pulls`, { purpose: 'roster' }));
    await company.fetchQueued();
    const accepted = dataOf(await say('GET', `${to}/pulls/${fetched.syncId}`));
    assert.equal(accepted.status, 'accepted');
    assert.equal(dataOf(await say('GET', `${to}/syncs/${accepted.runId}`)).syncId, fetched.syncId);
    for (const answer of company.answers) assert.ok(!answer.includes('papi-secret'));
    assert.ok(server.requests.length > 0);
  });

  it('means types of absence as the draft does: in its preview at once, in the integration when it is activated', async () => {
    const company = await connected();
    const { say, to, server } = company;
    const [person] = server.company.people;
    assert.ok(person);
    person.absences = [{ id: 1, type: 'Urlaub', startDate: TODAY, endDate: null, isApproved: true }];
    const kinds = async () => dataOf(await say('GET', to)).absenceTypes;
    const kindIn = (types: { name: string; kind: string }[]) =>
      types.find(({ name }) => name === 'Gartenzeit')?.kind;
    const before = await kinds();
    const { draft } = dataOf(await company.enter());
    const { fields, absenceTypes } = draft.mapping;
    // A name that means nothing to anybody else.
    const types = [...absenceTypes, { id: '11', name: 'Gartenzeit', kind: 'sabbatical' }];
    await say('PUT', `${to}/source/draft/mapping`, { fields, absenceTypes: types });
    assert.deepEqual(dataOf(await say('GET', `${to}/source`)).draft.mapping.absenceTypes, types);
    assert.deepEqual(await kinds(), before, 'rosters are read as before');

    const { syncId } = dataOf(await say('POST', `${to}/pulls`, { purpose: 'preview' }));
    await company.fetchQueued();
    const { problems } = dataOf(await say('GET', `${to}/pulls/${syncId}/preview`));
    assert.ok(!problems.some(({ code }: { code: string }) => code === 'unknown-absence-type'));
    assert.deepEqual(await kinds(), before);

    await company.activate('manual');
    assert.equal(kindIn(await kinds()), 'sabbatical');

    // Somebody changes the settings later: the next draft begins with that.
    await say('PATCH', to, { absenceTypes: [{ name: 'Gartenzeit', kind: 'unpaid' }] });
    assert.equal(kindIn(dataOf(await company.enter()).draft.mapping.absenceTypes), 'unpaid');
  });

  it('has a preview that can be cancelled while it waits or runs', async () => {
    const company = await beginConnecting();
    const { say, to } = company;
    await company.enter();
    await company.map();
    const { syncId } = dataOf(await say('POST', `${to}/pulls`, { purpose: 'preview' }));
    const [claimed] = await claimPulls(sql, company.company.id, 1);
    assert.ok(claimed);
    assert.equal((await say('DELETE', `${to}/pulls/${syncId}`)).statusCode, 204);
    await assert.rejects(company.fetch(claimed), Overtaken);
    const { status, code } = dataOf(await say('GET', `${to}/pulls/${syncId}`));
    assert.deepEqual([status, code], ['failed', 'cancelled']);
    assertProblem(await say('DELETE', `${to}/pulls/${syncId}`), 404, 'not-found');
    assert.equal((await say('POST', `${to}/pulls`, { purpose: 'preview' })).statusCode, 202);
    await company.activate('manual');
    const roster = dataOf(await say('POST', `${to}/pulls`, { purpose: 'roster' }));
    assertProblem(await say('DELETE', `${to}/pulls/${roster.syncId}`), 404, 'not-found');
  });

  it('asks for what the chosen access needs, and keeps nothing that it does not', async () => {
    const { say, to } = await beginConnecting();
    const enter = (values: object) => say('PUT', `${to}/source/draft`, { system: 'https-file', values });
    const address = 'https://files.example.com/people.csv';
    const [missing] = assertProblem(await enter({ address, access: 'basic' }), 422, 'invalid-values').errors;
    assert.equal(missing.pointer, '/values/username');
    const basic = { address, access: 'basic', username: 'hr', secret: 'file-secret' };
    assert.equal(dataOf(await enter(basic)).draft.settings.username, 'hr');
    const { settings } = dataOf(await enter({ address, access: 'none' })).draft;
    assert.equal(settings.username, undefined);
    const again = assertProblem(await enter({ address, access: 'bearer' }), 422, 'invalid-values').errors;
    assert.equal(again[0].pointer, '/values/secret', 'it was forgotten');
  });

  it('is counted for the user who connected it, as long as it is in use', async () => {
    const { say, to } = await connected();
    const of = async () =>
      dataOf(await say('GET', '/users')).data.map(({ sources }: { sources: number }) => sources);
    assert.deepEqual(await of(), [1]);
    await say('DELETE', `${to}/source`);
    assert.deepEqual(await of(), [0]);
  });

  it('never sends a stored secret to another server', async () => {
    const { say, to, enter, company, server: personio } = await connected();
    const { origin, host } = new URL(personio.url);
    const refused = async (system: string, given: object) => {
      const answer = await say('PUT', `${to}/source/draft`, { system, values: given });
      const [error] = assertProblem(answer, 422, 'invalid-values').errors;
      return [error.pointer, error.code];
    };
    const again = (name: string) => [`/values/${name}`, 'enter-again'];
    // Of the active source, and of a draft.
    for (const given of [{ baseUrl: 'https://evil.example' }, { baseUrl: '' }, { host: 'api.personio.com' }])
      assert.deepEqual(await refused('personio', given), again('clientSecret'));
    dataOf(await enter({ baseUrl: `${origin}/other` }));
    assert.deepEqual(await refused('personio', { baseUrl: 'https://evil.example' }), again('clientSecret'));

    const file = { address: 'https://files.example/a.csv?sig=secret', access: 'bearer', secret: 'token' };
    dataOf(await say('PUT', `${to}/source/draft`, { system: 'https-file', values: file }));
    const stored = () => sql`
      select settings ->> 'address' as address from hr_sources where company_id = ${company.id} and state = 'draft'`;
    const masked = 'https://files.example/a.csv?sig=***';
    const kept = await say('PUT', `${to}/source/draft`, {
      system: 'https-file',
      values: { address: masked },
    });
    assert.equal(dataOf(kept).draft.settings.address, masked, 'a signature is not shown');
    assert.deepEqual([...(await stored())], [{ address: file.address }]);
    assert.deepEqual(await refused('https-file', { address: `${masked}&v=1` }), again('address'));
    const elsewhere = { address: 'https://files.example:8443/a.csv' };
    assert.deepEqual(await refused('https-file', elsewhere), again('secret'));
    assert.deepEqual(await refused('https-file', { ...elsewhere, secret: ' ' }), again('secret'));
    const moved = { address: 'https://files.example/b.csv' };
    dataOf(await say('PUT', `${to}/source/draft`, { system: 'https-file', values: moved }));

    const hostKey = `SHA256:${'A'.repeat(43)}`;
    const server = { host: 'sftp.example', username: 'hr', password: 'secret', filePattern: '*' };
    const sftp = (given: object) =>
      say('PUT', `${to}/source/draft`, { system: 'sftp-fetch', values: given }).then(dataOf);
    await sftp(server);
    await sftp({ hostKey });
    for (const given of [
      { host: 'evil.example' },
      { port: '2222' },
      { hostKey: '' },
      { hostKey: `SHA256:${'B'.repeat(43)}` },
    ])
      assert.deepEqual(await refused('sftp-fetch', given), again('password'));
    assert.deepEqual(await refused('sftp-fetch', { port: '65536' }), ['/values/port', 'malformed']);
    await sftp({ host: 'new.example', port: '65535', hostKey: '', password: 'new' });

    const drafts = await sql<{ receiver: string }[]>`
      select details ->> 'receiver' as receiver from audit_log
      where company_id = ${company.id} and action = 'hr-source-drafted' and details ? 'system' order by id`;
    assert.deepEqual(
      drafts.map(({ receiver }) => receiver),
      [host, host, ...Array(3).fill('files.example'), 'sftp.example', 'sftp.example', 'new.example:65535'],
    );
  });

  it('records who has begun to change it, without what was entered', async () => {
    const company = await beginConnecting();
    await company.enter();
    await company.map();
    const log = await sql<{ actor: number; details: string }[]>`
      select actor_id as actor, details::text as details from audit_log
      where company_id = ${company.company.id} and action = 'hr-source-drafted' order by id`;
    assert.deepEqual(
      log.map(({ actor }) => actor),
      [company.admin.id, company.admin.id],
    );
    assert.ok(log.every(({ details }) => !details.includes('papi-')));
  });

  it('masks the samples until somebody asks for them, and records who looked', async () => {
    const company = await beginConnecting();
    await company.enter();
    const samplesOf = async (showsValues: boolean) => {
      const { fields } = dataOf(await company.test(showsValues)).survey;
      return fields.find(({ key }: { key: string }) => key === 'last_name').samples;
    };
    const names = company.server.company.people.slice(0, 3).map(({ lastName }) => lastName);
    const masked = await samplesOf(false);
    assert.deepEqual(
      masked,
      names.map((name) => name.replaceAll(/[\p{L}\p{N}]/gu, '•')),
    );
    assert.deepEqual(await samplesOf(true), names);
    const log = await sql<{ actor: number }[]>`
      select actor_id as actor from audit_log where company_id = ${company.company.id} and action = 'hr-source-tested'`;
    assert.deepEqual(
      log.map(({ actor }) => actor),
      [company.admin.id, company.admin.id],
    );
  });

  it('says which value is wrong, which right is missing and why nothing was read', async () => {
    const company = await beginConnecting();
    const { clientSecret: _, ...withoutSecret } = company.values;
    for (const [values, input, code] of [
      [withoutSecret, 'clientSecret', 'missing'],
      [{ ...company.values, host: 'api.example.com' }, 'host', 'not-allowed'],
      [{ ...company.values, baseUrl: 'nowhere' }, 'baseUrl', 'malformed'],
      [{ ...company.values, password: 'x' }, 'password', 'unknown'],
    ] as const) {
      const [error] = assertProblem(await company.enter(values), 422, 'invalid-values').errors;
      assert.deepEqual([error.pointer, error.code], [`/values/${input}`, code]);
    }
    assertProblem(await company.test(), 409, 'conflict');

    await company.enter({ ...company.values, clientSecret: 'wrong' });
    const { survey, problem } = dataOf(await company.test());
    assert.deepEqual([survey, problem.code], [null, 'source-unauthorised']);

    await company.enter();
    company.server.faults.set('field-absent:dateOfBirth');
    const { missing, guesses } = dataOf(await company.test()).survey;
    assert.deepEqual([missing[0]?.field, guesses.dateOfBirth], ['dateOfBirth', null]);
    assert.match(missing[0].right, /Date of birth/);
  });

  it('can be changed: a secret that is left out stays, and the old source is used until the new one is activated', async () => {
    const company = await connected();
    const { say, to, server } = company;
    const { clientSecret: _, ...others } = company.values;
    const changed = dataOf(await company.enter({ ...others, partnerId: 'PARTNER' }));
    assert.equal(changed.draft.settings.partnerId, 'PARTNER');
    assert.equal(changed.active.settings.partnerId, undefined);
    assert.deepEqual(changed.draft.mapping, changed.active.mapping);
    assert.equal(dataOf(await company.test()).survey.people, 30, 'the secret of before is used');

    await say('DELETE', `${to}/source/draft`);
    assert.equal(dataOf(await say('GET', `${to}/source`)).draft, null);
    await company.enter({ ...others, partnerId: 'PARTNER' });
    const { active } = dataOf(await company.activate('every 6 hours'));
    assert.deepEqual([active.settings.partnerId, active.schedule], ['PARTNER', 'every 6 hours']);
    server.requests.length = 0;
    await say('POST', `${to}/pulls`, { purpose: 'roster' });
    await company.fetchQueued();
    assert.ok(server.requests.some(({ headers }) => headers['x-personio-partner-id'] === 'PARTNER'));
    const { active: manual } = dataOf(await say('PATCH', `${to}/source`, { schedule: 'manual' }));
    assert.deepEqual([manual.schedule, manual.nextPullAt], ['manual', null]);
    assert.equal((await say('PATCH', `${to}/source`, { schedule: 'daily 25:00' })).statusCode, 422);
  });

  it('that fails names the field and the right to grant, at the attempt, the integration, the overview and in the mail', async () => {
    const company = await connected();
    const { say, to } = company;
    company.server.faults.set('field-absent:dateOfBirth');
    await say('POST', `${to}/pulls`, { purpose: 'roster' });
    await company.fetchQueued();
    const [triggered] = dataOf(await say('GET', '/audit-log?actions=pull-triggered')).data;
    assert.deepEqual([triggered.actor.type, triggered.actor.id], ['portal-user', company.admin.id]);
    const [pull] = dataOf(await say('GET', `${to}/source`)).pulls;
    assert.deepEqual([pull.status, pull.code, pull.field], ['failed', 'source-field-missing', 'dateOfBirth']);
    const [attempt] = dataOf(await say('GET', `${to}/attempts`)).data;
    assert.deepEqual([attempt.field, attempt.right], ['dateOfBirth', pull.right]);
    assert.equal(dataOf(await say('GET', to)).refusedField, 'dateOfBirth');
    const { attention } = dataOf(await say('GET', '/overview'));
    assert.equal(attention.refusingIntegrations[0].refusedField, 'dateOfBirth');
    const mail = {
      ...{ companyId: company.company.id, userId: company.admin.id, integrationId: null },
      ...{ notice: 'sync-refused', about: { integrationId: company.id, attemptId: attempt.id } },
    };
    const composed = await composeNotice(sql, mail as unknown as ClaimedMail, {
      baseUrl: service.config.baseUrl,
      contactLink: () => '',
    });
    assert.ok('facts' in composed && composed.facts.kind === 'notice');
    const letter = JSON.stringify(noticeLetter(composed.facts));
    for (const words of [
      'konnte nicht abgeholt werden',
      '„Geburtsdatum“',
      'Lesbare Mitarbeitendenattribute: Geburtsdatum',
    ])
      assert.ok(letter.includes(words), `${words} in ${letter}`);
  });

  it('can be removed: nobody is offboarded, and rosters can be sent again', async () => {
    const company = await connected();
    const { say, to } = company;
    const roster = { syncId: 'by-hand', employees: [] };
    assertProblem(await say('POST', `${to}/rosters/preview`, roster), 409, 'integration-is-pulled');
    assert.equal((await say('DELETE', `${to}/source`)).statusCode, 204);
    const log = dataOf(await say('GET', '/audit-log?actions=hr-source-removed')).data;
    assert.deepEqual(
      log.map(({ action, actor }: { action: string; actor: { type: string } }) => [action, actor.type]),
      [['hr-source-removed', 'portal-user']],
    );
    const { active, draft } = dataOf(await say('GET', `${to}/source`));
    assert.deepEqual([active, draft], [null, null]);
    assert.equal(dataOf(await say('GET', to)).source, null);
    const [stored] =
      await sql`select count(*)::int as count from hr_sources where company_id = ${company.company.id}`;
    assert.equal(stored?.['count'], 0);
    assertProblem(await say('POST', `${to}/pulls`, { purpose: 'roster' }), 409, 'cannot-trigger');
    assert.notEqual(
      (await say('POST', `${to}/rosters/preview`, roster)).json().code,
      'integration-is-pulled',
    );
  });

  it('is shown to a viewer without secrets, who may change nothing', async () => {
    const company = await connected();
    const viewer = await createPortalUser(service, company.company.id, 'viewer');
    const seen = await viewer.send(`${company.to}/source`);
    assert.equal(seen.statusCode, 200);
    assert.ok(!seen.body.includes('papi-secret'));
    for (const [method, path, body] of [
      ['PUT', 'source/draft', { system: 'personio', values: {} }],
      ['POST', 'source/draft/test', { showsValues: true }],
      ['POST', 'pulls', { purpose: 'roster' }],
      ['PATCH', 'source', { schedule: 'manual' }],
      ['DELETE', 'source', undefined],
    ] as const)
      assertProblem(
        await viewer.send(`${company.to}/${path}`, { method, ...(body && { body }) }),
        403,
        'role-required',
      );
  });

  it('is refused to an integration that rosters are sent to', async () => {
    const { say, values } = await beginConnecting();
    const created = dataOf(await say('POST', '/integrations', { name: 'Own', type: 'api-integration' }));
    const answer = await say('PUT', `/integrations/${created.id}/source/draft`, {
      system: 'personio',
      values,
    });
    assert.equal(assertProblem(answer, 409, 'conflict').reason, 'not-a-pulled-integration');
  });
});
