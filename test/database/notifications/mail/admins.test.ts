import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeUser } from '../../../../src/accounts/remove-user.ts';
import { setUserRole } from '../../../../src/accounts/set-user-role.ts';
import { announceExpiring } from '../../../../src/company/api-keys/announce-expiring.ts';
import { createGroup } from '../../../../src/company/groups/create-group.ts';
import {
  announceReadyMonth,
  selectCompaniesWithReadyMonth,
} from '../../../../src/company/handovers/announce-ready.ts';
import { watchIntegrations } from '../../../../src/company/integrations/watch-integrations.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { numberEvents } from '../../../../src/domain/events/number-events.ts';
import { mailUsers } from '../../../../src/domain/mail-queue/mail-users.ts';
import { noteWayOfMail } from '../../../../src/notifications/mail/mails-sql.ts';
import { connectMailServer } from '../../../../src/notifications/mail/smtp.ts';
import { createWebhook } from '../../../../src/notifications/webhooks/create-webhook.ts';
import { MAX_ATTEMPTS } from '../../../../src/rosters/apply/apply-run.ts';
import { until } from '../../../pure/support/until.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { REFUSED_LAST_NAME, refuseLastName } from '../../rosters/refuse-last-name.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import { startTestSender, testWebhooks } from '../webhooks/webhooks.ts';
import { letTimePass, senderOn } from './mails.ts';

const service = await createTestService();
const { sql } = service.database;
const mail = { way: 'smtp', from: 'tickets@example.com' } as never;
await noteWayOfMail(sql, 'staging', mail);
await refuseLastName(sql);

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const all = NAMES.map((name) => entry(name));

interface Queued {
  kind: string;
  /** Null: the technical contact of the integration. */
  userId: number | null;
  notice: string | null;
  state: string;
  reason: string | null;
}

/** A company with an admin for each wish, a viewer and a removed admin. */
async function newCompany() {
  const company = await createSyncingCompany(service);
  const { companyId } = company;
  const atOnce = await createPortalUser(service, companyId);
  const digest = await createPortalUser(service, companyId);
  const none = await createPortalUser(service, companyId);
  const removed = await createPortalUser(service, companyId);
  const viewer = await createPortalUser(service, companyId, 'viewer');
  const wish = async (user: typeof atOnce, notices: string) => {
    const answer = await user.send('/notices', { method: 'PUT', body: { notices } });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.json().data.notices, notices);
  };
  await wish(digest, 'digest');
  await wish(none, 'none');
  await sql.begin((tx) => removeUser(tx, companyId, removed.id, OPERATOR));
  const mails = async () => [
    ...(await sql<Queued[]>`
      select kind, user_id as "userId", notice, state, reason from mails
      where company_id = ${companyId} and kind in ('notice', 'digest') order by id`),
  ];
  const items = async () => [
    ...(await sql<{ userId: number; notice: string }[]>`
      select m.user_id as "userId", i.notice from digest_items i
      join mails m on m.company_id = i.company_id and m.id = i.mail_id
      where i.company_id = ${companyId} order by m.user_id, i.id`),
  ];
  /** The notices so far: who got a mail at once, and in whose digest it is. */
  const told = async () => ({
    atOnce: (await mails())
      .filter(({ kind, userId }) => kind === 'notice' && userId !== null)
      .map(({ userId, notice }) => [userId, notice]),
    digest: (await items()).map(({ userId, notice }) => [userId, notice]),
  });
  return { ...company, atOnce, digest, none, removed, viewer, wish, mails, items, told };
}
type Company = Awaited<ReturnType<typeof newCompany>>;

const urgent = ({ atOnce, digest }: Company, notice: string) => ({
  atOnce: [[atOnce.id, notice]],
  digest: [[digest.id, notice]],
});
const unhurried = ({ atOnce, digest }: Company, notice: string) => ({
  atOnce: [],
  digest: [
    [atOnce.id, notice],
    [digest.id, notice],
  ],
});

/** Sends everything that is due. */
async function sendAll({ companyId }: Company) {
  const server = await startMailServer({});
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  sender.start();
  await until('everything has been tried', async () => {
    const due = await sql`
      select from mails where company_id = ${companyId}
        and (state = 'sending' or (state = 'queued' and due_at <= now()))`;
    return due.length === 0;
  });
  await sender.stop(1_000);
  return server.received.filter(({ mail: { messageId } }) => messageId?.startsWith(`<${companyId}.`));
}

