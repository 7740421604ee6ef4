import { errorCode } from '../errors.ts';

/** Why another server could not be asked. */
export const OUTGOING_PROBLEMS = [
  'not-https',
  'address-not-allowed',
  'unknown-host',
  'certificate',
  'unreachable',
  'timed-out',
  'redirected',
  'too-large',
] as const;

export type OutgoingProblem = (typeof OUTGOING_PROBLEMS)[number];

export class OutgoingError extends Error {
  readonly problem: OutgoingProblem;

  constructor(problem: OutgoingProblem, options: { cause?: unknown } = {}) {
    super(`another server could not be asked: ${problem}`, options);
    this.name = 'OutgoingError';
    this.problem = problem;
  }
}

/** Names the problem behind an error of a socket. Other errors are returned as they are. */
export function explain(error: unknown): unknown {
  if (error instanceof OutgoingError) return error;
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new OutgoingError('unknown-host', { cause: error });
  if (code === 'HPE_HEADER_OVERFLOW') return new OutgoingError('too-large', { cause: error });
  if (/CERT|^ERR_TLS|^ERR_SSL|^EPROTO$|SIGNATURE/.test(code))
    return new OutgoingError('certificate', { cause: error });
  if (/^E[A-Z]+$|^ERR_|^HPE_/.test(code)) return new OutgoingError('unreachable', { cause: error });
  return error;
}
