import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { errorCode } from '../../../../src/platform/errors.ts';

export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: Buffer;
  /** Announces more bytes than it sends, and hangs up. */
  isCut?: boolean;
}

export interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const MAX_ANSWER_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export function closeConnections(): void {
  agent.destroy();
}

/** Sends a request over loopback. Undefined: the connection was closed without an answer. */
export async function send(port: number, sent: Sent): Promise<Received | undefined> {
  try {
    return await sendOnce(port, sent);
  } catch (error) {
    // The service may close a kept connection just when the next request is sent on it, or while a refused body is being sent.
    if (!['ECONNRESET', 'EPIPE'].includes(String(errorCode(error)))) throw error;
    return sent.isCut ? undefined : await sendOnce(port, sent, false);
  }
}

async function sendOnce(
  port: number,
  { method, path, headers, body, isCut = false }: Sent,
  isKept = !isCut,
): Promise<Received> {
  const asked = request({
    ...{ host: '127.0.0.1', port, method, path },
    headers: { ...headers, ...(body && { 'content-length': String(body.length + (isCut ? 10 : 0)) }) },
    agent: isKept ? agent : false,
    signal: AbortSignal.timeout(MAX_ANSWER_MS),
  });
  if (isCut) {
    asked.write(body ?? '');
    asked.once('socket', (socket) => socket.once('connect', () => setTimeout(() => socket.end(), 5)));
  } else asked.end(body);
  const [response] = await once(asked, 'response');
  // The service may answer before the body has been sent, and close the connection.
  asked.on('error', () => {});
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}
