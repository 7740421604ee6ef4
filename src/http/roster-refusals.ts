import type { FastifyRequest, onErrorAsyncHookHandler } from 'fastify';
import type { Pool } from '../db/types.ts';
import type { AppError } from '../errors.ts';
import type { Submitter } from '../sync/accept-roster.ts';
import { recordAttempt } from '../sync/record-attempt.ts';
import { isProblemCode, PROBLEMS, type ProblemCode, toAppError } from './problems.ts';

/** A roster that is being received, after its sender and the integration were checked. */
interface Receipt {
  companyId: number;
  integrationId: number;
  submitter: Submitter;
  syncId?: string | undefined;
}

export interface RosterRefusals {
  /** From now on, a refusal of this request is recorded. */
  begin(request: FastifyRequest, receipt: Receipt): void;
  noteSyncId(request: FastifyRequest, syncId: string | undefined): void;
  /** For routes that accept rosters. It runs before the refusal is answered. */
  record: onErrorAsyncHookHandler;
}

/**
 * Refusals that say nothing about the roster: the service or its database is not available. The sender is asked to
 * try again.
 */
const UNRECORDED: readonly ProblemCode[] = [
  'not-found',
  'database-unavailable',
  'query-too-slow',
  'busy',
  'shutting-down',
];

const LONGEST_DETAIL = 500;

/** Records refused rosters as attempts (docs/sync.md). */
export function rosterRefusals(sql: Pool, count: (code: ProblemCode) => void): RosterRefusals {
  const receipts = new WeakMap<FastifyRequest, Receipt>();
  return {
    begin: (request, receipt) => {
      receipts.set(request, receipt);
    },
    noteSyncId: (request, syncId) => {
      const receipt = receipts.get(request);
      if (receipt) receipt.syncId = syncId;
    },
    async record(request, _reply, error) {
      const receipt = receipts.get(request);
      const problem = toAppError(error, request.routeOptions.bodyLimit);
      const code = isProblemCode(problem.code) ? problem.code : 'internal-error';
      if (!receipt || UNRECORDED.includes(code)) return;
      count(code);
      try {
        await recordAttempt(sql, receipt.companyId, receipt.integrationId, {
          ...receipt.submitter,
          requestId: request.id,
          syncId: receipt.syncId ?? null,
          ...describe(problem, code),
        });
      } catch (failure) {
        // The sender gets the refusal, not the failure to record it.
        request.log.warn({ err: failure }, 'a refused roster could not be recorded');
      }
    },
  };
}

/** Without the values. With `errors`, most details only repeat them. */
function describe({ message, details }: AppError, code: ProblemCode) {
  const errors = (details.errors ?? []).map(({ in: place, pointer, code: what, hrId }) => ({
    in: place,
    pointer,
    code: what,
    ...(hrId !== undefined && { hrId }),
  }));
  return {
    status: PROBLEMS[code].status,
    code,
    detail: errors.length === 0 || details.addsToErrors ? message.slice(0, LONGEST_DETAIL) : null,
    errors,
    errorCount: details.errorCount ?? errors.length,
  };
}
