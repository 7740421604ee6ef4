import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { writeXlsx } from 'hucre/xlsx';
import { Webhook } from 'standardwebhooks';
import { emit } from '../../../src/domain/events/emit.ts';
import { createDemoDatabase } from '../../database/support/demo.ts';
import { createTestService } from '../../database/support/service.ts';
import { createSyncingCompany } from '../../database/support/syncing-company.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { until } from '../../pure/support/until.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const README = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
const GUIDE = readFileSync(join(ROOT, 'docs/guides/nightly-sync.md'), 'utf8');
const SECRET = `whsec_${Buffer.from('a secret of twenty-four.').toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'transit-client-'));
after(() => rmSync(folder, { recursive: true }));
const project = join(folder, 'project');

/** The scripts of the README by their names, which are in their first lines. */
const scripts = new Map(
  [...README.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
);

const { database, demo } = await createDemoDatabase();
const service = await createTestService({}, database);
const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
const company = await createSyncingCompany(service);
await company.sql.begin((tx) => emit(tx, company.companyId, 'employee.added', [{ employeeId: 1 }]));

/** The pinned Node, and the system's if that is another one the client supports. */
const NODES = new Map([[process.version, process.execPath]]);

before(async () => {
  const system = { env: { PATH: '/usr/local/bin:/usr/bin:/bin' } };
  const found = await run('/bin/sh', ['-c', 'command -v node && node --version'], system).catch(() => null);
  const [path = '', version = ''] = found?.stdout.trim().split('\n') ?? [];
  if (/^v[2-9]\d\./.test(version)) NODES.set(version, path);

  // Packed from a copy: the build of the package is not left in the checkout.
  const checkout = join(folder, 'transit-ticket-service');
  mkdirSync(checkout);
  for (const part of [
    'client',
    'roster-files',
    'route-types',
    'src',
    'texts',
    'web/src',
    'package.json',
    'tsconfig.json',
    'LICENSE',
  ])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  rmSync(join(checkout, 'client/src/api.ts'), { force: true });
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name": "hr-job", "type": "commonjs", "private": true}');
  const [, commands = ''] = /^## Install[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(README) ?? [];
  const offline = commands.replaceAll('./transit-ticket-service', '../transit-ticket-service');
  assert.match(offline, /^npm pack .*\nnpm install .*\nnpm pkg set type=module .*\n$/);
  await run('/bin/sh', ['-ec', offline], {
    cwd: project,
    env: { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') },
  });
  for (const [name, text] of scripts) writeFileSync(join(project, name), text);
});

function environment(key: { username: string; password: string } = company.key) {
  return {
    PATH: process.env['PATH'],
    TRANSIT_URL: url,
    TRANSIT_USERNAME: key.username,
    TRANSIT_PASSWORD: key.password,
    TRANSIT_INTEGRATION: String(company.integrationId),
  };
}

/** Runs a script of the README while a worker applies rosters. */
async function runScript(
  node: string,
  name: string,
  env: NodeJS.ProcessEnv = environment(),
): Promise<string> {
  const { stdout, stderr } = await whileWorking(run(node, [name], { cwd: project, env }));
  assert.equal(stderr, '');
  return stdout;
}

/** Applies rosters until the program has ended. */
async function whileWorking<Result>(program: Promise<Result>): Promise<Result> {
  const state = { isOver: false };
  const running = program.finally(() => {
    state.isOver = true;
  });
  while (!state.isOver) {
    await company.work();
    await Promise.race([running.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  return await running;
}

describe('the packed client', () => {
  it('contains only what its user needs, and depends on nothing', () => {
    const installed = join(project, 'node_modules/transit-ticket-client');
    const { dependencies, version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    assert.equal(dependencies, undefined);
    assert.equal(version, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
    assert(
      GUIDE.includes(`npm install ./transit-ticket-client-${version}.tgz`),
      'the guide names the packed file',
    );
    assert.match(readFileSync(join(installed, 'dist/LICENSE'), 'utf8'), /Apache License/);
    assert.match(readFileSync(join(installed, 'dist/index.js'), 'utf8'), /TransitClient/);
    assert.match(readFileSync(join(installed, 'README.md'), 'utf8'), /submitRoster/);
    // It has no code of others.
    assert.doesNotMatch(readFileSync(join(installed, 'dist/LICENSES.md'), 'utf8'), /^## /m);
    assert.deepEqual(
      readdirSync(join(installed, 'dist')).filter((name) => !/\.(js|d\.ts)$/.test(name)),
      ['LICENSE', 'LICENSES.md'],
    );
  });

  it('runs every script of its README on each Node of this machine', async () => {
    assert.deepEqual([...scripts.keys()].sort(), [
      'changes.js',
      'errors.js',
      'events.js',
      'preview-roster.js',
      'read.js',
      'send-roster.js',
      'transit.js',
      'webhooks.js',
    ]);
    let added = 2;
    for (const [version, node] of NODES) {
      const sent = await runScript(node, 'send-roster.js');
      assert.equal(sent, `succeeded: ${added} added, 0 offboarded\n`, version);
      added = 0;
      const previewed = await runScript(node, 'preview-roster.js');
      assert.match(previewed, /updated: 1/);
      assert.match(previewed, /^4711 updated \{ lastName: \{ from: 'Lovelace', to: 'King' \} \}$/m);
      assert.match(await runScript(node, 'errors.js'), /^4711 \/employees\/0\/email must look like/);
      const read = await runScript(node, 'read.js', environment(demo.key));
      assert.match(read, /^\d+ \S+ \S+ \d{4}-\d{2}$/m);
      assert.match(read, /application\/pdf \d{4,}/);
      assert.match(await runScript(node, 'changes.js'), /^\d+ scheduled$/m);
      await company.sql`update employees set updated_at = '2026-01-01' where company_id = ${company.companyId}`;
      assert.equal(await runScript(node, 'changes.js'), '', 'nothing has changed since');
      rmSync(join(project, 'since.txt'));
      assert.match(await runScript(node, 'events.js'), /^1 \S+\.\S+ \{/);
      await receiveWebhook(node);
    }
  });

  it('sends files by relative paths with transit-push on each Node of this machine', async () => {
    const night = join(project, 'night');
    mkdirSync(night);
    const headings = ['Personalnummer', 'Vorname', 'Nachname', 'E-Mail', 'Geburtsdatum', 'Eintritt'];
    const rows = [
      ['4711', 'Ada', 'Lovelace', 'ada@example.com', '1990-12-10', '2026-12-01'],
      ['4712', 'Alan', 'Turing', 'alan@example.com', '1992-06-23', '2026-12-01'],
    ];
    writeFileSync(join(project, 'roster.csv'), [headings, ...rows].map((row) => row.join(';')).join('\r\n'));
    writeFileSync(
      join(night, 'roster.xlsx'),
      await writeXlsx({ sheets: [{ name: 'Personal', rows: [headings, ...rows] }] }),
    );
    writeFileSync(join(night, 'empty.csv'), '');
    const command = join(project, 'node_modules/.bin/transit-push');
    const options = ['--integration', String(company.integrationId), '--wait'];
    for (const [version, node] of NODES) {
      const env = { ...environment(), PATH: `${dirname(node)}:/usr/bin:/bin` };
      for (const path of ['../roster.csv', 'roster.xlsx', './roster.xlsx']) {
        const { stdout } = await whileWorking(run(command, [path, ...options], { cwd: night, env }));
        assert.match(stdout, /^Sync push-\S+: succeeded\n {2}.*(?:added|unchanged)\n$/, `${version} ${path}`);
      }
      await assert.rejects(run(command, ['empty.csv', ...options], { cwd: night, env }), {
        code: 2,
        stderr: 'transit-push: empty.csv is empty.\n',
      });
      const { stdout: help } = await run(command, ['--help'], { cwd: night, env });
      assert.match(help, /^Usage: transit-push <file> --integration <id> \[options\]\n/);
    }
  });

  it('is run by the crontab of the guide, which prints nothing unless something is wrong', async () => {
    const [, line = ''] = /^15 2 \* \* \* +(.*)$/m.exec(GUIDE) ?? [];
    const [, settings = ''] = /^```text .*\n(TRANSIT_URL=[\s\S]*?)^```$/m.exec(GUIDE) ?? [];
    const job = line
      .replace('/opt/hr-export', project)
      .replace('--integration 3', `--integration ${company.integrationId}`);
    const write = (password: string) =>
      writeFileSync(
        join(project, 'transit.env'),
        settings
          .replace('https://tickets.example.com', url)
          .replace('=USERNAME', `=${company.key.username}`)
          .replace('=PASSWORD', `=${password}`),
        { mode: 0o600 },
      );
    // As cron does: hardly any variables, and another folder. Node is where a package manager puts it.
    const env = { PATH: `${dirname([...NODES.values()].at(-1) ?? '')}:/usr/bin:/bin`, HOME: folder };
    const runJob = () => whileWorking(run('/bin/sh', ['-c', job], { cwd: '/', env }));
    write(company.key.password);
    assert.deepEqual(await runJob(), { stdout: '', stderr: '' });
    assert.match(readFileSync(join(project, 'sync.log'), 'utf8'), /: succeeded\n/);
    write('wrong');
    assert.match((await runJob()).stdout, /^transit-push: The server answered 401 invalid-credentials/m);
  });

  it('has types that a project of its user compiles with', async () => {
    writeFileSync(
      join(project, 'job.ts'),
      `import { TransitClient, TransitProblem, verifyWebhook, type RosterEntry, type Sync } from 'transit-ticket-client';
       const client = new TransitClient({ url: 'https://x.example.com', username: 'a', password: 'b' });
       const entry: RosterEntry = { hrId: '1', firstName: 'A', lastName: 'B', email: 'a@b.c', dateOfBirth: '1990-01-01', startDate: '2020-01-01' };
       export async function job(): Promise<Sync> {
         for await (const person of client.list('/employees', { query: { planTypes: ['deferred-plan'] } }))
           person.subscription.status satisfies string;
         const { syncId } = await client.submitRoster(1, [entry]);
         return await client.waitForSync(1, syncId);
       }
       // @ts-expect-error a list of the wrong kind
       client.list('/limits');
       // @ts-expect-error an unknown filter
       client.get('/employees', { query: { planType: 'x' } });
       // @ts-expect-error the id is missing
       client.get('/employees/{id}');
       // @ts-expect-error a required field is missing
       client.submitRoster(1, [{ hrId: '1' }]);
       export const code = (problem: TransitProblem) => problem.code === 'invalid-values';
       export const event = verifyWebhook('{}', {}, 's').type;\n`,
    );
    symlinkSync(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'));
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    const { stdout } = await run(join(ROOT, 'node_modules/.bin/tsc'), [...options, 'job.ts'], {
      cwd: project,
    }).catch((error: { stdout: string }) => error);
    assert.equal(stdout, '');
  });
});

/** Starts the receiver of the README, and sends it a genuine webhook and a forged one. */
async function receiveWebhook(node: string): Promise<void> {
  const port = await freePort();
  const receiver = spawn(node, ['webhooks.js'], {
    cwd: project,
    env: { ...environment(), PORT: String(port), TRANSIT_WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  receiver.stdout.on('data', (piece) => {
    printed += piece;
  });
  try {
    const body = JSON.stringify({ id: 7, type: 'sync.succeeded' });
    const send = (signature: string) =>
      fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        body,
        headers: {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': signature,
        },
      }).then(
        ({ status }) => status,
        () => 0,
      );
    await until('the receiver refuses a forged webhook', async () => (await send('v1,AAAA')) === 401);
    assert.equal(await send(new Webhook(SECRET).sign('msg_1', new Date(), body)), 204);
    await until('the event is printed', () => printed === 'sync.succeeded 7\n');
  } finally {
    receiver.kill();
    await once(receiver, 'exit');
  }
}
