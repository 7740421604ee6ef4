import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { TransitClient } from '../../../client/src/index.ts';
import { certify } from '../support/certificate.ts';

async function failureOf(server: Server, scheme: 'http' | 'https'): Promise<Error> {
  after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
  const client = new TransitClient({ url, username: 'test_1', password: 'secret', retries: 0 });
  const failure = await client.get('/limits').catch((error: unknown) => error);
  assert(failure instanceof Error);
  return failure;
}

function httpsServer(): Server {
  const { key, certificate } = certify('localhost');
  return createHttpsServer({ key, cert: certificate });
}

describe('the client says', () => {
  it('that an address with http:// may be one with https://', async () => {
    const { message } = await failureOf(httpsServer(), 'http');
    assert.match(
      message,
      /^http:\/\/localhost:\d+ has closed the connection without an answer\. Does the address begin with https:\/\/ instead\?$/,
    );
  });

  it('what to do about a certificate of an authority of your own', async () => {
    const { message } = await failureOf(httpsServer(), 'https');
    assert.match(
      message,
      /^The certificate of localhost:\d+ is not trusted: self-signed certificate\. .*set NODE_EXTRA_CA_CERTS/,
    );
  });

  const proxies = [
    '<center>The plain HTTP request was sent to HTTPS port</center>',
    'Client sent an HTTP request to an HTTPS server.\n',
    "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
  ];
  for (const answer of proxies)
    it(`that the server expects HTTPS if it answers: ${answer.trim()}`, async () => {
      const proxy = createServer((_, response) => response.writeHead(400).end(answer));
      const { message } = await failureOf(proxy, 'http');
      assert.match(message, /The server expects HTTPS: the address must begin with https:\/\/\.$/);
    });
});
