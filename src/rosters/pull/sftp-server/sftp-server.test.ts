import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import ssh2, { type SftpClient } from 'ssh2';
import { until } from '../../../../test/pure/support/until.ts';
import { newSshKey } from '../../../platform/ssh/ssh-key.ts';
import type { SignedInUser } from '../sftp-drop/drop-user.ts';
import { AccessRevoked, type DropStore } from './drop-store.ts';
import { isFolder, nameAt } from './file-names.ts';
import { OrderedWriter, UnorderedParts } from './ordered-writer.ts';
import { type DropServer, startDropServer } from './sftp-server.ts';

const SFTP = '/usr/bin/sftp';
const LIMITS = {
  ...{ fileBytes: 3_000_000, files: 3, tries: 6 },
  ...{ visitors: 8, signInMs: 10_000, idleMs: 60_000, sessionMs: 60_000, endMs: 50 },
  ...{ waiting: 100, waitingBytes: 8_000_000 },
};
const SLOTS = { count: 10, maxEach: 4, maxWaiting: 0 };
const WORK = { count: 4, maxEach: 2, maxWaiting: 100 };
const HOST = '127.0.0.1';

/** Keeps files in memory. */
function createStore(publicKey: string) {
  const files = new Map<string, Buffer>();
  const results = new Map<string, Buffer>();
  const taken: string[] = [];
  const discarded: string[] = [];
  const user: SignedInUser = {
    ...{ companyId: 1, integrationId: 7, username: 'integration-7' },
    credential: { kind: 'key', key: publicKey },
  };
  const list = () =>
    [...files, ...results].map(([name, { length: bytes }]) => ({ name, bytes, changedAt: new Date(0) }));
  const store: DropStore = {
    findByPassword: async (username, password) =>
      username === 'integration-7' && password === 'drop-secret' ? user : undefined,
    publicKeysOf: async (username) => (username === 'integration-7' ? [{ user, key: publicKey }] : []),
    noteSignIn: async () => {},
    list: async () => list(),
    find: async (_, name) => list().find((file) => file.name === name),
    readResult: async (_, name) => results.get(name),
    async begin(_, name, maxFiles) {
      if ([...files.keys()].filter((other) => other !== name).length >= maxFiles) return undefined;
      const parts: Buffer[] = [];
      return {
        append: async (bytes) => void parts.push(bytes),
        finish: async () => files.set(name, Buffer.concat(parts)).has(name),
        discard: async () => void discarded.push(name),
      };
    },
    async rename(_, from, to) {
      const bytes = files.get(from);
      if (bytes) files.delete(from);
      if (bytes) files.set(to, bytes);
      return bytes !== undefined;
    },
    remove: async (_, name) => files.delete(name),
    take: async (_, name) => void taken.push(name),
  };
  return { store, files, results, taken, discarded };
}

