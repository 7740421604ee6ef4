import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../pure/support/until.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { startTestSender, testWebhooks, WebhookCompany } from './webhooks.ts';

const database = await createTestDatabase();
const { sql } = database;

test('a delivery that could not be noted is sent again, so that the log lacks none', async () => {
  const webhooks = testWebhooks();
  const company = await WebhookCompany.create(sql, webhooks);
  await sql.unsafe(`
    create function refuse_note() returns trigger language plpgsql as
      $$ begin raise exception 'the database is down'; end $$`);
  await sql.unsafe(`
    create trigger refuse_note before insert on webhook_deliveries for each row
      when (new.event_number = 2) execute function refuse_note()`);
  company.receiver.answer = async ({ event }) => {
    // The sender learns that the note of the second event has failed while the third is on its way. If not, the test shows nothing.
    if (event.id === 3) await sleep(50);
    return 204;
  };
  await company.emit(5);
  const sender = startTestSender(database, webhooks);
  await until('the note has failed', () => sender.errors.length > 0);
  await sql`drop trigger refuse_note on webhook_deliveries`;
  await company.untilDelivered();
  const noted = (await company.deliveries()).map(({ eventNumber }) => eventNumber);
  assert.deepEqual(noted, [1, 2, 3, 4, 5]);
});
