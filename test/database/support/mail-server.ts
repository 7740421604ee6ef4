import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { SmtpServer } from '../../../src/platform/config/mail.ts';
import { certify } from '../../pure/support/certificate.ts';

interface Received {
  to: string[];
  /** Whether the connection was encrypted, and the user that signed in. */
  secure: boolean;
  user: string | undefined;
  mail: Email;
}

/** What the server answers: nothing (it accepts), a refusal, or silence until the connection ends. */
type Answer = undefined | { code: number; text: string } | 'silence' | 'hang up';

export interface MailServerRules {
  onRecipient?: (address: string) => Answer;
  /** Called when the message has arrived completely. */
  onMessage?: (received: Received) => Answer | Promise<Answer>;
  /** Only TLS connections may sign in, and only with this password. */
  password?: string;
  options?: SMTPServerOptions;
}

export interface TestMailServer {
  readonly port: number;
  /** All messages that the server has accepted. */
  readonly received: Received[];
  /** The rules can be changed while the server runs. */
  readonly rules: MailServerRules;
  /** The certificate of the server, for clients that are to trust it. */
  readonly certificate: string;
  /** The settings of a client. */
  settings(changes?: Partial<SmtpServer>): SmtpServer;
  close(): Promise<void>;
}

/** Starts a real mail server on this machine. It is closed after the last test of the file. */
export async function startMailServer(rules: MailServerRules = {}, port = 0): Promise<TestMailServer> {
  const received: Received[] = [];
  const { key, certificate } = certify();
  const sockets = new Set<Socket>();
  const answer = async (given: Answer | Promise<Answer>, session: { id: string }, accept: Callback) => {
    const what = await given;
    if (what === 'silence') return;
    if (what === 'hang up') return endConnection(server, session);
    accept(what && Object.assign(new Error(what.text), { responseCode: what.code }));
  };
  const server = new SMTPServer({
    key,
    cert: certificate,
    logger: false,
    authOptional: rules.password === undefined,
    allowInsecureAuth: false,
    disableReverseLookup: true,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      done(
        password === rules.password ? null : new Error('wrong password'),
        password === rules.password ? { user: username } : undefined,
      ),
    onRcptTo: ({ address }, session, done) => void answer(rules.onRecipient?.(address), session, done),
    onData: (stream, session, done) =>
      void buffer(stream).then(async (bytes) => {
        const mail = await PostalMime.parse(bytes);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const message: Received = { to, secure: session.secure, user: String(session.user ?? ''), mail };
        await answer(
          (async () => {
            const judged = await rules.onMessage?.(message);
            // "hang up" and "silence" are accepted without telling the client.
            if (typeof judged !== 'object') received.push(message);
            return judged;
          })(),
          session,
          done,
        );
        // A client that dies in the middle of a message has sent none.
      }, done),
    ...rules.options,
  });
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const own = (server.server.address() as AddressInfo).port;
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  after(close);
  return {
    port: own,
    received,
    rules,
    certificate,
    settings: (changes = {}) => ({
      host: 'localhost',
      port: own,
      secure: false,
      requireTLS: false,
      auth: undefined,
      ...changes,
    }),
    close,
  };
}

type Callback = (error?: Error | null) => void;

function endConnection(server: SMTPServer, { id }: { id: string }): void {
  for (const connection of server.connections as Set<{ id: string; _socket: Socket }>)
    if (connection.id === id) connection._socket.destroy();
}
