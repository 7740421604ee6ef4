import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createKey } from '../../../src/company/api-keys/create-key.ts';
import { PERMISSIONS } from '../../../src/company/api-keys/permissions.ts';
import { revokeKey } from '../../../src/company/api-keys/revoke-key.ts';
import { rotateKey } from '../../../src/company/api-keys/rotate-key.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { readEvents } from '../../../src/domain/events/read-events.ts';
import { KeyRefusals } from '../../../src/http/receive/key-refusals.ts';
import { MAX_KEPT_REFUSALS } from '../../../src/rosters/runs/record-attempt.ts';
import { until } from '../../pure/support/until.ts';
import { basic, createTestService } from '../support/service.ts';
import { createSyncingCompany, entry } from '../support/syncing-company.ts';

const service = await createTestService();
const { sql } = service.database;

type KeySettings = Partial<Parameters<typeof createKey>[3]>;

interface ShownAttempt {
  status: number;
  code: string;
  detail: string | null;
  count: number;
  sender: { id: number };
}

const fail = (error: unknown) => assert.fail(String(error));

async function createCompany() {
  const company = await createSyncingCompany(service);
  const { companyId, integrationId } = company;
  const newKey = (settings: KeySettings = {}) =>
    createKey(sql, companyId, OPERATOR, {
      environment: 'staging',
      name: 'Nightly',
      permissions: PERMISSIONS,
      ...settings,
    });
  const attempts = async (of = integrationId): Promise<ShownAttempt[]> =>
    (await company.get(`/hr-integrations/${of}/attempts?perPage=100`)).json().data.data;
  const send = (key: { username: string; password: string }, to = integrationId, action = 'sync') =>
    company.send(`/hr-integrations/${to}/${action}`, '{', { authorization: basic(key) });
  /** Key refusals are written after the answer. */
  const written = (count: number, of = integrationId) =>
    until(`${count} attempts are written`, async () => (await attempts(of)).length === count);
  return { ...company, newKey, attempts, sendAs: send, written };
}

describe('a roster of a key of the company that may not be used is an attempt', () => {
  const refusals: [
    string,
    (
      company: Awaited<ReturnType<typeof createCompany>>,
    ) => Promise<{ id: number } & Parameters<typeof basic>[0]>,
    [answer: [number, string], attempt: [string, string]],
  ][] = [
    [
      'that lacks a permission',
      ({ newKey }) => newKey({ permissions: ['view-employees', 'add-employees', 'update-employees'] }),
      [
        [403, 'missing-permission'],
        ['missing-permission', 'This key lacks remove-employees.'],
      ],
    ],
    [
      'that is used from another address',
      ({ newKey }) => newKey({ allowFrom: ['203.0.113.7'] }),
      [
        [403, 'address-not-allowed'],
        ['address-not-allowed', 'This key may not be used from 127.0.0.1.'],
      ],
    ],
    [
      'that has expired',
      ({ newKey }) => newKey({ expiresAt: new Date(Date.now() - 1000) }),
      [
        [401, 'invalid-credentials'],
        ['key-expired', 'The key has expired.'],
      ],
    ],
    [
      'that was revoked',
      async ({ newKey, companyId }) => {
        const key = await newKey();
        await sql.begin((tx) => revokeKey(tx, companyId, key.id, OPERATOR));
        return key;
      },
      [
        [401, 'invalid-credentials'],
        ['key-revoked', 'The key was revoked.'],
      ],
    ],
    [
      'whose password was replaced',
      async ({ newKey, companyId }) => {
        const key = await newKey();
        await sql.begin((tx) => rotateKey(tx, companyId, key.id, OPERATOR, 0));
        return key;
      },
      [
        [401, 'invalid-credentials'],
        ['password-replaced', 'The password of the key was replaced, and the old one is no longer valid.'],
      ],
    ],
  ];
  for (const [what, createEnded, [answer, attempt]] of refusals)
    it(what, async () => {
      const company = await createCompany();
      const key = await createEnded(company);
      const refused = await company.sendAs(key);
      assert.deepEqual([refused.statusCode, refused.json().code], answer);
      await company.written(1);
      const [{ status, code, detail, count, sender } = assert.fail()] = await company.attempts();
      assert.deepEqual([status, code, detail, count, sender.id], [answer[0], ...attempt, 1, key.id]);
      const { events } = await readEvents(sql, company.companyId, { after: 0, perPage: 100 });
      assert.deepEqual(
        events.map(({ type, data }) => [type, data['code']]),
        [['sync.refused', attempt[0]]],
      );
    });

  it('and the answer to an ended key is that to a wrong password', async () => {
    const { newKey, sendAs } = await createCompany();
    const key = await newKey({ expiresAt: new Date(Date.now() - 1000) });
    const [ended, wrong] = [await sendAs(key), await sendAs({ ...key, password: `${key.password}x` })];
    const { requestId: _, instance: __, ...body } = ended.json();
    assert.partialDeepStrictEqual(wrong.json(), body);
  });
});

