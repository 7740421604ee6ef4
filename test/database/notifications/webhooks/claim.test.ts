import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimEndpoints, releaseEndpoint } from '../../../../src/notifications/webhooks/sender-sql.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { testWebhooks, WebhookCompany } from './webhooks.ts';

const { sql } = await createTestDatabase();
const webhooks = testWebhooks();

const claim = (companyId: number) => claimEndpoints(sql, companyId, { isSlow: true, max: 1 });

/** What may become of an endpoint between the look for due endpoints and the claim. */
const CHANGES = {
  'an admin has switched it off': `switched_off_at = now()`,
  'it has been disabled, because it failed for days or answered 410': `disabled_at = now(), disabled_because = 'failing'`,
  'its last attempt has failed, and the pause is not over': `next_attempt_at = now() + interval '5 seconds'`,
  'another sender has claimed it': `claim = '00000000-0000-4000-8000-000000000001', claimed_until = now() + interval '5 seconds'`,
};

for (const [what, change] of Object.entries(CHANGES))
  test(`an endpoint is not claimed if ${what}`, async () => {
    const company = await WebhookCompany.create(sql, webhooks);
    const { companyId, id } = company;
    await company.emit(1);
    const [claimed] = await claim(companyId);
    assert(claimed?.id === id, 'as it was it could be claimed');
    await releaseEndpoint(sql, claimed);
    await sql.unsafe(`update webhook_endpoints set ${change} where company_id = ${companyId} and id = ${id}`);
    assert.deepEqual(await claim(companyId), []);
  });
