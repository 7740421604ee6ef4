import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attacker } from './attacker-facts.ts';

/** How often each status was answered. Requests without an answer count as 0. */
export type Answers = Record<number, number>;

export interface Attack {
  /** Requests in flight. */
  atOnce: number;
  send: (attacker: Attacker, number: number) => Promise<number>;
  /** Runs before the first request. */
  prepare?: (attacker: Attacker) => Promise<void>;
  /** What the other tenant does all the while: reads, unless it is said here. */
  disturbs?: 'webhooks';
  /** The statuses that the attacker may get. None: nobody is answered. */
  mayGet: readonly number[];
}

export const MEBIBYTE = 1024 * 1024;

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

interface Sending {
  method?: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Buffer | string;
  /** Writes the body itself, slowly or never completely. */
  write?: (asked: ClientRequest) => Promise<void>;
}

export async function ask(
  { port, address }: Attacker,
  { method = 'GET', path, headers = {}, body, write }: Sending,
): Promise<number> {
  const sent = { ...headers, 'x-forwarded-for': address };
  const asked = request({ host: '127.0.0.1', port, agent, method, path, headers: sent });
  try {
    const answered = once(asked, 'response');
    answered.catch(() => {});
    if (write) await Promise.race([write(asked), answered]);
    else asked.end(body);
    const [answer] = (await answered) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode ?? 0;
  } catch {
    return 0;
  } finally {
    asked.destroy();
  }
}

/** Asks for a file and takes none of it, until the connection is closed. */
export async function askWithoutReading(
  { port, address }: Attacker,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port });
  const sent = { host: `127.0.0.1:${port}`, 'x-forwarded-for': address, ...headers };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
  await once(socket, 'close').catch(() => {});
  return 0;
}

/** The id of somebody in the attacker's company, which has 500 people in the test. An unknown id would get 404. */
export const someone = ({ employeeId }: Attacker, number: number) => employeeId + (number % 500);

export const withKey = ({ authorization }: Attacker) => ({ authorization });
export const fromOwnPage = ({ port }: Attacker) => ({
  origin: `http://127.0.0.1:${port}`,
  'content-type': 'application/json',
});
export const withSession = ({ cookie }: Attacker) => ({ cookie, 'sec-fetch-site': 'same-origin' });

/** Goes on with a kilobyte a second, far below what an honest client sends. */
export async function trickle(asked: ClientRequest, first: Buffer): Promise<void> {
  asked.write(first);
  for (;;) {
    await sleep(1_000);
    if (asked.destroyed) return;
    asked.write(Buffer.alloc(1_024, ' '));
  }
}

export const postToPortal = <Data>(attacker: Attacker, path: string, body: object) =>
  sendToPortal<Data>(attacker, 'POST', path, body);

async function sendToPortal<Data>(
  attacker: Attacker,
  method: string,
  path: string,
  body: object,
): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${attacker.port}/portal/api/${path}`, {
    method,
    headers: { ...withSession(attacker), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: Data };
  return data;
}

/** A source as HR enters it. */
export interface EnteredSource {
  system: string;
  values: Record<string, string>;
}

/** Creates an integration with the draft of this source. Returns its id. */
export async function enterSource(attacker: Attacker, entered: EnteredSource): Promise<number> {
  const name = `source ${Date.now()} ${sources++}`;
  const type = 'hr-integration';
  const { id } = await postToPortal<{ id: number }>(attacker, 'integrations', { name, type });
  await sendToPortal(attacker, 'PUT', `integrations/${id}/source/draft`, entered);
  return id;
}

let sources = 0;

/** Tests the draft of an integration. */
export const testSource = (attacker: Attacker, integrationId: number) =>
  ask(attacker, {
    method: 'POST',
    path: `/portal/api/integrations/${integrationId}/source/draft/test`,
    headers: { ...withSession(attacker), 'content-type': 'application/json' },
    body: '{"showsValues":false}',
  });
