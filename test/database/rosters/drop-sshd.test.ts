import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { DROP_FOLDERS } from '../../../src/platform/limits.ts';
import { newSshKey } from '../../../src/platform/ssh/ssh-key.ts';
import { FolderTaker } from '../../../src/rosters/pull/file-drop/take-from-folders.ts';
import { freePort } from '../../pure/support/free-port.ts';
import { createTestService } from '../support/service.ts';
import { dropping, rosterOf } from './dropping-company.ts';

const SSHD = '/usr/sbin/sshd';
const SFTP = '/usr/bin/sftp';
/** It exists everywhere, and may not sign in otherwise. */
const USER = 'nobody';

const missing = [SSHD, SFTP].filter((program) => !existsSync(program));
const skip =
  missing.length > 0
    ? `there is no ${missing.join(', no ')}`
    : process.getuid?.() !== 0 && 'only root may change the root of a user';

/** The configuration that docs/connecting.md shows, with other folders and another user. */
function documentedConfig(root: string): string {
  const text = readFileSync(new URL('../../../docs/connecting.md', import.meta.url), 'utf8');
  const [, config] = /In `\/etc\/ssh\/sshd_config`[^`]*```\n([^`]+)```/.exec(text) ?? [];
  assert.ok(config, 'docs/connecting.md shows a configuration');
  return config
    .replaceAll('/srv/sftp', join(root, 'sftp'))
    .replaceAll('/etc/ssh/drop-keys', join(root, 'keys'))
    .replaceAll('acme', USER);
}

describe("OpenSSH's server as docs/connecting.md sets it up", { skip }, async () => {
  // Every folder above must belong to root and be writable by nobody else.
  const root = mkdtempSync('/run/transit-drops-');
  after(() => rmSync(root, { recursive: true }));
  const path = (...names: string[]) => join(root, ...names);
  for (const folder of [path(), path('sftp'), path('sftp', USER), path('drops'), path('keys')]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  const folder = path('sftp', USER, 'people');
  mkdirSync(folder);
  chownSync(folder, Number(execFileSync('id', ['-u', USER])), 0);
  chmodSync(folder, 0o2770);
  mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });

  const [client, host] = [newSshKey(), newSshKey()];
  writeFileSync(path('client'), client.private, { mode: 0o600 });
  writeFileSync(path('host'), host.private, { mode: 0o600 });
  writeFileSync(path('keys', USER), `${client.public}\n`);
  const port = await freePort();
  const others = `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${path('host')}\nPidFile none\nUsePAM no\n`;
  writeFileSync(path('config'), `${others}${documentedConfig(root)}`);
  const server = spawn(SSHD, ['-D', '-e', '-f', path('config')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (text) => {
      said += text;
      if (said.includes('listening on')) resolve();
    });
    server.on('exit', () => reject(new Error(said)));
  });
  after(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  });

  const sftp = async (commands: string) => {
    const asked = spawn(
      SFTP,
      [
        ...['-P', String(port), '-i', path('client'), '-oIdentitiesOnly=yes', '-oBatchMode=yes'],
        ...['-oStrictHostKeyChecking=no', '-oUserKnownHostsFile=/dev/null', '-b', '-', `${USER}@127.0.0.1`],
      ],
      { cwd: root },
    );
    asked.stdin.end(`${commands}\n`);
    let output = '';
    for (const stream of [asked.stdout, asked.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(asked, 'close');
    return { code, output };
  };

  const service = await createTestService({ DROP_DIR: path('drops') });
  const { sql } = service.database;
  const company = await dropping(service);
  symlinkSync(folder, path('drops', String(company.id)));
  const lines: string[] = [];
  const log = { info: () => {}, error: (_values: object, line: string) => void lines.push(line) };
  const node = new FolderTaker({ sql, dropDir: path('drops'), log, onTaken: () => {} });
  let now = 0;
  const look = async () => {
    await node.look(now);
    now += DROP_FOLDERS.settledMs;
    await node.look(now);
  };

  it('lets a system upload a file and rename it, and the service takes it', async () => {
    writeFileSync(path('people.csv'), rosterOf('Ada', 'Eve'));
    const uploaded = await sftp('put people.csv people.csv.part');
    assert.equal(uploaded.code, 0, `${uploaded.output} ${said}`);
    await look();
    assert.deepEqual(readdirSync(folder), ['people.csv.part']);
    assert.equal((await sftp('rename people.csv.part people.csv')).code, 0);
    await look();
    assert.deepEqual([readdirSync(folder), lines], [[], []]);
    await company.night();
    assert.deepEqual(await company.people(), ['Ada', 'Eve']);
  });

  it('shows a system nothing but its folder, and the service follows none of its links', async () => {
    assert.match((await sftp('ls -1 /')).output, /^sftp> ls -1 \/\n\/people\n$/m);
    for (const command of ['put people.csv /people.csv', 'get /etc/passwd', 'mkdir /other', 'cd /../etc'])
      assert.notEqual((await sftp(command)).code, 0, command);
    assert.equal((await sftp(`ln -s ${path('people.csv')} link.csv\nln -s /etc/passwd passwd.csv`)).code, 0);
    await look();
    assert.deepEqual(readdirSync(folder).sort(), ['link.csv', 'passwd.csv']);
    assert.equal((await company.pulls()).length, 2);
    const asked = spawn('ssh', [
      ...['-p', String(port), '-i', path('client'), '-oBatchMode=yes', '-oStrictHostKeyChecking=no'],
      ...['-oUserKnownHostsFile=/dev/null', `${USER}@127.0.0.1`, 'id'],
    ]);
    let output = '';
    asked.stdout.on('data', (text) => (output += text));
    asked.stdin.end();
    await once(asked, 'close');
    assert.doesNotMatch(output, /uid=/);
  });
});