it('a wrong password, another company, another scope and a preview are no attempts', async () => {
  const [company, other] = [await createCompany(), await createCompany()];
  const second = await company.newIntegration('Temps');
  const ended = { expiresAt: new Date(Date.now() - 1000) };
  const key = await company.newKey(ended);
  const restricted = await company.newKey({ ...ended, integrationIds: [company.integrationId] });
  await company.sendAs({ ...key, password: `${key.password}x` });
  await company.sendAs(key, other.integrationId);
  await company.sendAs(restricted, second);
  await company.sendAs(key, company.integrationId, 'sync/preview');
  // They are written one after the other: once this one is there, the others would be too.
  await company.sendAs(key);
  await company.written(1);
  assert.deepEqual(await company.attempts(second), []);
  assert.deepEqual(await other.attempts(), []);
});

it('equal refusals of a key share one attempt, also if another key takes turns with it, whatever the address', async () => {
  const { companyId, integrationId, newKey, attempts } = await createCompany();
  const [one, two] = [await newKey(), await newKey()];
  const refusals = new KeyRefusals(sql, fail);
  for (let round = 0; round < 30; round++)
    for (const { id } of [one, two])
      refusals.add({
        companyId,
        integrationId,
        keyId: id,
        requestId: `request-${round}`,
        status: 403,
        code: 'address-not-allowed',
        detail: `This key may not be used from 203.0.113.${round}.`,
      });
  await refusals.close();
  assert.deepEqual(
    (await attempts()).map(({ sender, count, detail }) => [sender.id, count, detail]),
    [two, one].map(({ id }) => [id, 30, 'This key may not be used from 203.0.113.29.']),
  );
  const { events } = await readEvents(sql, companyId, { after: 0, perPage: 100 });
  assert.equal(events.length, 2);
});

it('refusals of keys have a quota of their own, and a node writes at most 100 different ones at once', async () => {
  const company = await createCompany();
  const { companyId, integrationId, key } = company;
  await company.send(`/hr-integrations/${integrationId}/sync`, '{');
  const refusals = new KeyRefusals(sql, fail);
  for (let place = 1; place <= 150; place++)
    refusals.add({
      companyId,
      integrationId,
      keyId: key.id,
      requestId: 'request',
      status: 403,
      code: `code-${place}`,
      detail: null,
    });
  await refusals.close();
  const shown = await company.attempts();
  assert.deepEqual(
    shown.map(({ code }) => code),
    [...Array.from({ length: MAX_KEPT_REFUSALS }, (_, index) => `code-${100 - index}`), 'malformed-request'],
  );
});

it('a key that may not be used does not end the row of equal refusals of another one', async () => {
  const company = await createCompany();
  const ended = await company.newKey({ expiresAt: new Date(Date.now() - 1000) });
  const broken = () => company.send(`/hr-integrations/${company.integrationId}/sync`, '{');
  await broken();
  await company.sendAs(ended);
  await company.written(2);
  await broken();
  assert.deepEqual(
    (await company.attempts()).map(({ code, count }) => [code, count]),
    [
      ['key-expired', 1],
      ['malformed-request', 2],
    ],
  );
});

it('a refusal after an accepted roster is told again within the hour', async () => {
  const company = await createCompany();
  const { companyId, integrationId, submit } = company;
  const broken = () => company.send(`/hr-integrations/${integrationId}/sync`, '{');
  const told = async () => {
    const { events } = await readEvents(sql, companyId, { after: 0, perPage: 100 });
    return events.filter(({ type }) => type === 'sync.refused').length;
  };
  await broken();
  await broken();
  assert.equal(await told(), 1);
  assert.equal((await submit([entry('A')])).statusCode, 204);
  await broken();
  await broken();
  assert.equal(await told(), 2);
});
