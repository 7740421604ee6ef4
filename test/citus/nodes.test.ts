import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createUser } from '../../src/accounts/create-user.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { rosterBody, runsOf, untilAllRunsFinished } from '../database/support/rosters.ts';
import { entry } from '../database/support/syncing-company.ts';
import { CrashClient } from '../process/kills/rosters/client.ts';
import { verify, verifyNothingLeftBehind } from '../process/kills/rosters/verify.ts';
import { addSyncingCompany, sendRoster } from '../process/support/syncing.ts';
import { Cluster, companiesOnEach } from './cluster.ts';
import { clusterWorld } from './cluster-world.ts';

const cluster = Cluster.fromEnvironment();
const world = await clusterWorld();
const { sql } = world;
await world.revive();
const [one = '', two = ''] = world.urls();

it('rosters sent to two nodes are applied once each, in their order', async () => {
  const clients = new Map<number, CrashClient>();
  await companiesOnEach(sql, cluster.workerPorts, 2, async () => {
    const client = new CrashClient(await addSyncingCompany(sql), clients.size === 0);
    clients.set(client.company.companyId, client);
    return client.company.companyId;
  });
  const all = [...clients.values()];
  const sendAll = async (client: CrashClient) => {
    for (let count = 0; count < 4; count++)
      await client.sendNext(world.urls, { mayGiveUp: false, onSending: () => {} });
  };
  await Promise.all(all.map(sendAll));
  await untilAllRunsFinished(
    sql,
    all.map(({ company }) => company),
  );
  for (const client of all) {
    assert.equal(client.accepted.size, 4);
    await verify(sql, client);
  }
  await verifyNothingLeftBehind(sql);
});

it('a roster sent to both nodes at the same moment is one run', async () => {
  const company = await addSyncingCompany(sql);
  for (let count = 1; count <= 5; count++) {
    const body = rosterBody(`twice-${count}`, [entry('A', { lastName: `Number${count}` })]);
    const answers = await Promise.all([one, two].map((url) => sendRoster({ url }, company, body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204],
    );
  }
  await untilAllRunsFinished(sql, [company]);
  const runs = await runsOf(sql, company);
  assert.deepEqual(
    runs.map(({ syncId, status, attempts, changes }) => ({ syncId, status, attempts, changes })),
    [1, 2, 3, 4, 5].map((count) => ({
      syncId: `twice-${count}`,
      status: 'succeeded',
      attempts: 1,
      changes: 1,
    })),
  );
});

it('who signs in on one node is signed in on the other, and signed out on both', async () => {
  const { companyId } = await addSyncingCompany(sql);
  const user = { email: 'ada@example.com', password: 'correct horse battery staple' };
  await createUser(sql, companyId, OPERATOR, { ...user, role: 'admin' });
  const ask = (url: string, method: string, more: { cookie?: string; body?: object } = {}) =>
    fetch(`${url}/portal/api/session`, {
      method,
      headers: {
        origin: url,
        ...(more.body && { 'content-type': 'application/json' }),
        ...(more.cookie && { cookie: more.cookie }),
      },
      ...(more.body && { body: JSON.stringify(more.body) }),
    });
  const signedIn = await ask(one, 'POST', { body: user });
  assert.equal(signedIn.status, 200, await signedIn.text());
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
  for (const url of [one, two]) assert.equal((await ask(url, 'GET', { cookie })).status, 200, url);
  assert.equal((await ask(two, 'DELETE', { cookie })).status, 204);
  for (const url of [one, two]) assert.equal((await ask(url, 'GET', { cookie })).status, 401, url);
});
