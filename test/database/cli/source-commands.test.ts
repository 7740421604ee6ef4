import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { waitForPull } from '../../../src/cli/sources/pull-now.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { claimPulls, settlePull } from '../../../src/rosters/pull/pulls-sql.ts';
import { triggerPull } from '../../../src/rosters/pull/trigger-pull.ts';
import { hideTenth, makeCompany } from '../../hr-systems/people.ts';
import { type HrSystemServer, startHrSystem } from '../../hr-systems/serve.ts';
import type { VendorName } from '../../hr-systems/vendors.ts';
import { commandLineOn } from '../support/command-line.ts';
import { TODAY } from '../support/people.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';
import { stopJustBefore } from '../support/test-database.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });
const { run: transit } = commandLineOn(service.database, { PULL_ALLOW_LOOPBACK: '1' });
const folder = await mkdtemp(join(tmpdir(), 'source-commands-'));
after(() => rm(folder, { recursive: true }));

async function start(system: VendorName): Promise<HrSystemServer> {
  const server = await startHrSystem(system, { company: makeCompany({ people: 30, today: TODAY }) });
  stopJustBefore(service.database, () => server.close());
  return server;
}

async function newIntegration(): Promise<string> {
  const { companyId } = await createSyncingCompany(service);
  const of = ['--company', String(companyId), '--name', 'HR', '--type', 'hr-integration'];
  const { stdout } = await transit('integrations', 'create', ...of);
  return /^Integration (\d+) created/.exec(stdout)?.[1] ?? '';
}

/** The arguments that connect the server. */
async function connecting({ url, credentials }: HrSystemServer): Promise<string[]> {
  await writeFile(join(folder, 'secret'), credentials['clientSecret'] ?? credentials['secret'] ?? '');
  return credentials['clientId']
    ? [
        '--system',
        'personio',
        '--value',
        `clientId=${credentials['clientId']}`,
        '--value',
        `baseUrl=${url}`,
      ].concat('--secret-file', `clientSecret=${join(folder, 'secret')}`)
    : ['--system', 'https-file', '--value', `address=${credentials['address']}`, '--value', 'access=basic']
        .concat('--value', `username=${credentials['username']}`)
        .concat('--secret-file', `secret=${join(folder, 'secret')}`);
}

test('what is invalid in a fetched roster is said with its entry, field and reason; a trigger waits for the result', async () => {
  const server = await start('personio');
  const person = server.company.people[4];
  if (person) person.dateOfBirth = '1990-02-30';
  const id = await newIntegration();
  const args = await connecting(server);
  const wrong = /^ {4}entry 3 \(number 1005\): dateOfBirth must be a day that exists/m;
  const preview = await transit('integrations', 'connect', id, ...args, '--preview');
  assert.match(preview.stdout, /^Preview of \d+ entries: .*\n {2}invalid {6}1$/m);
  assert.match(preview.stdout, wrong);
  const connected = await transit('integrations', 'connect', id, ...args);
  assert.match(connected.stdout, /^The credentials see 30 people and/m);
  const triggered = await transit('integrations', 'trigger', id, '--wait');
  assert.equal(triggered.code, 0, triggered.stderr);
  assert.match(triggered.stdout, /^Sync pull-\S+: succeeded$/m);
  assert.match(triggered.stdout, wrong);
  const [, syncId = ''] = /^Sync (pull-\S+):/m.exec(triggered.stdout) ?? [];
  const shown = await transit('syncs', 'show', syncId, '--integration', id);
  assert.match(shown.stdout, wrong);
  server.faults.set('forbidden');
  const failed = await transit('integrations', 'trigger', id, '--wait');
  assert.equal(failed.code, 4);
  assert.match(failed.stdout, /failed, and nobody was changed: source-unauthorised/);
});

test('a trigger whose roster is held says how to see the people and decide', async () => {
  const server = await start('personio');
  const id = await newIntegration();
  await transit('integrations', 'connect', id, ...(await connecting(server)));
  const first = await transit('integrations', 'trigger', id, '--wait');
  assert.equal(first.code, 0, first.stdout);
  assert.doesNotMatch(first.stdout, /how to decide/);
  hideTenth(server.company);
  const { code, stdout } = await transit('integrations', 'trigger', id, '--wait');
  assert.equal(code, 3, stdout);
  const [, command = ''] = /^Who it is, and how to decide: transit (syncs show .*)$/m.exec(stdout) ?? [];
  assert.match((await transit(...command.split(' '))).stdout, /^To keep them: +transit syncs discard /m);
});

test('a file has people; a value that no system has is refused with those that there are', async () => {
  const server = await start('https-file');
  const id = await newIntegration();
  const connected = await transit('integrations', 'connect', id, ...(await connecting(server)));
  assert.match(connected.stdout, /^The file has \d+ people and/m);
  const tested = await transit('integrations', 'test', id);
  assert.match(tested.stdout, /^The file has \d+ people and/m);
  const personio = await connecting(await start('personio'));
  const unknown = await transit('integrations', 'connect', id, ...personio, '--value', 'host2=a');
  assert.match(unknown.stderr, /host2 is no value of this system; it has clientId, .*baseUrl/);
  const { run: withoutLoopback } = commandLineOn(service.database);
  const refused = await withoutLoopback('integrations', 'connect', id, ...personio);
  assert.match(refused.stderr, /baseUrl is only accepted with PULL_ALLOW_LOOPBACK=1/);
  const help = await transit('integrations', 'connect', '--help');
  assert.match(help.stdout, /The value baseUrl names such a server/);
});

async function waiting() {
  const company = await createPullingCompany(service, 'personio');
  const { companyId, integrationId, sources, sql } = company;
  const integration = { companyId, integrationId, actor: OPERATOR };
  const asked = { ...integration, purpose: 'roster' as const, keyId: null, userId: null };
  const syncId = await sql.begin((tx) => triggerPull(tx, asked));
  const database = { ...service.database, applied: [] };
  return {
    company,
    sql,
    companyId,
    wait: { database, config: service.config, sources, integration, syncId },
  };
}

const FAILURE = { code: 'source-throttled', detail: 'by the service', field: undefined, right: undefined };

test('a command that waits leaves the pull to a service', async () => {
  const { sql, companyId, wait } = await waiting();
  const done = waitForPull({ ...wait, graceMs: 60_000 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [claimed] = await claimPulls(sql, companyId, 1);
  assert.ok(claimed, 'the command has not claimed it');
  await sql.begin((tx) => settlePull(tx, claimed, { status: 'failed', failure: FAILURE }));
  assert.equal((await done).detail, 'by the service');
});

test('a command whose pull is taken over goes on to wait', async () => {
  const { company, sql, companyId, wait } = await waiting();
  company.server.faults.set('throttled-seconds');
  wait.sources.pause = async () => {
    await sql`
      update roster_pulls set attempts = attempts + 1, claimed_until = now() + interval '1 hour'
      where company_id = ${companyId} and finished_at is null`;
    setTimeout(async () => {
      await sql`
        update roster_pulls set status = 'failed', finished_at = now(), claimed_until = null, code = 'source-throttled',
          detail = 'by the service'
        where company_id = ${companyId} and finished_at is null`;
    }, 1_000);
  };
  assert.equal((await waitForPull({ ...wait, graceMs: 0 })).detail, 'by the service');
});
