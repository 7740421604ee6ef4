import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectMailServer } from '../../../src/notifications/mail/smtp.ts';
import { newCompany, queueInvitation, readMail, senderOn } from '../../database/notifications/mail/mails.ts';
import { startMailServer } from '../../database/support/mail-server.ts';
import { until } from '../../pure/support/until.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { lookInto } from '../support/syncing.ts';

test('a mail that was accepted while the database restarts is sent once, and settled when the database is back', async () => {
  const postgres = await startPostgres();
  const { sql } = lookInto(postgres.target);
  const companyId = await newCompany(sql);
  const id = await queueInvitation(sql, companyId, 'neu@example.com');
  const server = await startMailServer({
    onMessage: async () => {
      await postgres.stopAtOnce();
      return undefined;
    },
  });
  const sender = senderOn(sql, connectMailServer(server.settings(), { certificates: server.certificate }));
  after(() => sender.stop(0));
  sender.start();
  await until('the mail is accepted', () => server.received.length > 0);
  await postgres.start();
  await until('the mail is settled', async () => (await readMail(sql, companyId, id)).state === 'sent');
  assert.equal((await readMail(sql, companyId, id)).attempts, 1);
  assert.equal(server.received.length, 1);
});
