import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { ShownEvent } from '../../../src/domain/events/show-event.ts';

interface Received {
  /** The header webhook-id. */
  messageId: string;
  event: ShownEvent;
  body: string;
  headers: IncomingMessage['headers'];
}

/** Answers a request; `count` is 1 for the first one. A number is a status; `later`: it answers by itself, or never. */
type Answer = (
  received: Received,
  count: number,
  response: ServerResponse,
) => number | 'later' | Promise<number>;

export interface Receiver {
  url: string;
  /** Every request whose signature is right. */
  received: Received[];
  /** The requests that were answered with 2xx, each message once. */
  accepted: () => number[];
  answer: Answer;
  secret: string;
  /** How many requests had no valid signature. */
  forged: number;
  close(): Promise<void>;
}

/** A program of a company that receives webhooks and verifies them with the library of Standard Webhooks. */
export async function startReceiver(address = '127.0.0.1'): Promise<Receiver> {
  const accepted: number[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    let event: ShownEvent;
    try {
      const headers = request.headers as Record<string, string>;
      event = new Webhook(receiver.secret).verify(body, headers) as ShownEvent;
    } catch {
      receiver.forged += 1;
      response.writeHead(400).end('signature');
      return;
    }
    const { headers } = request;
    const received = { messageId: String(headers['webhook-id']), event, body, headers };
    receiver.received.push(received);
    const status = await receiver.answer(received, receiver.received.length, response);
    if (status === 'later') return;
    if (status >= 200 && status < 300 && !accepted.includes(event.id)) accepted.push(event.id);
    response.writeHead(status).end(status === 204 ? undefined : `answer ${status}`);
  }).listen(0, address);
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  after(close);
  const receiver: Receiver = {
    url: `http://${address}:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    accepted: () => accepted,
    answer: () => 204,
    secret: 'whsec_bm90IHNldCB5ZXQ=',
    forged: 0,
    close,
  };
  return receiver;
}
