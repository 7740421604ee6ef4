import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import type { SmtpServer } from '../../platform/config/mail.ts';
import { errorCode } from '../../platform/errors.ts';
import { WORKER_SLOTS } from '../../platform/limits.ts';
import { createHostResolver, type ResolveHost } from '../../platform/outgoing/resolve-host.ts';
import { openConnection } from './open-connection.ts';

interface Message {
  from: string;
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
}

type Outcome =
  | { is: 'accepted' }
  /** The mail server will never accept it. */
  | { is: 'refused'; reason: string }
  /** `isServerInTrouble`: no other mail would be accepted now either. */
  | { is: 'postponed'; reason: string; isServerInTrouble: boolean };

export interface MailServer {
  deliver(message: Message): Promise<Outcome>;
  /** Connects and signs in, and sends nothing. Rejects if the server does not accept that. */
  verify(): Promise<void>;
  /** Closes the connections. With `force`, deliveries that are running fail. */
  close(force: boolean): void;
}

/** Time limits: for a connection, the greeting, silence in between, and a whole delivery. */
export interface SmtpTimes {
  connectMs: number;
  silenceMs: number;
  /** Shorter than a claim (`mails-sql.ts`): nobody else sends the mail meanwhile. */
  wholeMs: number;
}

const TIMES: SmtpTimes = { connectMs: 20_000, silenceMs: 60_000, wholeMs: 240_000 };

const MAILS_PER_CONNECTION = 100;

/** As nodemailer calls it. */
type GetSocketCallback = (error: Error | null, found?: { connection: Socket }) => void;

interface Options {
  times?: SmtpTimes;
  /** Trusted besides the usual ones. */
  certificates?: string;
  resolveHost?: ResolveHost;
}

export function connectMailServer(
  server: SmtpServer,
  { times = TIMES, certificates, resolveHost = createHostResolver() }: Options = {},
): MailServer {
  const open = () => {
    const givingUp = new AbortController();
    const patience = { connectMs: times.connectMs, signal: givingUp.signal };
    const getSocket = (_options: unknown, callback: GetSocketCallback) => {
      openConnection(server, resolveHost, patience).then(
        (connection) => callback(null, { connection }),
        (error) => callback(error),
      );
    };
    const pool = createTransport({
      pool: true,
      host: server.host,
      port: server.port,
      secure: server.secure,
      requireTLS: server.requireTLS,
      ...(server.auth && { auth: server.auth }),
      ...(certificates !== undefined && { tls: { ca: certificates } }),
      maxConnections: WORKER_SLOTS.mails.count,
      maxMessages: MAILS_PER_CONNECTION,
      // The pool would send a mail again at once if the connection ends, although the server may have accepted it.
      maxRequeues: 0,
      connectionTimeout: times.connectMs,
      greetingTimeout: times.connectMs,
      socketTimeout: times.silenceMs,
      // A mail is built from our own text only.
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket,
    });
    return {
      pool,
      close: (force: boolean) => {
        // A connection that is being opened would still deliver its mail, although the pool has reported it as failed.
        if (force) givingUp.abort();
        pool.close({ force });
      },
    };
  };
  let transport = open();

  async function send(message: Message): Promise<void> {
    const used = transport;
    const overdue = setTimeout(() => {
      // A server that sends a byte now and then is never silent. The other deliveries of this pool fail too.
      if (transport === used) transport = open();
      used.close(true);
    }, times.wholeMs);
    try {
      // As an object: a text would be parsed, and an address with a comma would be two recipients.
      await used.pool.sendMail({ ...message, to: { name: '', address: message.to } });
    } finally {
      clearTimeout(overdue);
    }
  }

  return {
    async deliver(message) {
      try {
        await send(message);
        return { is: 'accepted' };
      } catch (error) {
        return judge(error);
      }
    },
    async verify() {
      await transport.pool.verify();
    },
    close: (force) => transport.close(force),
  };
}

/** The commands whose answers are about this mail. Others are about the connection, the password or the sender. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];

function judge(error: unknown): Outcome {
  const { command, response, responseCode, message } = error as Partial<
    Record<'command' | 'response' | 'message', string>
  > & { responseCode?: number };
  // The address cannot be written in SMTP at all.
  if (errorCode(error) === 'EENVELOPE' && command === 'API') return { is: 'refused', reason: message ?? '' };
  const isAboutTheMail = responseCode !== undefined && ABOUT_THE_MAIL.includes(command ?? '');
  // The message also says what failed; where the answer is about the mail, the answer says it all.
  const reason = (isAboutTheMail ? response : message) ?? 'The mail server gave no reason.';
  if (isAboutTheMail && responseCode >= 500) return { is: 'refused', reason };
  return { is: 'postponed', reason, isServerInTrouble: !isAboutTheMail };
}
