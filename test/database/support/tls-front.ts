import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { TLSSocket, type TLSSocketOptions } from 'node:tls';
import { readTestServer } from './test-database.ts';

/**
 * Speaks TLS as a PostgreSQL server does, in front of the server of the tests, which listens on a socket. Without options it
 * refuses TLS. Returns its port.
 */
export async function startTlsFront(options?: TLSSocketOptions): Promise<number> {
  const { server: target } = readTestServer();
  if (typeof target === 'string') throw new Error('the server of the tests is expected on a socket');
  const open = new Set<Socket>();
  const front = createServer(async (socket) => {
    open.add(socket);
    socket.on('error', () => {});
    await once(socket, 'readable');
    // The client has asked for TLS: eight bytes.
    socket.read(8);
    if (!options) {
      socket.write('N');
      socket.once('data', () => socket.destroy());
      return;
    }
    socket.write('S');
    const secure = new TLSSocket(socket, { ...options, isServer: true });
    const server = connect(`${target.host}/.s.PGSQL.${target.port}`);
    for (const each of [secure, server]) {
      open.add(each);
      each.on('error', () => {});
    }
    secure.pipe(server).pipe(secure);
  });
  after(() => {
    front.close();
    for (const socket of open) socket.destroy();
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return (front.address() as AddressInfo).port;
}
