import assert from 'node:assert/strict';
import { it } from 'node:test';
import { checkCluster } from '../../src/cli/doctor/cluster-check.ts';
import { createCompany } from '../../src/company/companies/create-company.ts';
import { listTenants } from '../../src/company/companies/tenants.ts';
import { OPERATOR } from '../../src/domain/audit/record-change.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { Cluster } from './cluster.ts';

const cluster = Cluster.fromEnvironment();

it('a company gets a shard of its own, the list says so, and the doctor names what is wrong with a server', async (t) => {
  const name = `operating_${process.pid}`;
  await cluster.createDatabase(name);
  const { sql, close } = connect(cluster.url(name));
  t.after(close);
  await migrate(sql);

  const { id } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  const other = await createCompany(sql, OPERATOR, { name: 'Musterwerke GmbH' });
  const alone = async () =>
    (await listTenants(sql, { days: 7, sort: 'people' }))
      .filter(({ place }) => place?.isAlone)
      .map((tenant) => tenant.id);
  assert.deepEqual(await alone(), []);
  // As in docs/scaling.md.
  await sql`select isolate_tenant_to_new_shard('companies', ${id}::bigint, 'CASCADE', 'block_writes')`;
  assert.deepEqual(await alone(), [id]);
  const found = await sql<{ id: number }[]>`select id from companies order by id`;
  assert.deepEqual(
    found.map((company) => company.id),
    [id, other.id],
  );

  const states = async () => (await checkCluster(sql)).map(({ status, message }) => `${status} ${message}`);
  const [fine = '', ...more] = await states();
  assert.match(fine, /^ok All 3 servers/);
  assert.deepEqual(more, []);
  const [coordinator] = await sql<{ host: string; port: number }[]>`
    select nodename as host, nodeport as port from pg_dist_node where groupid = 0`;
  assert(coordinator);
  const { host, port } = coordinator;
  await sql`select citus_set_node_property(${host}, ${port}, 'shouldhaveshards', true)`;
  assert.match((await states())[0] ?? '', /^warning The coordinator .* may hold shards/);
  await sql`select citus_drain_node(${host}, ${port})`;
  assert.match((await states())[0] ?? '', /^ok/);

  const [worker = 0] = cluster.workerPorts;
  await cluster.kill(worker);
  try {
    assert.match((await states())[0] ?? '', new RegExp(`^problem .*:${worker} of the cluster's 3 servers`));
  } finally {
    await cluster.start(worker);
  }
  assert.match((await states())[0] ?? '', /^ok/);
});
