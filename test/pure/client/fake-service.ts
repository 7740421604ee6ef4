import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { createGunzip } from 'node:zlib';
import { type ClientOptions, TransitClient } from '../../../client/src/client.ts';
import type { Retry } from '../../../client/src/retry.ts';

type Answering = (
  request: IncomingMessage,
  response: ServerResponse,
  attempt: number,
) => void | Promise<void>;

/** Starts a server that misbehaves as a test needs it, and a client that hardly waits before it tries again. */
export async function fakeService(answer: Answering, options: Partial<ClientOptions> = {}) {
  let attempts = 0;
  const server = createServer();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    attempts += 1;
    void answer(request, response, attempts);
  };
  server.on('request', handle);
  // Without `continueFirst` the server answers before the body is sent, as the service does with a wrong key.
  server.on('checkContinue', handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const retried: Retry[] = [];
  const client = new TransitClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username: 'test_a',
    password: 'b:c',
    retryDelayMs: 1,
    onRetry: (retry) => retried.push(retry),
    ...options,
  });
  after(() => client.close());
  return { client, retried, attempts: () => attempts };
}

/** Reads a roster as the service does. */
export async function receive(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<{ syncId: string }> {
  response.writeContinue();
  return JSON.parse(await text(request.pipe(createGunzip())));
}

export function refuse(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/problem+json', 'x-request-id': 'r-1', ...headers })
    .end(JSON.stringify({ type: 'about:blank', title: code, status, detail: `It is ${code}.`, code }));
}

export function answerData(response: ServerResponse, data: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
}
