import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { JSON_LIMITS } from '../../src/platform/limits.ts';
import { type Attack, type EnteredSource, enterSource, testSource } from './attack.ts';
import { SILENT_DOMAIN } from './names.ts';

// HR systems of a tenant who attacks: HR enters their addresses and tests them again and again.

/** The integrations that the attack has created. */
let integrations: number[] = [];

const file = (address: string): EnteredSource => ({
  system: 'https-file',
  values: { address, access: 'none' },
});
const hibob = (baseUrl: string): EnteredSource => ({
  system: 'hibob',
  values: { baseUrl, serviceUserId: 'a', token: 'b', host: 'api.hibob.com' },
});

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server that sends the beginning, then the piece as often as the connection takes it. */
function goingOn(beginning: string, piece: string): Promise<string> {
  const pieces = piece.repeat(10_000);
  const server = createServer((socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(pieces));
    };
    socket.on('error', () => {});
    socket.on('drain', write);
    socket.once('data', () => {
      socket.write(beginning);
      write();
    });
  });
  return addressOf(server);
}

const OK = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

function answering(body: string): Promise<string> {
  const server = createHttpServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(body);
  });
  return addressOf(server);
}

/** Just below the limits. */
const OBJECTS = `[${'{},'.repeat(JSON_LIMITS.containers - 10)}{}]`;
const KEYS = `{"fields":[${Array.from({ length: 300_000 }, (_, key) => `{"key${key}":1}`)}]}`;

const tested = (sources: () => Promise<readonly EnteredSource[]>): Attack => ({
  mayGet: [200, 429, 503],
  atOnce: 4,
  async prepare(attacker) {
    integrations = [];
    for (const entered of await sources()) integrations.push(await enterSource(attacker, entered));
  },
  send: (attacker, number) => testSource(attacker, integrations[number % integrations.length] ?? 0),
});

export const SOURCE_ATTACKS: Record<string, Attack> = {
  'sources that answer in chunks of one byte': tested(async () => [
    file(`${await goingOn(CHUNKED, '1\r\nx\r\n')}/people.csv`),
  ]),
  'sources whose head never ends': tested(async () => [file(`${await goingOn(`${OK}a: `, 'x')}/people.csv`)]),
  'sources that answer with a million objects': tested(async () => [
    hibob(await answering(OBJECTS)),
    hibob(await answering(KEYS)),
  ]),
  'sources whose names no DNS server answers': {
    ...tested(async () =>
      Array.from({ length: 8 }, (_, index) => file(`https://${index}.${SILENT_DOMAIN}/people.csv`)),
    ),
    atOnce: 20,
    disturbs: 'webhooks',
  },
};
