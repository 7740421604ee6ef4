import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Faults } from '../../../../test/hr-systems/faults.ts';
import { csv } from '../../../../test/hr-systems/https-file.ts';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import {
  assertListed,
  failsWith,
  listAll,
  mappingByGuess,
  trialOf,
  windowOf,
} from '../../../../test/hr-systems/try-system.ts';
import { freePort } from '../../../../test/pure/support/free-port.ts';
import { newSshKey } from '../../../platform/ssh/ssh-key.ts';
import type { Credentials } from '../hr-system.ts';
import { sftpFetch } from './sftp-fetch.ts';

const SSHD = '/usr/sbin/sshd';
/** As root, the server wants this folder, which the system makes when it starts. */
const RUNTIME_FOLDER = '/run/sshd';

describe("OpenSSH's server", { skip: !existsSync(SSHD) && 'there is no sshd' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-sshd-'));
  const path = (name: string) => join(folder, name);
  const company = makeCompany({ people: 40, today: '2026-11-17' });
  const keys = newSshKey();
  const host = newSshKey();
  let server: ReturnType<typeof spawn> | undefined;
  let credentials: Credentials = {};

  before(async () => {
    const port = await freePort();
    const write = (name: string, text: string) => {
      writeFileSync(path(name), text);
      chmodSync(path(name), 0o600);
    };
    if (userInfo().uid === 0) mkdirSync(RUNTIME_FOLDER, { recursive: true, mode: 0o755 });
    write('host', host.private);
    write('host.pub', host.public);
    write('authorised', `${keys.public}\n`);
    write('people-1.csv', 'Personalnummer\n1\n');
    write('people-2.csv', csv({ company, faults: new Faults(), url: '' }).body);
    utimesSync(path('people-1.csv'), new Date('2026-11-16'), new Date('2026-11-16'));
    write(
      'config',
      [
        `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${path('host')}\nAuthorizedKeysFile ${path('authorised')}`,
        'PidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\nPermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n',
      ].join('\n'),
    );
    server = spawn(SSHD, ['-D', '-e', '-f', path('config')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // It goes on to write there, so somebody has to read.
    await new Promise<void>((resolve) => {
      server?.stderr?.on('data', (text) => {
        if (String(text).includes('listening on')) resolve();
      });
    });
    const [, hostKey = ''] = execFileSync('ssh-keygen', ['-l', '-f', path('host.pub')], {
      encoding: 'utf8',
    }).split(' ');
    credentials = {
      hostKey,
      ...{ host: '127.0.0.1', port: String(port), folder, filePattern: 'people-?.csv' },
      ...{ username: userInfo().username, privateKey: keys.private },
    };
  });

  after(async () => {
    if (server?.exitCode === null) {
      server.kill();
      await once(server, 'exit');
    }
    rmSync(folder, { recursive: true });
  });

  const connect = (other: Credentials = {}) =>
    trialOf(sftpFetch, { company, credentials: { ...credentials, ...other } });

  it('shows the fingerprint that ssh-keygen shows', async () => {
    const { hostKey, ...others } = credentials;
    const { connection } = trialOf(sftpFetch, { company, credentials: others });
    assert.deepEqual((await sftpFetch.survey(connection)).toConfirm, { input: 'hostKey', value: hostKey });
  });

  it('gives the newest file', async () => {
    const mapping = await mappingByGuess(sftpFetch, connect().connection);
    const listed = await listAll(sftpFetch, connect().connection, mapping, windowOf(company));
    assertListed(listed, company, {
      payroll: ['costCentre'],
      id: ({ personnelNumber }) => personnelNumber,
      isListed: ({ hasLeft }) => !hasLeft,
    });
    const trial = connect();
    trial.onPause = () => appendFileSync(path('people-2.csv'), 'P999999;');
    await failsWith(listAll(sftpFetch, trial.connection, mapping, windowOf(company)), 'source-incomplete');
  });

  it('refuses an unknown key', async () => {
    const privateKey = newSshKey().private;
    await failsWith(sftpFetch.survey(connect({ privateKey }).connection), 'source-unauthorised', /refuses/);
  });

  it('has no such folder', async () => {
    const { connection } = connect({ folder: path('nowhere') });
    await failsWith(sftpFetch.survey(connection), 'source-unreadable', /no such folder/);
  });
});
