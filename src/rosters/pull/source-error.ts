import type { OutgoingProblem } from '../../platform/outgoing/outgoing-error.ts';
import type { PulledField } from './pulled-fields.ts';

/** Why a pull ends without a roster. Each is a code of an attempt (docs/connecting.md, "Complete or nothing"). */
export const SOURCE_CODES = [
  'source-unauthorised',
  'source-unreachable',
  'source-throttled',
  'source-incomplete',
  'source-empty',
  'source-unreadable',
  'source-field-missing',
] as const;
export type SourceCode = (typeof SOURCE_CODES)[number];

interface Details {
  /** In words for the person who looks after the source: what the system answered. It never has personal data or credentials. */
  detail: string;
  /** The field that is missing, or `absences`. */
  field?: PulledField | 'absences' | undefined;
  /** What has to be granted, as the system itself calls it. */
  right?: string | undefined;
  /** If no connection came about. */
  problem?: OutgoingProblem;
  /** Of an answer of HTTP. 401 is about the credentials, 403 about their rights. */
  status?: number;
  cause?: unknown;
}

/** The source gave no complete roster. Nothing is changed, and admins are notified. */
export class SourceError extends Error {
  readonly code: SourceCode;
  readonly detail: string;
  readonly field: PulledField | 'absences' | undefined;
  readonly right: string | undefined;
  readonly problem: OutgoingProblem | undefined;
  readonly status: number | undefined;

  constructor(code: SourceCode, { detail, field, right, problem, status, cause }: Details) {
    super(`${code}: ${printable(detail)}`, { cause });
    this.name = 'SourceError';
    this.code = code;
    this.detail = printable(detail);
    this.field = field;
    this.right = right;
    this.problem = problem;
    this.status = status;
  }
}

const MAX_DETAIL_LENGTH = 500;

/** Names of fields and types of contents are texts of the system. */
const printable = (detail: string) =>
  detail
    .slice(0, MAX_DETAIL_LENGTH)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\u{FFFD}');

/** For answers that the system's documents do not allow. `place` says where, such as `data[3].id`. */
export const unreadable = (detail: string) => new SourceError('source-unreadable', { detail });

export const incomplete = (detail: string) => new SourceError('source-incomplete', { detail });
