import { KEY_ENDS } from '../company/api-keys/key-refused.ts';
import { SOURCE_CODES } from '../rosters/pull/source-error.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

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
  'demo-not-ready',
];

/** Answered with 204: an earlier roster with other content has the syncId. */
export const REUSED_CODE = 'sync-id-reused';

export const isRecorded = (code: ProblemCode): boolean => !UNRECORDED.includes(code);

/** Every code that an attempt can have (docs/sync.md, "Attempts"). */
export const REFUSAL_CODES: readonly string[] = [
  ...(Object.keys(PROBLEMS) as ProblemCode[]).filter(isRecorded),
  ...Object.keys(KEY_ENDS),
  ...SOURCE_CODES,
  REUSED_CODE,
];
