import type { Problem } from './routes.ts';

/** The error of one value: its place and the reason. */
export type FieldError = NonNullable<Problem['errors']>[number];

/** Why the service refuses a request in the present state. */
export type Reason = NonNullable<Problem['reason']>;

/** An error answer of the service, from its problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Problem['code'];
  readonly errors: FieldError[];
  /** The number of errors, of which `errors` may have only the first. */
  readonly errorCount: number;
  /** The reason of a refusal, and the values that its sentence contains. */
  readonly reason: Reason | undefined;
  readonly values: NonNullable<Problem['values']>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter: number | undefined) {
    super(problem.detail ?? `HTTP ${status}`);
    this.status = status;
    this.code = problem.code ?? 'internal-error';
    this.errors = problem.errors ?? [];
    this.errorCount = problem.errorCount ?? this.errors.length;
    this.reason = problem.reason;
    this.values = problem.values ?? {};
    this.retryAfterSeconds = retryAfter;
  }
}

/** The service could not be reached at all. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
}

export function hasCode(error: unknown, code: Problem['code']): boolean {
  return error instanceof ApiError && error.code === code;
}

/** The error of one field of a form. The pointer of the field `permissions` is `/permissions` or `/permissions/0`. */
export function errorAt(error: unknown, field: string): FieldError | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.errors.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`));
}
