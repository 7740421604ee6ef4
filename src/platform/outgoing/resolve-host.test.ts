import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startDnsServer } from '../../../test/pure/support/dns-server.ts';
import { createHostResolver } from './resolve-host.ts';

const folder = await mkdtemp(join(tmpdir(), 'transit-hosts-'));
after(() => rm(folder, { recursive: true }));
const hostsFile = join(folder, 'hosts');
await writeFile(
  hostsFile,
  '127.0.0.1 localhost\n10.0.0.7 Mail.intern mail # the mail server\n# 10.0.0.8 gone\nfd00::7 mail.intern\n',
);
const resolvFile = join(folder, 'resolv.conf');
await writeFile(resolvFile, 'nameserver 127.0.0.53\nsearch office.example cluster.example\n');

const NAMES: Record<string, string> = {
  'hook.example.com': '192.0.2.1',
  'smtp.cluster.example': '192.0.2.2',
  'half.example.com': '192.0.2.3',
};
const server = await startDnsServer((name, kind) => {
  if (name.endsWith('silent.example')) return 'silence';
  if (name.startsWith('half.') && kind === 'AAAA') return 'silence';
  return NAMES[name] ?? 'none';
});
after(() => server.close());

const resolve = createHostResolver({ servers: [server.address], hostsFile, resolvFile });
const addressesOf = async (name: string) => (await resolve(name)).map(({ address }) => address);

test('addresses, names of the hosts file and localhost need no DNS server', async () => {
  const before = server.asked.length;
  assert.deepEqual(await addressesOf('192.0.2.9'), ['192.0.2.9']);
  assert.deepEqual(await resolve('::1'), [{ address: '::1', family: 6 }]);
  assert.deepEqual(await addressesOf('mail'), ['10.0.0.7']);
  assert.deepEqual(await addressesOf('MAIL.intern.'), ['10.0.0.7', 'fd00::7']);
  assert.deepEqual(await addressesOf('localhost'), ['127.0.0.1']);
  assert.deepEqual(await addressesOf('app.localhost'), ['127.0.0.1', '::1']);
  assert.equal(server.asked.length, before);
});

test('other names are asked for, also within the search list', async () => {
  assert.deepEqual(await resolve('hook.example.com'), [{ address: '192.0.2.1', family: 4 }]);
  assert.deepEqual(await addressesOf('smtp'), ['192.0.2.2']);
  await assert.rejects(addressesOf('smtp.'), { code: 'ENOTFOUND' });
  await assert.rejects(addressesOf('gone'), { code: 'ENOTFOUND' });
});

test('one kind of address is enough', async () => {
  assert.deepEqual(await addressesOf('half.example.com'), ['192.0.2.3']);
});

test('names that no server answers end in time, and delay no other name', async () => {
  const options = { servers: [server.address], timeoutMs: 1_000 };
  const impatient = createHostResolver(options);
  // More than libuv has threads.
  const waiting = Array.from({ length: 50 }, (_, index) => impatient(`${index}.silent.example`));
  const answers = Promise.allSettled(waiting);
  let isOver = false;
  void answers.then(() => {
    isOver = true;
  });
  assert.deepEqual(await addressesOf('hook.example.com'), ['192.0.2.1']);
  assert.equal(isOver, false);
  for (const answer of await answers) {
    assert.equal(answer.status, 'rejected');
    assert.equal((answer.reason as { code?: string }).code, 'EAI_AGAIN');
  }
});