/** Each cause of a notice, whether it is urgent, and a part of the mail in German. */
const CAUSES: Record<
  string,
  { isUrgent: boolean; cause: (company: Company) => Promise<unknown>; says: RegExp }
> = {
  'sync-held': {
    isUrgent: true,
    cause: async (company) => {
      await company.clock('2026-11-01');
      await company.sync(all);
      await company.set({ holdCount: 2 });
      assert.equal((await company.sync(all.slice(3))).status, 'held');
    },
    says: /3\s+Personen[\s\S]*\/portal\/integrations\/\d+\/syncs\/\d+\n/,
  },
  'sync-failed': {
    isUrgent: true,
    cause: async (company) => {
      await company.submit([entry('A', { lastName: REFUSED_LAST_NAME })], { syncId: 'fails' });
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) await company.work().catch(() => {});
      assert.equal((await company.run('fails')).status, 'failed');
    },
    says: /nicht übernommen[\s\S]*\/syncs\/\d+\n/,
  },
  'sync-refused': {
    isUrgent: true,
    cause: async (company) => {
      for (const syncId of ['one', 'two'])
        assert.equal((await company.submit([{ hrId: 'A' }], { syncId })).statusCode, 422);
    },
    says: /2\s+Listen[\s\S]*Die\s+Liste\s+enthält\s+ungültige\s+Werte\s+\(422\s+invalid-values\)[\s\S]*\/portal\/integrations\/\d+\n/,
  },
  'integration-silent': {
    isUrgent: true,
    cause: async (company) => {
      await company.set({ expectEvery: '24h' });
      await sql`update hr_integrations set connected_at = now() - interval '9 days' where id = ${company.integrationId}`;
      for (const silences of [1, 0])
        assert.equal(await sql.begin((tx) => watchIntegrations(tx, company.companyId)), silences);
    },
    says: /fehlt eine Liste[\s\S]*\/portal\/integrations\/\d+\n/,
  },
  'conflict-found': {
    isUrgent: true,
    cause: async (company) => {
      await company.sync(all);
      const other = (name: string) =>
        entry(name, {
          firstName: 'Grace',
          lastName: 'Hopper',
          email: `grace-${name}@example.com`,
          dateOfBirth: '1966-12-09',
        });
      const changed = [other('A'), other('B'), ...all.slice(2)];
      assert.equal((await company.sync(changed)).counts.conflict, 2);
      // The next roster has the same ones.
      await company.sync(changed);
    },
    says: /2\s+Personalnummern[\s\S]*\/portal\/integrations\/\d+\n/,
  },
  'entries-waiting': {
    isUrgent: true,
    cause: async (company) => {
      await company.sync(all);
      const restricted = await company.restrictTo(await company.newIntegration('Temps'));
      const known = [entry('T1', { email: 'a@example.com' }), entry('T2', { email: 'b@example.com' })];
      assert.equal((await restricted.sync(known)).counts.waiting, 2);
      // The next roster has the same ones.
      await restricted.sync(known);
    },
    says: /2\s+Einträge\s+von\s+Temps[\s\S]*\/portal\/integrations\/\d+\n/,
  },
  'group-moves-held': {
    isUrgent: true,
    cause: async (company) => {
      const settings = {
        subsidyCents: 3_000,
        defaultPlanType: 'split-pay-plan',
        offeredPlanTypes: [],
      } as const;
      const rule = { department: ['Sales'] };
      await sql.begin((tx) =>
        createGroup(tx, company.companyId, OPERATOR, { name: 'Sales', ...settings, rule }),
      );
      const five = ['A', 'B', 'C', 'D', 'E'];
      await company.sync(five.map((name) => entry(name)));
      // The next roster would move the same people.
      for (const location of ['Berlin', 'Bonn'])
        await company.sync(five.map((name) => ({ ...entry(name), department: 'Sales', location })));
    },
    says: /5\s+von\s+5\s+Personen[\s\S]*\/portal\/groups\n/,
  },
  'large-offboarding': {
    isUrgent: true,
    cause: async (company) => {
      await company.sync(all);
      await company.sync(all.slice(6));
      // The same people are missing: nobody leaves any more.
      await company.sync([...all.slice(6), entry('New')]);
    },
    says: /6\s+von\s+8\s+Personen[\s\S]*senden\s+Sie[\s\S]*\/portal\/integrations\/\d+\/syncs\/\d+\n/,
  },
  'webhook-disabled': {
    isUrgent: true,
    cause: async ({ companyId, sync }) => {
      const webhooks = testWebhooks();
      const receiver = await startReceiver();
      receiver.answer = () => 410;
      const given = { url: receiver.url, eventTypes: null };
      const made = await sql.begin((tx) => createWebhook(tx, companyId, OPERATOR, given, webhooks));
      receiver.secret = made.secret;
      const sender = startTestSender(service.database, webhooks);
      await sync(all);
      await numberEvents(sql, companyId);
      await until('it is disabled', async () => {
        const found = await sql`
          select from webhook_endpoints where company_id = ${companyId} and disabled_at is not null`;
        return found.length === 1;
      });
      await sender.stop(1_000);
    },
    says: /ist abgeschaltet[\s\S]*\/portal\/webhooks\/\d+\n/,
  },
  'key-expiring': {
    isUrgent: false,
    cause: async ({ companyId }) => {
      await sql`
        update api_keys set created_at = now() - interval '1 year', expires_at = now() + interval '10 days'
        where company_id = ${companyId}`;
      for (const keys of [1, 0]) assert.equal(await sql.begin((tx) => announceExpiring(tx, companyId)), keys);
    },
    says: /läuft bald ab[\s\S]*\/portal\/keys\n/,
  },
  'month-ready': {
    isUrgent: false,
    cause: async (company) => {
      const { companyId } = company;
      await company.clock('2026-11-20');
      await company.sync(all);
      await sql`update companies set payroll_day = 5 where id = ${companyId}`;
      await company.clock('2026-12-04');
      // Issues the tickets of December.
      await company.sync(all.slice(1));
      assert.ok(!(await selectCompaniesWithReadyMonth(sql)).includes(companyId), 'not before its day');
      await company.clock('2026-12-05');
      assert.ok((await selectCompaniesWithReadyMonth(sql)).includes(companyId));
      for (const told of [{ month: '2026-12' }, undefined])
        assert.deepEqual(await sql.begin((tx) => announceReadyMonth(tx, companyId)), told);
      assert.ok(!(await selectCompaniesWithReadyMonth(sql)).includes(companyId), 'once');
    },
    says: /Dezember 2026: bereit für die Lohnabrechnung[\s\S]*\/portal\/costs\?month=2026-12\n/,
  },
  'invalid-entries': {
    isUrgent: false,
    cause: async (company) => {
      const keep = async (syncId: string, employees: readonly object[]) => {
        const path = `/hr-integrations/${company.integrationId}/sync?onInvalid=keep`;
        const answer = await company.send(path, { syncId, employees });
        assert.equal(answer.statusCode, 204, answer.body);
        await company.work();
      };
      const wrong = [entry('A', { dateOfBirth: '2025-02-30' }), ...all.slice(1)];
      await company.sync(all);
      // A roster without invalid entries begins the count anew.
      for (const [at, employees] of [wrong, wrong, all, wrong, wrong].entries())
        await keep(`${at}`, employees);
      assert.deepEqual(await company.items(), []);
      await keep('last', wrong);
    },
    says: /1\s+fehlerhaften\s+Eintrag[\s\S]*\/portal\/integrations\/\d+\n/,
  },
};

