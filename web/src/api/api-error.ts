import type { Problem } from './routes.ts';

/** What is wrong with one value: where it stands, and why. */
export type FieldError = NonNullable<Problem['errors']>[number];

/** An answer of the service that is not the one asked for, as its problem document says it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** Of a refusal: why, and what its sentence names. */
  readonly reason: Problem['reason'];
  readonly values: NonNullable<Problem['values']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter: number | undefined) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? 'unknown';
    this.errors = problem.errors ?? [];
    this.reason = problem.reason;
    this.values = problem.values ?? {};
    this.retryAfterSeconds = retryAfter;
  }
}

/** The service could not be reached at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

/** What is wrong with one field of a form: `/email`, or `/permissions/0` for the field permissions. */
export function errorAt(error: unknown, field: string): FieldError | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`));
}
