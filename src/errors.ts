/** Every way a request or a command can fail on purpose. The HTTP status of each is in `http/problems.ts`. */
export type ErrorCode =
  // what a client of the API can meet
  | 'malformed-request'
  | 'invalid-credentials'
  | 'missing-permission'
  | 'not-signed-in'
  | 'sign-in-failed'
  | 'admin-required'
  | 'confirmation-required'
  | 'https-required'
  | 'not-found'
  | 'document-not-downloadable'
  | 'payload-too-large'
  | 'unsupported-media-type'
  | 'headers-too-large'
  | 'request-timeout'
  | 'invalid-values'
  | 'too-many-requests'
  | 'conflict'
  | 'ticket-not-valid'
  | 'foreign-origin'
  | 'link-expired'
  | 'offer-withdrawn'
  | 'wallet-not-configured'
  | 'sync-in-progress'
  | 'integration-disconnected'
  | 'too-many-unfinished-runs'
  | 'not-held'
  | 'clock-cannot-go-back'
  | 'transition-refused'
  | 'internal-error'
  | 'shutting-down'
  | 'database-unavailable'
  | 'query-too-slow'
  // what an operator can meet at the command line
  | 'invalid-configuration'
  | 'wrong-environment'
  | 'unsuitable-database'
  | 'incompatible-schema'
  | 'data-folder-in-use'
  | 'data-folder-unusable'
  | 'embedded-database-failed';

/** A request with more mistakes than this gets the first of them, and how many there are. */
export const MOST_ERRORS_SHOWN = 100;

/** One thing wrong with one value: where it stands, and why. Never the value itself. */
export interface ValueError {
  in: 'query' | 'body';
  pointer: string;
  code: string;
  message: string;
}

interface Details {
  errors?: ValueError[];
  /** How many errors there are in all, when `errors` holds only the first of them. */
  errorCount?: number;
  missingPermissions?: readonly string[];
  /** Why it cannot be done as things stand, with the values its sentence names; see `refusals.ts`. */
  reason?: string;
  values?: Record<string, string | number>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected failure. Its message is written for the person who meets it and holds no personal data. */
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

export const notFound = () => new AppError('not-found', 'There is nothing here with that id.');
