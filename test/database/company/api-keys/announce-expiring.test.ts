import assert from 'node:assert/strict';
import { test } from 'node:test';
import { revokeKey } from '../../../../src/company/api-keys/revoke-key.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectEvents } from '../../../../src/domain/events/events-sql.ts';
import { numberEvents } from '../../../../src/domain/events/number-events.ts';
import { JOBS } from '../../../../src/jobs/jobs.ts';
import { ask, createPortalUser } from '../../portal/portal.ts';
import { createTestCompany, createTestService } from '../../support/service.ts';

const service = await createTestService();
const { sql } = service.database;

const log = { info: () => {}, error: (values: object) => assert.fail(JSON.stringify(values)) };
const tick = () => JOBS['announce-expiring-keys']({ sql, log, signal: new AbortController().signal });

/** A key that was made so many days ago and expires in so many days. */
async function companyWithKey(madeAgo: number, expiresIn: number | null) {
  const { company, key } = await createTestCompany(service);
  await sql`
    update api_keys set created_at = now() - make_interval(days => ${madeAgo}),
      expires_at = now() + make_interval(hours => ${expiresIn && expiresIn * 24}) where id = ${key.id}`;
  const told = async () => {
    await tick();
    await numberEvents(sql, company.id);
    return (await selectEvents(sql, company.id, { after: 0, limit: 100 })).filter(
      ({ type }) => type === 'key.expiring',
    );
  };
  return { companyId: company.id, key, told };
}

test('a key is told once, 14 days before it expires', async () => {
  const { key, companyId, told } = await companyWithKey(365, 15);
  assert.deepEqual(await told(), []);
  await sql`update api_keys set expires_at = now() + interval '13 days' where id = ${key.id}`;
  const [event, ...others] = await told();
  assert.deepEqual(others, []);
  assert.equal(event?.data['apiKeyId'], key.id);
  assert.ok(Date.parse(String(event?.data['expiresAt'])) > Date.now() + 12 * 86_400_000);
  assert.equal((await told()).length, 1);

  const user = await createPortalUser(service, companyId);
  const { data } = (await ask(service, '/overview', { token: user.token })).json();
  assert.deepEqual(
    data.attention.expiringKeys.map(({ id }: { id: number }) => id),
    [key.id],
  );
  assert.equal((await ask(service, '/attention', { token: user.token })).json().data.keys, 1);
});

test('a key for a short time is told when half of its time is over', async () => {
  const early = await companyWithKey(1, 9);
  assert.deepEqual(await early.told(), []);
  const late = await companyWithKey(6, 4);
  assert.equal((await late.told()).length, 1);
});

test('the overview shows a key that expired while it was in use, and no other expired key', async () => {
  const { key, companyId } = await companyWithKey(400, -1);
  const user = await createPortalUser(service, companyId);
  const shown = async () => {
    const { data } = (await ask(service, '/overview', { token: user.token })).json();
    return data.attention.expiringKeys.map(({ id }: { id: number }) => id);
  };
  const usedDaysAgo = (days: number) =>
    sql`update api_keys set last_used_at = now() - make_interval(days => ${days}) where id = ${key.id}`;
  assert.deepEqual(await shown(), []);
  await usedDaysAgo(2);
  assert.deepEqual(await shown(), [key.id]);
  await usedDaysAgo(30);
  assert.deepEqual(await shown(), []);
  await usedDaysAgo(16);
  await sql`update api_keys set expires_at = now() - interval '15 days' where id = ${key.id}`;
  assert.deepEqual(await shown(), []);
});

test('keys without an end, and keys that have ended, are not told', async () => {
  const endless = await companyWithKey(400, null);
  assert.deepEqual(await endless.told(), []);
  const expired = await companyWithKey(400, -1);
  assert.deepEqual(await expired.told(), []);
  const revoked = await companyWithKey(400, 3);
  await sql.begin((tx) => revokeKey(tx, revoked.companyId, revoked.key.id, OPERATOR));
  assert.deepEqual(await revoked.told(), []);
});
