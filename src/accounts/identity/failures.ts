import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { AppError } from '../../platform/errors.ts';
import { OutgoingError } from '../../platform/outgoing/outgoing-error.ts';
import { refused } from '../../platform/refusals.ts';

/** Errors with which a token endpoint says that it does not know this client, or not with this secret. */
const CLIENT_ERRORS = ['invalid_client', 'unauthorized_client'];

/** Returns the reason why a provider cannot be used. Other errors are our bugs and are returned unchanged. */
export function explainFailure(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof AuthorizationResponseError) return withCause(refused('provider-refused'), error);
  if (rejectsClient(error)) return withCause(refused('provider-rejects-client'), error);
  if (outgoingError(error)) return withCause(refused('provider-unreachable'), error);
  if (
    error instanceof ClientError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  )
    return withCause(refused('provider-answer-invalid'), error);
  return error;
}

export function rejectsClient(error: unknown): boolean {
  return (
    (error instanceof ResponseBodyError && CLIENT_ERRORS.includes(error.error)) ||
    (error instanceof WWWAuthenticateChallengeError && error.status === 401)
  );
}

/** The library wraps errors of requests. */
export function outgoingError(error: unknown): OutgoingError | undefined {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof OutgoingError) return each;
  return undefined;
}

function withCause(refusal: AppError, cause: unknown): AppError {
  return new AppError(refusal.code, refusal.message, { ...refusal.details, cause });
}