describe('the server for dropped files, with the client of OpenSSH', {
  skip: !existsSync(SFTP) && 'there is no sftp',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'transit-drop-'));
  const path = (name: string) => join(folder, name);
  const keys = newSshKey();
  const { store, files, results, taken, discarded } = createStore(keys.public);
  const errors: unknown[] = [];
  let server: DropServer;

  before(async () => {
    writeFileSync(path('key'), keys.private);
    chmodSync(path('key'), 0o600);
    writeFileSync(path('people.csv'), 'Personalnummer;Vorname\n1;Ada\n');
    writeFileSync(path('large.csv'), Buffer.alloc(2_500_000, 'x'));
    writeFileSync(path('too-large.csv'), Buffer.alloc(3_500_000, 'x'));
    const hostKey = newSshKey().private;
    const onError = (error: unknown) => errors.push(error);
    server = await startDropServer({
      store,
      hostKey,
      port: 0,
      host: HOST,
      limits: LIMITS,
      slots: SLOTS,
      work: WORK,
      onError,
    });
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    for (const each of [files, results]) each.clear();
    for (const each of [taken, discarded, errors]) each.length = 0;
  });

  const options = () => [
    ...[
      '-P',
      String(server.port),
      '-i',
      path('key'),
      '-oStrictHostKeyChecking=no',
      '-oUserKnownHostsFile=/dev/null',
    ],
    ...['-oIdentitiesOnly=yes', '-oBatchMode=yes', '-oIdentityAgent=none'],
  ];

  /** Runs commands of the client, in another process: this one has to answer. */
  async function sftp(commands: string, username = 'integration-7') {
    const client = spawn(SFTP, [...options(), '-b', '-', `${username}@127.0.0.1`], { cwd: folder });
    let output = '';
    for (const stream of [client.stdout, client.stderr]) stream.on('data', (text) => (output += text));
    client.stdin.end(`${commands}\n`);
    const [code] = await once(client, 'close');
    return { code, output };
  }

  it('takes a file when it is closed', async () => {
    const { code, output } = await sftp('put people.csv\nput -p large.csv\nls -l');
    assert.equal(code, 0, output);
    assert.deepEqual(taken, ['people.csv', 'large.csv']);
    assert.deepEqual(files.get('people.csv'), readFileSync(path('people.csv')));
    assert.deepEqual(files.get('large.csv'), readFileSync(path('large.csv')));
    assert.match(output, /people\.csv/);
  });

  it('takes a file with an unfinished name when it is renamed', async () => {
    await sftp('put people.csv people.csv.part');
    assert.deepEqual([taken, [...files.keys()]], [[], ['people.csv.part']]);
    assert.equal((await sftp('rename people.csv.part people.csv')).code, 0);
    assert.deepEqual([taken, [...files.keys()]], [['people.csv'], ['people.csv']]);
  });

  it('lets nobody read a file, but results', async () => {
    await sftp('put people.csv');
    assert.notEqual((await sftp('get people.csv stolen.csv')).code, 0);
    assert.equal(existsSync(path('stolen.csv')), false);
    results.set('people.csv.result.json', Buffer.from('{"status":"succeeded"}'));
    assert.equal((await sftp('get people.csv.result.json result.json')).code, 0);
    assert.equal(readFileSync(path('result.json'), 'utf8'), '{"status":"succeeded"}');
    assert.notEqual((await sftp('put people.csv people.csv.result.json')).code, 0);
    assert.notEqual((await sftp('rename people.csv x.result.json')).code, 0);
  });

  it('has one folder and nothing else', async () => {
    for (const command of [
      'mkdir a',
      'put people.csv ../people.csv',
      'put people.csv a/people.csv',
      'ln -s / root',
      'get /etc/passwd',
    ])
      assert.notEqual((await sftp(command)).code, 0, command);
    assert.deepEqual([taken, files.size], [[], 0]);
  });

  it('bounds the size and the number of files', async () => {
    assert.notEqual((await sftp('put too-large.csv')).code, 0);
    assert.deepEqual([taken, discarded], [[], ['too-large.csv']]);
    for (const name of ['a', 'b', 'c']) assert.equal((await sftp(`put people.csv ${name}.csv`)).code, 0);
    assert.notEqual((await sftp('put people.csv d.csv')).code, 0);
    assert.equal((await sftp('put people.csv c.csv')).code, 0);
  });

  it('keeps nothing of a client that is killed', async () => {
    // 100 kbit/s: the file would take minutes.
    const client = spawn(SFTP, [...options(), '-l', '100', '-b', '-', 'integration-7@127.0.0.1'], {
      cwd: folder,
    });
    const begun = new Promise<void>((resolve) => {
      const { begin } = store;
      store.begin = async (...values) => {
        store.begin = begin;
        resolve();
        return await begin(...values);
      };
    });
    client.stdin.end('put large.csv\n');
    await begun;
    client.kill('SIGKILL');
    await until('the file is discarded', () => discarded.length > 0);
    assert.deepEqual([taken, [...files.keys()], discarded], [[], [], ['large.csv']]);
  });

  it('refuses others', async () => {
    assert.match((await sftp('ls', 'integration-8')).output, /Permission denied/);
    assert.deepEqual(errors, []);
  });
});

