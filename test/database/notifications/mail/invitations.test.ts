import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPortalCompany, createPortalUser } from '../../portal/portal.ts';
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