const CONTACT = 'it@dienstleister.example';
const FOR_THE_CONTACT = [
  'sync-held',
  'sync-failed',
  'sync-refused',
  'integration-silent',
  'group-moves-held',
  'large-offboarding',
];

describe('each cause', () => {
  for (const [notice, { isUrgent, cause, says }] of Object.entries(CAUSES))
    it(`mails once to every admin who wants it, and to the technical contact if the export is meant: ${notice}`, async () => {
      const company = await newCompany();
      await company.set({ technicalContact: CONTACT });
      await cause(company);
      assert.deepEqual(await company.told(), (isUrgent ? urgent : unhurried)(company, notice));
      await letTimePass(sql, company.companyId, '2 days');
      const received = await sendAll(company);
      assert.deepEqual(
        received.flatMap(({ to }) => to).toSorted(),
        [
          company.atOnce.email,
          company.digest.email,
          ...(FOR_THE_CONTACT.includes(notice) ? [CONTACT] : []),
        ].toSorted(),
      );
      for (const { mail: got, to } of received) {
        if (to.includes(CONTACT)) assert.doesNotMatch(`${got.text} ${got.html}`, /\/portal/);
        else assert.match(got.text ?? '', says);
        assert(!/Ada|Lovelace|Grace|Hopper/.test(`${got.text} ${got.html}`));
      }
    });
});