describe('sign-in for dropped files', () => {
  const keys = newSshKey();
  const hostKey = newSshKey().private;
  const { store } = createStore(keys.public);

  async function signIn(port: number, access: { password?: string; privateKey?: string }): Promise<boolean> {
    const sock = connect(port, '127.0.0.1');
    const client = new ssh2.Client();
    try {
      return await new Promise((resolve) => {
        client.on('ready', () => resolve(true));
        client.on('error', () => resolve(false));
        client.on('close', () => resolve(false));
        client.connect({ sock, username: 'integration-7', ...access, hostVerifier: () => true });
      });
    } finally {
      client.destroy();
    }
  }

  const start = async (slots = SLOTS, limits = LIMITS) =>
    await startDropServer({
      ...{ store, hostKey, port: 0, host: HOST, limits, slots, work: WORK },
      onError: assert.fail,
    });

  it('is by password or key', async (t) => {
    const server = await start();
    t.after(() => server.close());
    assert.equal(await signIn(server.port, { password: 'drop-secret' }), true);
    assert.equal(await signIn(server.port, { privateKey: keys.private }), true);
    assert.equal(await signIn(server.port, { privateKey: newSshKey().private }), false);
    assert.equal(await signIn(server.port, { password: 'wrong' }), false);
  });

  /** Stays signed in. */
  async function stay(port: number) {
    const client = new ssh2.Client();
    const sock = connect(port, HOST);
    client.connect({ sock, username: 'integration-7', password: 'drop-secret', hostVerifier: () => true });
    await once(client, 'ready');
    return { client, sock };
  }

  it('is refused while a company has too many connections', async (t) => {
    const server = await start({ ...SLOTS, maxEach: 1 });
    t.after(() => server.close());
    const { client } = await stay(server.port);
    client.on('error', () => {});
    const other = new ssh2.Client();
    other.on('error', () => {});
    other.connect({
      ...{ sock: connect(server.port, HOST), username: 'integration-7', password: 'drop-secret' },
      hostVerifier: () => true,
    });
    await once(other, 'close');
    client.destroy();
    await until('the slot is free', async () => {
      const again = await stay(server.port).catch(() => undefined);
      return again !== undefined;
    });
  });

  it('is possible while strangers open connections and say nothing', async (t) => {
    const server = await start(SLOTS, { ...LIMITS, visitors: 3 });
    t.after(() => server.close());
    const silent = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const socket = connect(server.port, HOST);
        await once(socket, 'data');
        return socket;
      }),
    );
    assert.equal(await signIn(server.port, { password: 'drop-secret' }), true);
    await until('the oldest are closed', () => silent.filter(({ closed }) => closed).length === 2);
    for (const socket of silent) socket.destroy();
  });

  it('is waited for, also before the client has said anything, and not for long', async (t) => {
    const server = await start(SLOTS, { ...LIMITS, signInMs: 100 });
    t.after(() => server.close());
    // Its own half stays open.
    const silent = connect({ port: server.port, host: HOST, allowHalfOpen: true });
    silent.resume();
    await once(silent, 'end');
    silent.destroy();
  });

  it('lasts for a time', async (t) => {
    const server = await start(SLOTS, { ...LIMITS, sessionMs: 100 });
    t.after(() => server.close());
    const { client } = await stay(server.port);
    await once(client, 'close');
  });

  it('ends with the server, also for clients that wait', async () => {
    const server = await start();
    const waiting = connect(server.port, HOST);
    await once(waiting, 'data');
    await server.close();
    await once(waiting, 'close');
  });
});

