import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createServer as createHttp2Server,
  createSecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { decodeJwt } from 'jose';

export interface PushRequest {
  pushToken: string;
  topic: string;
  body: string;
  /** The subject of the client's certificate. Empty without TLS. */
  client: string;
}

/** What the server answers: a status, perhaps with a reason and `Retry-After`, or nothing at all. */
type PushAnswer = number | [status: number, reason: string, retryAfter?: string] | 'never' | 'hang up';

export interface PushServer {
  url: string;
  received: PushRequest[];
  answer: (request: PushRequest, count: number) => PushAnswer;
  sessions: number;
  close(): Promise<void>;
}

/** A server in place of Apple's. With TLS it asks for the client's certificate, as Apple's does. */
export async function startPushServer(tls?: SecureServerOptions): Promise<PushServer> {
  const server = tls ? createSecureServer({ ...tls, requestCert: true }) : createHttp2Server();
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session: ServerHttp2Session) => {
    push.sessions += 1;
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => {});
  });
  server.on('stream', async (stream: ServerHttp2Stream, headers) => {
    stream.on('error', () => {});
    const certificate = tls && (stream.session?.socket as TLSSocket | undefined)?.getPeerCertificate();
    const request = {
      pushToken: String(headers[':path']).replace('/3/device/', ''),
      topic: String(headers['apns-topic']),
      body: await text(stream).catch(() => ''),
      client: certificate ? String(certificate.subject.CN) : '',
    };
    push.received.push(request);
    const answer = push.answer(request, push.received.length);
    if (answer === 'never' || stream.destroyed) return;
    if (answer === 'hang up') return stream.session?.destroy();
    const [status, reason, retryAfter] = typeof answer === 'number' ? [answer, ''] : answer;
    stream.respond({ ':status': status, ...(retryAfter !== undefined && { 'retry-after': retryAfter }) });
    stream.end(reason ? JSON.stringify({ reason }) : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const session of sessions) session.destroy();
    await new Promise((closed) => server.close(closed));
  };
  after(() => (server.listening ? close() : undefined));
  const { port } = server.address() as AddressInfo;
  const push: PushServer = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received: [],
    answer: () => 200,
    sessions: 0,
    close,
  };
  return push;
}

export interface GoogleRequest {
  method: string;
  path: string;
  object: GoogleObject;
}

/** The fields of Google's objects that tests look into. */
export interface GoogleObject {
  id: string;
  state: string;
  subheader: { defaultValue: { value: string } };
  barcode?: { value: string };
  validTimeInterval: { start: { date: string } };
}

export interface GoogleServer {
  url: string;
  /** Without the requests for tokens. */
  received: GoogleRequest[];
  objects: Map<string, object>;
  tokens: number;
  /** Undefined: as Google answers. */
  answer: ((request: GoogleRequest) => number | undefined) | undefined;
}

/** A server in place of Google's: it knows the objects that were inserted, and merges patches. */
export async function startGoogleServer(): Promise<GoogleServer> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = String(request.url);
    if (path === '/token') {
      const { iss, scope } = decodeJwt(new URLSearchParams(body).get('assertion') ?? '');
      google.tokens += 1;
      response.writeHead(iss && scope ? 200 : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ access_token: `token-${google.tokens}`, expires_in: 3600 }));
      return;
    }
    if (!/^Bearer token-\d+$/.test(request.headers.authorization ?? '')) {
      response.writeHead(401).end();
      return;
    }
    const received = {
      method: String(request.method),
      path: path.replace('/walletobjects/v1/', ''),
      object: JSON.parse(body),
    };
    google.received.push(received);
    response.writeHead(google.answer?.(received) ?? usual(received), { 'content-type': 'application/json' });
    response.end('{}');
  });
  const usual = ({ method, path, object }: GoogleRequest): number => {
    const id = method === 'PATCH' ? decodeURIComponent(path.split('/')[1] ?? '') : object.id;
    const known = google.objects.get(id);
    if (method === 'POST' && known) return 409;
    if (method === 'PATCH' && !known) return 404;
    google.objects.set(id, { ...known, ...object });
    return 200;
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => new Promise((closed) => server.close(closed)));
  const { port } = server.address() as AddressInfo;
  const google: GoogleServer = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    objects: new Map(),
    tokens: 0,
    answer: undefined,
  };
  return google;
}
