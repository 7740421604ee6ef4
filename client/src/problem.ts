import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from './api.ts';

/** One wrong value: its place (a JSON Pointer), the reason, and the person if the entry has a readable `hrId`. */
export type ValueError = NonNullable<Problem['errors']>[number];

/** An answer that the service may give with new codes at any time. */
type OpenEnded<Known extends string> = Known | (string & Record<never, never>);

/** The service refused the request. Programs should look at `code`. */
export class TransitProblem extends Error {
  override readonly name = 'TransitProblem';
  readonly status: number;
  /** What is wrong, for programs. `unknown` if the answer comes from something else than the service, such as a proxy. */
  readonly code: OpenEnded<Problem['code'] | 'unknown'>;
  /** What is wrong, in words. */
  readonly detail: string;
  /** Of a 409: why it cannot be done as things stand. */
  readonly reason: OpenEnded<NonNullable<Problem['reason']>> | undefined;
  readonly values: Readonly<Record<string, string | number>>;
  readonly missingPermissions: readonly string[];
  /** The first hundred wrong values of a 422. */
  readonly errors: readonly ValueError[];
  /** The number of all wrong values. */
  readonly errorCount: number;
  /** For a report to the operator. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, headers: IncomingHttpHeaders, body: string) {
    const problem = readProblem(headers, body);
    const detail = problem.detail ?? unexpected(status, headers, body);
    super(`${status} ${problem.code ?? 'unknown'}: ${detail}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.detail = detail;
    this.reason = problem.reason;
    this.values = problem.values ?? {};
    this.missingPermissions = problem.missingPermissions ?? [];
    this.errors = problem.errors ?? [];
    this.errorCount = problem.errorCount ?? this.errors.length;
    this.requestId = [headers['x-request-id']].flat()[0];
    this.retryAfterSeconds = readRetryAfter(headers['retry-after']);
  }
}

/** No answer: the server cannot be reached, or the connection was lost. `cause` has the error of the connection. */
export class TransitUnreachable extends Error {
  override readonly name = 'TransitUnreachable';
  /** Another try does not help: the address has the wrong scheme, or the certificate is not trusted. */
  readonly isPermanent: boolean;

  constructor(
    message: string,
    { cause, isPermanent = false }: { cause?: unknown; isPermanent?: boolean } = {},
  ) {
    super(message, { cause });
    this.isPermanent = isPermanent;
  }
}

/**
 * The service has another roster under this `syncId`, and has ignored this one. Send it with another `syncId`. The company's admins are
 * told too.
 */
export class SyncIdReused extends Error {
  override readonly name = 'SyncIdReused';
  readonly syncId: string;

  constructor(syncId: string) {
    super(`The service has another roster under the syncId ${syncId}. This one was ignored.`);
    this.syncId = syncId;
  }
}

/** Events are kept for 90 days. Read the lists once, then go on from `oldestId`. */
export class EventsMissed extends Error {
  override readonly name = 'EventsMissed';
  readonly oldestId: number;

  constructor(after: number, oldestId: number) {
    super(`The events from ${after + 1} to ${oldestId - 1} have been deleted.`);
    this.oldestId = oldestId;
  }
}

function readProblem(headers: IncomingHttpHeaders, body: string): Partial<Problem> {
  if (!/^application\/problem\+json/.test(headers['content-type'] ?? '')) return {};
  try {
    return { ...JSON.parse(body) };
  } catch {
    return {};
  }
}

/** nginx, Caddy and other servers in Go, and Apache say it in these words. */
const EXPECTS_HTTPS =
  /HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL/;

function unexpected(status: number, { location }: IncomingHttpHeaders, body: string): string {
  if (status === 400 && EXPECTS_HTTPS.test(body))
    return 'The server expects HTTPS: the address must begin with https://.';
  if (status >= 300 && status < 400 && location)
    return `The server redirects to ${location}. Credentials are not sent there; use that address if it is right.`;
  return `The server answered ${status} without a problem document. Is the address that of the service?`;
}

/** Seconds, or the time at which to try again. */
function readRetryAfter(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, Math.ceil((time - Date.now()) / 1000));
}
