import type { FastifyRequest, onErrorAsyncHookHandler } from 'fastify';
import { KeyRefused } from '../../company/api-keys/key-refused.ts';
import { isInScope } from '../../domain/access/scope.ts';
import type { Pool } from '../../platform/db/types.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Submitter } from '../../rosters/accept/accept-roster.ts';
import type { Refusal } from '../../rosters/runs/attempts-sql.ts';
import { recordAttempt } from '../../rosters/runs/record-attempt.ts';
import { isProblemCode, PROBLEMS, type ProblemCode, toAppError } from '../problems.ts';
import { readPathId } from '../query.ts';
import { isRecorded, REUSED_CODE } from '../refusal-codes.ts';
import type { KeyRefusals } from './key-refusals.ts';

/** A roster that is being received, after its sender and the integration were checked. */
interface Receipt {
  companyId: number;
  integrationId: number;
  submitter: Submitter;
  /** Has a syncId once one has been read. */
  roster?: { readonly syncId: string | undefined };
}

export interface RosterRefusals {
  /** From now on, a refusal of this request is recorded. */
  begin(request: FastifyRequest, receipt: Receipt): void;
  /** A refusal names the syncId that was read of this roster. */
  follow(request: FastifyRequest, roster: NonNullable<Receipt['roster']>): void;
  /** For routes that accept rosters. It runs before the refusal is answered. */
  record: onErrorAsyncHookHandler;
  /** Records a roster that was answered with 204 but ignored, because its syncId was used for other content. */
  recordIgnored(request: FastifyRequest): Promise<void>;
}

const MAX_DETAIL_LENGTH = 500;

const REUSED = {
  status: 204,
  code: REUSED_CODE,
  detail: 'An earlier roster with other content has this syncId. This roster was ignored.',
  errors: [],
  errorCount: 0,
} as const;

/** Records rosters that were not taken as attempts (docs/sync.md). */
export function rosterRefusals(
  sql: Pool,
  keyRefusals: KeyRefusals,
  count: (code: string) => void,
): RosterRefusals {
  const receipts = new WeakMap<FastifyRequest, Receipt>();

  type Reason = Pick<Refusal, 'status' | 'code' | 'detail' | 'errors' | 'errorCount'>;
  const record = async (request: FastifyRequest, receipt: Receipt, reason: Reason) => {
    const { companyId, integrationId, submitter, roster } = receipt;
    count(reason.code);
    try {
      await recordAttempt(sql, companyId, integrationId, {
        ...submitter,
        isKeyRefusal: false,
        count: 1,
        requestId: request.id,
        syncId: roster?.syncId ?? null,
        ...reason,
      });
    } catch (failure) {
      // The sender gets the answer, not the failure to record it.
      request.log.warn({ err: failure }, 'a roster that was not taken could not be recorded');
    }
  };

  return {
    begin: (request, receipt) => {
      receipts.set(request, receipt);
    },
    follow: (request, roster) => {
      const receipt = receipts.get(request);
      if (receipt) receipt.roster = roster;
    },
    async record(request, _reply, error) {
      const receipt = receipts.get(request);
      const problem = toAppError(error, request);
      const code = isProblemCode(problem.code) ? problem.code : 'internal-error';
      if (!receipt) {
        const refusal = keyRefusalOf(request, problem, code);
        if (!refusal) return;
        count(refusal.code);
        keyRefusals.add(refusal);
      } else if (isRecorded(code)) await record(request, receipt, describe(problem, code));
    },
    async recordIgnored(request) {
      const receipt = receipts.get(request);
      if (receipt) await record(request, receipt, REUSED);
    },
  };
}

/** If a key of the company was refused before the body was read, and the integration in the path is in its scope. */
function keyRefusalOf(request: FastifyRequest, problem: AppError, code: ProblemCode) {
  const refused = problem instanceof KeyRefused ? problem : undefined;
  const key = refused?.key ?? (code === 'missing-permission' ? request.key : undefined);
  const integrationId = pathIdOf(request);
  if (!key || integrationId === undefined || !isInScope(key.scope, integrationId)) return undefined;
  return {
    companyId: key.companyId,
    integrationId,
    keyId: key.id,
    requestId: request.id,
    status: PROBLEMS[code].status,
    code: refused?.reason ?? code,
    detail: (refused?.explanation ?? problem.message).slice(0, MAX_DETAIL_LENGTH),
  };
}

function pathIdOf({ params }: FastifyRequest): number | undefined {
  try {
    return readPathId((params as { id: unknown }).id);
  } catch {
    return undefined;
  }
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
    detail: errors.length === 0 || details.addsToErrors ? message.slice(0, MAX_DETAIL_LENGTH) : null,
    errors,
    errorCount: details.errorCount ?? errors.length,
  };
}
