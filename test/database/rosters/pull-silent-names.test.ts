import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { startPullWorker } from '../../../src/jobs/pull-worker.ts';
import { connectMailServer } from '../../../src/notifications/mail/smtp.ts';
import { createHostResolver, type ResolveHost } from '../../../src/platform/outgoing/resolve-host.ts';
import { ESSENTIAL_FIELDS, type MappedFields } from '../../../src/rosters/pull/pulled-fields.ts';
import { activateSource, draftSource, mapDraft } from '../../../src/rosters/pull/set-up-source.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import type { SystemName } from '../../../src/rosters/pull/systems.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { VENDORS } from '../../hr-systems/vendors.ts';
import { startDnsServer } from '../../pure/support/dns-server.ts';
import { until } from '../../pure/support/until.ts';
import { queueInvitation, senderOn } from '../notifications/mail/mails.ts';
import { begin, createCompanyWithProvider } from '../portal/identity/company.ts';
import { startForgedProvider } from '../portal/identity/forged-provider.ts';
import { createPortalUser } from '../portal/portal.ts';
import { startMailServer } from '../support/mail-server.ts';
import { assertProblem } from '../support/problem.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';
import { stopJustBefore } from '../support/test-database.ts';

let isSilent = true;
const dns = await startDnsServer(() => (isSilent ? 'silence' : 'none'));
after(() => dns.close());

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1', DNS_SERVERS: dns.address });
const { app, config, database, secretKeys } = service;
const { sql } = database;

const FIELDS = Object.fromEntries(ESSENTIAL_FIELDS.map((field) => [field, field])) as MappedFields<string>;

/** The look-ups of pulls wait until the test ends them, however long everything else takes. */
const look = createHostResolver({ servers: [dns.address], timeoutMs: 300 });
const answered = Promise.withResolvers<void>();
const resolve: ResolveHost = (hostname) =>
  look(hostname).catch(async (error) => {
    await answered.promise;
    throw error;
  });

const at = (system: string) => `${system}.silent.example`;
const { 'https-file': httpsFile, ...vendors } = VENDORS;
const SOURCES: [system: SystemName, values: Readonly<Record<string, string>>][] = [
  ['https-file', { ...httpsFile.credentials, address: `https://${at('https-file')}/people.csv` }],
  [
    'sftp-fetch',
    {
      ...{ host: at('sftp-fetch'), username: 'transit', password: 'secret', filePattern: '*.csv' },
      hostKey: `SHA256:${'A'.repeat(43)}`,
    },
  ],
  ...Object.entries(vendors).map(([system, { credentials }]): (typeof SOURCES)[number] => [
    system as keyof typeof vendors,
    { ...credentials, baseUrl: `https://${at(system)}` },
  ]),
];

it('names of one company that no DNS server answers delay no pull, test, sign-in and mail of another one', async () => {
  const silent = await createCompanyWithProvider(service, { issuer: `https://${at('id')}` });
  const companyId = silent.company.id;
  const sources = { ...createSources({ config, secretKeys, pause: async () => {} }), resolve };
  const integrations: number[] = [];
  for (const [system, values] of SOURCES) {
    const id = await createIntegration(sql, companyId, OPERATOR, { name: system, type: 'hr-integration' });
    const place = { companyId, integrationId: id, actor: OPERATOR };
    integrations.push(id);
    await sql.begin(async (tx) => {
      await draftSource(tx, sources, place, { system, values });
      await mapDraft(tx, place, { fields: FIELDS, absenceTypes: [] });
      await activateSource(tx, place, 'manual');
      await draftSource(tx, sources, place, { system, values });
    });
    const queued = await silent.admin.send(`/integrations/${id}/pulls`, {
      method: 'POST',
      body: { purpose: 'roster' },
    });
    assert.equal(queued.statusCode, 202, queued.body);
  }
  const other = await createPullingCompany(service, 'https-file');
  const admin = await createPortalUser(service, other.companyId);

  const open = async (company: number) =>
    (await sql`select from roster_pulls where company_id = ${company} and finished_at is null`).length;
  const worker = startPullWorker({
    ...{ database, sources, limits: config.rosterLimits, keptBodies: new KeptBodies(), log: app.log },
    onAccepted: () => {},
  });
  stopJustBefore(database, () => worker.stop(0));
  const test = (from: typeof admin, id: number) =>
    from.send(`/integrations/${id}/source/draft/test`, { method: 'POST', body: { showsValues: false } });
  const tests = integrations.map((id) => test(silent.admin, id));
  const signIns = integrations.map(() => begin(service, silent.link));
  await until('a pull, a test and a sign-in wait for a name', () => {
    const names = new Set(dns.asked);
    return names.has(at('https-file')) && names.has(at('id'));
  });

  const { syncId } = (await other.trigger()).json().data;
  await until('the pull of the other company is over', async () => (await open(other.companyId)) === 0);
  const pull = (await other.get(`/hr-integrations/${other.integrationId}/pulls/${syncId}`)).json().data;
  assert.equal(pull.status, 'accepted', pull.detail);

  const values = { ...other.server.credentials, address: `${other.server.url}/people.csv` };
  const to = `/integrations/${other.integrationId}/source/draft`;
  const drafted = await admin.send(to, { method: 'PUT', body: { system: 'https-file', values } });
  assert.equal(drafted.statusCode, 200, drafted.body);
  const tested = await test(admin, other.integrationId);
  assert.equal(tested.json().data?.problem, null, tested.body);

  const provider = await startForgedProvider();
  const { link } = await createCompanyWithProvider(service, provider);
  assert.equal((await begin(service, link)).answer.statusCode, 200);

  const mails = await startMailServer();
  const sender = senderOn(sql, connectMailServer(mails.settings(), { certificates: mails.certificate }));
  await queueInvitation(sql, other.companyId, 'new@example.com');
  sender.start();
  await until('the mail has arrived', () => mails.received.length > 0);
  await sender.stop(1_000);

  assert.equal(await open(companyId), SOURCES.length, 'its own pulls still wait');
  isSilent = false;
  answered.resolve();
  for (const answer of await Promise.all(tests)) {
    if (answer.statusCode === 503) assertProblem(answer, 503, 'busy');
    else assert.equal(answer.json().data.problem.code, 'source-unreachable', answer.body);
  }
  for (const { answer } of await Promise.all(signIns))
    assert.equal(assertProblem(answer, 502, 'identity-provider-failed').reason, 'provider-unreachable');
  await until('its own pulls are over', async () => (await open(companyId)) === 0);
  const codes = await sql<{ code: string }[]>`
    select distinct code from roster_pulls where company_id = ${companyId}`;
  assert.deepEqual(
    codes.map(({ code }) => code),
    ['source-unreachable'],
  );
});