describe('a client that asks for too much', () => {
  const { store, files } = createStore(newSshKey().public);
  let asked = 0;
  let proceed = () => {};
  let waiting: Promise<void> | undefined;
  const { find } = store;
  store.find = async (user, name) => {
    asked += 1;
    await waiting;
    return await find(user, name);
  };

  async function connectTo(limits: Partial<typeof LIMITS> = {}) {
    asked = 0;
    waiting = new Promise((resolve) => {
      proceed = resolve;
    });
    const server = await startDropServer({
      ...{ store, hostKey: newSshKey().private, port: 0, host: HOST },
      ...{
        limits: { ...LIMITS, ...limits },
        slots: { count: 1, maxWaiting: 0 },
        work: WORK,
        onError: assert.fail,
      },
    });
    const signIn = async () => {
      const client = new ssh2.Client();
      client.on('error', () => {});
      client.connect({
        ...{ sock: connect(server.port, HOST), username: 'integration-7', password: 'drop-secret' },
        hostVerifier: () => true,
      });
      await once(client, 'ready');
      return client;
    };
    const client = await signIn();
    const openOn = async (on = client) =>
      await new Promise<SftpClient>((resolve, reject) =>
        on.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))),
      );
    /** The slot of the first client is free. */
    const isGone = async () => {
      const other = await signIn();
      return await openOn(other).then(
        () => true,
        () => false,
      );
    };
    return { server, client, open: () => openOn(), isGone };
  }

  it('has one session at a time', async (t) => {
    const { server, client, open } = await connectTo();
    t.after(() => server.close());
    const first = await open();
    await assert.rejects(open());
    first.end();
    await until('another can begin', () => open().then(Boolean, () => false));
    client.end();
  });

  it('is cut off, and the rest of its requests is dropped', async (t) => {
    const { server, client, open, isGone } = await connectTo({ waiting: 10 });
    t.after(() => server.close());
    const sftp = await open();
    for (let request = 0; request < 20; request++) sftp.stat('people.csv', () => {});
    await once(client, 'close');
    proceed();
    await until('it has gone', isGone);
    assert.ok(asked <= 1);
  });

  it('is cut off for long names as well, and is refused very long ones at once', async (t) => {
    const { server, client, open } = await connectTo({ waitingBytes: 5_000 });
    t.after(() => server.close());
    const sftp = await open();
    await new Promise<void>((resolve) => sftp.stat('x'.repeat(1_025), () => resolve()));
    assert.equal(asked, 0);
    for (let request = 0; request < 9; request++) sftp.stat('x'.repeat(1_000), () => {});
    await once(client, 'close');
    proceed();
  });

  it('and one whose access is revoked is cut off', async (t) => {
    const { server, client, open } = await connectTo();
    t.after(() => server.close());
    const { begin } = store;
    store.begin = async () => {
      store.begin = begin;
      throw new AccessRevoked();
    };
    (await open()).open('people.csv', 'w', () => {});
    await once(client, 'close');
  });

  it('but a file that it has closed counts, although it has gone', async (t) => {
    const { server, client, open, isGone } = await connectTo();
    t.after(() => server.close());
    const sftp = await open();
    const handle = await new Promise<Buffer>((resolve, reject) =>
      sftp.open('people.csv', 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    for (let request = 0; request < 3; request++) sftp.stat('people.csv', () => {});
    sftp.write(handle, Buffer.from('abc'), 0, 3, 0, () => {});
    sftp.close(handle, () => {});
    await until('the first is asked for', () => asked === 1);
    client.end();
    await until('it has gone', isGone);
    proceed();
    await until('the file is there', () => files.has('people.csv'));
    assert.deepEqual([files.get('people.csv')?.toString(), asked], ['abc', 1]);
  });
});

describe('the parts of a file', () => {
  it('are put in order', async () => {
    const parts: Buffer[] = [];
    const writer = new OrderedWriter(async (bytes) => void parts.push(bytes), 10);
    await writer.write(3, Buffer.from('de'));
    assert.equal(writer.isWhole, false);
    await writer.write(0, Buffer.from('abc'));
    assert.deepEqual([Buffer.concat(parts).toString(), writer.isWhole], ['abcde', true]);
    await assert.rejects(writer.write(2, Buffer.from('x')), UnorderedParts);
    await assert.rejects(writer.write(9, Buffer.from('xy')), UnorderedParts);
  });
});

describe('the path of a dropped file', () => {
  it('leads into the one folder, or nowhere', () => {
    for (const path of ['people.csv', '/people.csv', './people.csv', '//people.csv'])
      assert.equal(nameAt(path), 'people.csv');
    for (const path of [
      '../people.csv',
      'a/b.csv',
      '.hidden',
      '',
      '/',
      'a\\b',
      'a\nb',
      'a\u202Eb.csv',
      ' a.csv',
      'a.csv ',
      '/../x',
      'x'.repeat(201),
    ])
      assert.equal(nameAt(path), undefined, path);
    for (const path of ['', '.', '/', './', '/.']) assert.equal(isFolder(path), true, path);
    assert.equal(isFolder('..'), false);
  });
});
