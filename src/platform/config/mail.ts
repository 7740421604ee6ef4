import { isIP } from 'node:net';
import { memberOf } from '../networks.ts';
import { invalid, text, type Variables, wholeNumber } from './variables.ts';

/** How mail leaves the service: through a mail server, or into the outbox of the portal (staging only). */
export type MailConfig =
  | { readonly way: 'smtp'; readonly server: SmtpServer; readonly from: string }
  | { readonly way: 'outbox'; readonly from: string };

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps://`). Otherwise STARTTLS, if the server offers it. */
  readonly secure: boolean;
  /**
   * Refuses a server without TLS: mails contain links that hand out tickets. Only on this machine, or if the operator says
   * so, is it not required.
   */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;
const EXAMPLE = 'smtp://user:password@mail.example.com:587';

/** Undefined: production without `SMTP_URL`. Mail is not set up, and people pass links on. */
export function mail(
  env: Variables,
  environment: 'staging' | 'production',
  baseUrl: string,
): MailConfig | undefined {
  const url = text(env, 'SMTP_URL');
  const from = sender(env);
  if (url !== undefined) {
    if (from === undefined)
      throw invalid('MAIL_FROM', 'must be set as well: SMTP_URL and MAIL_FROM belong together');
    return { way: 'smtp', server: server(url, allowsPlain(env)), from };
  }
  if (environment === 'staging')
    return { way: 'outbox', from: from ?? `Transit Ticket Service <no-reply@${hostOf(baseUrl)}>` };
  if (from !== undefined)
    throw invalid('SMTP_URL', `must be set as well: MAIL_FROM alone sends no mail. An example: ${EXAMPLE}`);
  return undefined;
}

/** For a relay in the operator's own network. */
function allowsPlain(env: Variables): boolean {
  return wholeNumber(env, 'SMTP_ALLOW_PLAIN', 0, 0, 1) === 1;
}

function server(given: string, mayBePlain: boolean): SmtpServer {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  // The value is not quoted: it contains a password.
  if (!url || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
    throw invalid('SMTP_URL', `must begin with smtp:// or smtps:// and name a server, such as ${EXAMPLE}`);
  if ((url.pathname !== '' && url.pathname !== '/') || url.search || url.hash)
    throw invalid('SMTP_URL', `must end after the port. Encode special characters of the password: ? is %3F`);
  const [user, pass] = [url.username, url.password].map(decoded);
  if ((user === '') !== (pass === ''))
    throw invalid('SMTP_URL', `must have both a user and a password, or neither: ${EXAMPLE}`);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'smtps:';
  const isRemote = host !== 'localhost' && !isLoopback(host);
  if (mayBePlain && !secure && isRemote && user !== '')
    throw invalid('SMTP_ALLOW_PLAIN', 'must not be set with a password in SMTP_URL: anybody could read it');
  return {
    host,
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    secure,
    requireTLS: !secure && isRemote && !mayBePlain,
    auth: user && pass ? { user, pass } : undefined,
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('SMTP_URL', 'has a % that encodes nothing. Write % as %25');
  }
}

const isLoopback = memberOf(['127.0.0.0/8', '::1']);

const ADDRESS = /^(?:[^\s<>@,;"]+@[^\s<>@,;"]+|[^<>@"]{1,100} <[^\s<>@,;"]+@[^\s<>@,;"]+>)$/;

/** `tickets@example.com` or `Tickets <tickets@example.com>`. */
function sender(env: Variables): string | undefined {
  const given = text(env, 'MAIL_FROM');
  if (given?.includes('\uFFFD')) throw invalid('MAIL_FROM', 'is not in UTF-8');
  if (given !== undefined && !ADDRESS.test(given))
    throw invalid('MAIL_FROM', 'must be one address such as Tickets <tickets@example.com>');
  return given;
}

/** An address literal has brackets: no-reply@[127.0.0.1]. */
function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return isIP(hostname) === 4 ? `[${hostname}]` : hostname;
}
