import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import type { Algorithms } from 'ssh2';
import { makeCompany } from '../../../../test/hr-systems/people.ts';
import { startSftpSystem } from '../../../../test/hr-systems/sftp.ts';
import { failsWith, trialOf } from '../../../../test/hr-systems/try-system.ts';
import { sftpFetch } from './sftp-fetch.ts';

const company = makeCompany({ people: 5, today: '2026-11-17' });

/** The lists in the first message of the client. Of compression, both directions. */
async function offered(): Promise<string[][]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const credentials = { host: '127.0.0.1', port: String(port), username: 'a', filePattern: '*', hostKey: '' };
  const { connection } = trialOf(sftpFetch, { company, credentials });
  const survey = sftpFetch.survey(connection).catch(() => {});
  const [socket] = await connected;
  socket.write('SSH-2.0-test\r\n');
  let bytes = Buffer.alloc(0);
  let message: Buffer | undefined;
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    const from = bytes.indexOf('\r\n') + 2;
    if (from > 1 && bytes.length > from + 4 && bytes.length >= from + 4 + bytes.readUInt32BE(from)) {
      message = bytes.subarray(from + 5);
      break;
    }
  }
  server.close();
  connection.client.close();
  void survey;
  assert.ok(message);
  // After the number of the message and the cookie.
  let at = 17;
  return Array.from({ length: 8 }, () => {
    const length = message.readUInt32BE(at);
    const list = message.toString('latin1', at + 4, at + 4 + length);
    at += 4 + length;
    return list.split(',');
  });
}

test('a server is offered no compression, no slow key exchange, and only what is not outdated', async () => {
  const [kex, hostKeys, ciphers, , macs, , compression, compressionBack] = await offered();
  // The last two are no exchanges: they say what the client understands.
  assert.deepEqual(
    kex?.filter((name) => !/^(ext-info-c|kex-strict-c-v00@openssh.com)$/.test(name)),
    [
      'curve25519-sha256',
      'curve25519-sha256@libssh.org',
      'ecdh-sha2-nistp256',
      'ecdh-sha2-nistp384',
      'ecdh-sha2-nistp521',
      'diffie-hellman-group14-sha256',
    ],
  );
  assert.deepEqual([compression, compressionBack], [['none'], ['none']]);
  assert.doesNotMatch(String([hostKeys, ciphers, macs]), /ssh-rsa|ssh-dss|cbc|arcfour|md5|sha1/);
});

for (const [what, algorithms] of [
  ['compresses', { compress: ['zlib'] }],
  ['compresses after the sign-in', { compress: ['zlib@openssh.com'] }],
  ['exchanges keys in group 18', { kex: ['diffie-hellman-group18-sha512'] }],
  ['chooses the group itself', { kex: ['diffie-hellman-group-exchange-sha256'] }],
] as const satisfies [string, Algorithms][])
  test(`a server that ${what} is source-unreachable, and told which algorithms are needed`, async () => {
    const server = await startSftpSystem({ company, algorithms });
    after(() => server.close());
    const credentials = { ...server.credentials, hostKey: server.fingerprint() };
    const { connection, pauses } = trialOf(sftpFetch, { company, credentials });
    await failsWith(sftpFetch.survey(connection), 'source-unreachable', /without compression/);
    assert.deepEqual([pauses, server.hasSeenCredentials], [[], false]);
  });

test('a server that asks for new keys again and again is source-unreadable', async () => {
  const server = await startSftpSystem({ company });
  after(() => server.close());
  server.faults.set('new-keys-again');
  const credentials = { ...server.credentials, hostKey: server.fingerprint() };
  const { connection } = trialOf(sftpFetch, { company, credentials });
  await failsWith(sftpFetch.survey(connection), 'source-unreadable', /new keys/);
});
