import assert from 'node:assert/strict';
import { REFUSALS } from '../../../src/platform/refusals.ts';

export interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

const REQUIRED_FIELDS = ['type', 'title', 'status', 'detail', 'code'];
const OPTIONAL_FIELDS = [
  'missingPermissions',
  'errors',
  'errorCount',
  'reason',
  'values',
  'docs',
  'requestId',
];

/**
 * Checks that the answer is an RFC 9457 problem that names its request and may not be cached. Returns the
 * problem.
 */
interface Refusal {
  code: string;
  reason: keyof typeof REFUSALS;
  values?: Record<string, string | number>;
  detail: string;
}

export function assertProblem({ statusCode, headers, body }: Answer, status: number, code: string) {
  assert.equal(statusCode, status, body);
  assert.match(String(headers['content-type']), /^application\/problem\+json(;|$)/);
  assert.match(String(headers['x-request-id']), /^[\w-]{8,64}$/);
  assert.equal(headers['cache-control'], 'no-store');
  const problem = JSON.parse(body);
  assert.deepEqual(Object.keys(problem).slice(0, REQUIRED_FIELDS.length), REQUIRED_FIELDS);
  assert.deepEqual(
    Object.keys(problem).filter((key) => ![...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].includes(key)),
    [],
  );
  assert.ok(URL.canParse(problem.type) && problem.type.endsWith(code), problem.type);
  assert.equal(problem.requestId, headers['x-request-id']);
  if (problem.docs !== undefined)
    assert.ok(problem.docs.endsWith(`/guides/errors-and-limits#${code}`), problem.docs);
  assert.equal(problem.status, status);
  assert.equal(problem.code, code);
  for (const text of [problem.title, problem.detail]) assert.ok(typeof text === 'string' && text.length > 0);
  for (const error of problem.errors ?? []) {
    const { hrId, ...place } = error;
    assert.deepEqual(Object.keys(place), ['in', 'pointer', 'code', 'message']);
    if (hrId !== undefined) assert.match(error.pointer, /^\/employees\/\d+/);
    // Only a request body can be invalid as a whole.
    assert.match(error.pointer, error.in === 'body' ? /^(\/[^/]+)*$/ : /^(\/[^/]+)+$/);
  }
  if (status === 409) assertRefusal(problem);
  return problem;
}

/** The body of a problem without the id of its request. */
export const withoutRequestId = (body: string): string => body.replace(/,"requestId":"[^"]*"/, '');

/** The body of a problem without what differs by the request: its id, and the number of the record that it asked for. */
export function withoutRequest(body: string): unknown {
  if (!body.startsWith('{"type":')) return body;
  const { requestId: _, detail, ...problem } = JSON.parse(body);
  return { ...problem, detail: detail.replaceAll(/\d+/g, 'N') };
}

/**
 * Checks that a 409 names its reason in a form that programs can read, and that the detail is the text of
 * that reason.
 */
function assertRefusal({ code, reason, values = {}, detail }: Refusal): void {
  const [codeOfReason, sentence] = REFUSALS[reason] ?? assert.fail(`a 409 ${code} gives no known reason`);
  assert.equal(codeOfReason, code);
  assert.equal(
    detail,
    sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  );
}