describe('the digest', () => {
  const at = (company: Company, times: number) =>
    sql.begin(async (tx) => {
      for (let count = 0; count < times; count++)
        await mailUsers(tx, company.companyId, 'integration-silent', {
          integrationId: company.integrationId,
        });
    });
  const silence = async ({ companyId, integrationId, set }: Company) => {
    await set({ expectEvery: '24h' });
    await sql`update hr_integrations set connected_at = now() - interval '9 days' where id = ${integrationId}`;
    await sql.begin((tx) => watchIntegrations(tx, companyId));
  };
  const digests = async (company: Company) => (await company.mails()).filter(({ kind }) => kind === 'digest');

  it('comes at 7 on the wall clock of the company, once a day, and tells what repeats once', async () => {
    const company = await newCompany();
    await silence(company);
    await at(company, 3);
    assert.equal((await digests(company)).length, 1);
    const [due] = await sql`
      select to_char(m.due_at at time zone c.time_zone, 'HH24:MI') as time,
        m.due_at > now() and m.due_at <= now() + interval '25 hours' as soon
      from mails m join companies c on c.id = m.company_id
      where m.company_id = ${company.companyId} and m.kind = 'digest'`;
    assert.deepEqual({ ...due }, { time: '07:00', soon: true });
    await sql`delete from mails where company_id = ${company.companyId} and kind = 'notice'`;
    assert.deepEqual(await sendAll(company), []);
    await letTimePass(sql, company.companyId, '2 days');
    const [got, ...more] = await sendAll(company);
    assert.equal(more.length, 0);
    assert.deepEqual(got?.to, [company.digest.email]);
    assert.equal(got?.mail.subject, 'Ein Hinweis zu Ihren Jobtickets');
  });

  it('takes nothing more once it was claimed: the next one takes it', async () => {
    const company = await newCompany();
    await silence(company);
    await sql`
      update mails set state = 'sending', attempts = 1, claim_ends_at = now() + interval '5 minutes'
      where company_id = ${company.companyId} and kind = 'digest'`;
    await at(company, 1);
    assert.deepEqual(
      (await digests(company)).map(({ state }) => state),
      ['sending', 'queued'],
    );
    assert.equal((await company.items()).length, 2);
  });

  it('is dropped if everything was settled before', async () => {
    const company = await newCompany();
    await silence(company);
    await company.sync(all);
    await letTimePass(sql, company.companyId, '2 days');
    assert.deepEqual(await sendAll(company), []);
    for (const { state, reason } of await company.mails())
      assert.deepEqual([state, reason], ['dropped', 'It was settled before the mail was sent.']);
  });
});

describe('nobody is mailed', () => {
  const about = ({ integrationId }: Company) => ({ integrationId });

  it('if the transaction of the cause is rolled back', async () => {
    const company = await newCompany();
    await assert.rejects(
      sql.begin(async (tx) => {
        await mailUsers(tx, company.companyId, 'integration-silent', about(company));
        throw new Error('rolled back');
      }),
      /rolled back/,
    );
    assert.deepEqual([await company.mails(), await company.items()], [[], []]);
  });

  it('where mail is not set up', async () => {
    const company = await newCompany();
    await noteWayOfMail(sql, 'staging', undefined);
    await sql.begin((tx) => mailUsers(tx, company.companyId, 'integration-silent', about(company)));
    await noteWayOfMail(sql, 'staging', mail);
    assert.deepEqual([await company.mails(), await company.items()], [[], []]);
  });

  it('who was removed, has become a viewer or wants none any more when the mail is sent', async () => {
    const company = await newCompany();
    const { companyId, atOnce, digest } = company;
    const third = await createPortalUser(service, companyId);
    await CAUSES['sync-held']?.cause(company);
    await sql.begin((tx) => removeUser(tx, companyId, atOnce.id, OPERATOR));
    await sql.begin((tx) => setUserRole(tx, companyId, digest.id, OPERATOR, 'viewer'));
    await company.wish(third, 'none');
    await letTimePass(sql, companyId, '2 days');
    assert.deepEqual(await sendAll(company), []);
    assert.equal((await company.mails()).length, 3);
    for (const { state } of await company.mails()) assert.equal(state, 'dropped');
  });
});

it('viewers cannot choose mails', async () => {
  const { viewer } = await newCompany();
  const answer = await viewer.send('/notices', { method: 'PUT', body: { notices: 'digest' } });
  assert.equal(answer.statusCode, 403);
});
