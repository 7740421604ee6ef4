/** The codes of all expected failures. `http/problems.ts` maps each one to an HTTP status. */
export type ErrorCode =
  // in responses of the API
  | 'malformed-request'
  | 'invalid-credentials'
  | 'missing-permission'
  | 'address-not-allowed'
  | 'key-restricted'
  | 'approval-in-portal-only'
  | 'not-signed-in'
  | 'sign-in-failed'
  | 'sign-in-expired'
  | 'passkey-refused'
  | 'passkey-required'
  | 'role-required'
  | 'confirmation-required'
  | 'https-required'
  | 'identity-refused'
  | 'identity-provider-failed'
  | 'not-found'
  | 'method-not-allowed'
  | 'document-not-downloadable'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'request-timeout'
  | 'invalid-values'
  | 'too-many-requests'
  | 'too-many-mails'
  | 'conflict'
  | 'ticket-not-valid'
  | 'foreign-origin'
  | 'date-of-birth-required'
  | 'wrong-date-of-birth'
  | 'link-expired'
  | 'link-ended'
  | 'offer-withdrawn'
  | 'offer-replaced'
  | 'wallet-not-configured'
  | 'mail-not-configured'
  | 'sync-in-progress'
  | 'integration-disconnected'
  | 'too-many-unfinished-runs'
  | 'roster-outdated'
  | 'integration-is-pulled'
  | 'cannot-trigger'
  | 'takes-no-files'
  | 'already-running'
  | 'not-held'
  | 'clock-cannot-go-back'
  | 'demo-not-ready'
  | 'transition-refused'
  | 'internal-error'
  | 'shutting-down'
  | 'busy'
  | 'database-unavailable'
  | 'query-too-slow'
  // on the command line
  | 'invalid-configuration'
  | 'wrong-environment'
  | 'wrong-secret-key'
  | 'unsuitable-database'
  | 'no-database'
  | 'incompatible-schema'
  | 'data-folder-in-use'
  | 'data-folder-unusable'
  | 'embedded-database-failed'
  | 'backup-unusable'
  | 'restore-refused';

/** `errors` lists at most this many mistakes; `errorCount` has the total. */
export const MAX_ERRORS_SHOWN = 100;

/** One invalid value: its place and the reason. Never the value itself. */
export interface ValueError {
  in: 'path' | 'query' | 'body';
  pointer: string;
  code: string;
  message: string;
  /** The known name that an unknown name resembles. */
  similarName?: string;
  /** The personnel number of the roster entry that has the value, if a valid one could be read. */
  hrId?: string;
}

interface Details {
  errors?: ValueError[];
  /** The total number of errors, if `errors` holds only the first ones. */
  errorCount?: number;
  /** The number of `errors` that the answer shows, if not `MAX_ERRORS_SHOWN`. */
  errorsShown?: number;
  /** The message says more than `errors`. */
  addsToErrors?: true;
  missingPermissions?: readonly string[];
  /** The reason of a 409 and the values in its sentence; see `refusals.ts`. */
  reason?: string;
  values?: Record<string, string | number>;
  retryAfterSeconds?: number;
  /** The methods that the address takes. */
  allow?: readonly string[];
  /** The id of the offer that replaced the one asked for. */
  replacedBy?: number;
  cause?: unknown;
}

/** An expected failure. The message is for the user and contains no personal data. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

export const notFound = (detail = 'There is nothing here with that id.') => new AppError('not-found', detail);

/** What a request names by an id. */
type Kind =
  | 'employee'
  | 'document'
  | 'integration'
  | 'sync'
  | 'conflict'
  | 'possible duplicate'
  | 'waiting entry'
  | 'webhook'
  | 'group'
  | 'API key';

/**
 * Repeats the number that was asked for, and no text: a text may be somebody's name. A record of another company is answered like one
 * that does not exist.
 */
export const noSuch = (kind: Kind, id: number) => notFound(`No ${kind} has the id ${id}.`);

export const noSuchIn = (integrationId: number, kind: 'sync' | 'pull') =>
  notFound(`No ${kind} of integration ${integrationId} has this syncId.`);

/** For the log only: the client does not wait for the answer any more. */
export function clientGone(cause?: unknown): AppError {
  return new AppError('malformed-request', 'The connection was closed before the answer.', { cause });
}

/** The code of a system error (`ENOENT`) or of a PostgreSQL error (`57P03`). */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
