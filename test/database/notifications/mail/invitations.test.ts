import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestReset } from '../../../../src/accounts/request-reset.ts';
import { createMailTokens } from '../../../../src/domain/mail-queue/mail-tokens.ts';
import { until } from '../../../pure/support/until.ts';
import { ask, createPortalCompany, createPortalUser } from '../../portal/portal.ts';
import { assertProblem } from '../../support/problem.ts';
import { createTestService, type TestService } from '../../support/service.ts';

const SMTP = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'tickets@example.com' };
const withServer = await createTestService(SMTP);
const withOutbox = await createTestService();
const without = await createTestService({ TRANSIT_ENV: 'production' });

const CASES: [name: string, service: TestService, mail: string | null, showsLink: boolean][] = [
  ['with a mail server the link is in the mail only', withServer, 'smtp', false],
  ['with the outbox the link is in the mail and in the answer', withOutbox, 'outbox', true],
  ['without mail the link is in the answer, and nothing is queued', without, null, true],
];

for (const [name, service, mail, showsLink] of CASES)
  test(`invitations and resets: ${name}`, async () => {
    const { company, admin } = await createPortalCompany(service);
    const colleague = await createPortalUser(service, company.id, 'viewer');
    const invited = await admin.send('/invitations', {
      method: 'POST',
      body: { email: 'neu@example.com', role: 'viewer' },
    });
    const reset = await admin.send(`/users/${colleague.id}/reset`, { method: 'POST' });
    for (const answer of [invited, reset]) {
      assert.equal(answer.statusCode, 201, answer.body);
      const { data } = answer.json();
      assert.equal(data.mail, mail);
      assert.equal(data.link !== null, showsLink);
    }
    const queued = await service.database.sql`
      select kind, user_id, address, sealed is not null as "isSealed" from mails
      where company_id = ${company.id} order by id`;
    const expected = [
      { kind: 'invitation', user_id: null, address: 'neu@example.com', isSealed: true },
      { kind: 'password-reset', user_id: colleague.id, address: null, isSealed: true },
    ];
    assert.deepEqual([...queued], mail ? expected : []);
    assert.equal((await admin.send('/session')).json().data.mail, mail);
    // The outbox exists only where mail is kept.
    assert.equal((await admin.send('/outbox')).statusCode, mail === 'outbox' ? 200 : 404);
  });

test('somebody who forgot the password asks for a link: the answer is the same for everybody, and mails are bounded', async () => {
  const service = withServer;
  const { company, admin } = await createPortalCompany(service);
  const { id: otherId } = (await createPortalCompany(service)).company;
  const namesake = await createPortalUser(service, otherId, 'hr');
  await service.database
    .sql`update portal_users set email = ${admin.email} where company_id = ${otherId} and id = ${namesake.id}`;
  const request = (email: string) => ask(service, '/password-reset', { method: 'POST', body: { email } });
  const queued = async () =>
    (
      await service.database.sql<{ userId: number }[]>`
        select user_id as "userId" from mails
        where kind = 'password-reset' and company_id = any(${[company.id, otherId]}) order by user_id`
    ).map(({ userId }) => userId);
  const answers = [
    await request('nobody@example.com'),
    await request(admin.email.toUpperCase()),
    ...[await request(admin.email), await request(admin.email), await request(admin.email)],
  ];
  for (const answer of answers) assert.deepEqual([answer.statusCode, answer.body], [202, answers[0]?.body]);
  // Three a day to each user.
  await until('the mails are queued', async () => (await queued()).length === 6);
  assert.deepEqual(
    await queued(),
    [admin.id, admin.id, admin.id, namesake.id, namesake.id, namesake.id].sort(),
  );
  assertProblem(
    await ask(without, '/password-reset', { method: 'POST', body: { email: admin.email } }),
    503,
    'mail-not-configured',
  );
});

test('users who sign in through the provider only get no link', async () => {
  const service = withServer;
  const { sql } = service.database;
  const { company, admin } = await createPortalCompany(service);
  await sql`
    insert into identity_providers (company_id, issuer, client_id, client_secret, only_way_in, link)
    values (${company.id}, 'https://login.example.com', 'portal', 'sealed', true, ${'x'.repeat(22)})`;
  await requestReset(sql, admin.email, createMailTokens(service.secretKeys));
  assert.equal((await sql`select from mails where company_id = ${company.id}`).length, 0);
});
