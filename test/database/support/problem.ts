import assert from 'node:assert/strict';
import { REFUSALS } from '../../../src/refusals.ts';

export interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

const KEYS = ['type', 'title', 'status', 'detail', 'code'];
const MORE = ['missingPermissions', 'errors', 'errorCount', 'reason', 'values'];

/** Every error is RFC 9457, names its request, and is kept by nobody. Returns the problem. */
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
  assert.deepEqual(Object.keys(problem).slice(0, KEYS.length), KEYS);
  assert.deepEqual(
    Object.keys(problem).filter((key) => ![...KEYS, ...MORE].includes(key)),
    [],
  );
  assert.ok(URL.canParse(problem.type) && problem.type.endsWith(code), problem.type);
  assert.equal(problem.status, status);
  assert.equal(problem.code, code);
  for (const text of [problem.title, problem.detail]) assert.ok(typeof text === 'string' && text.length > 0);
  for (const error of problem.errors ?? []) {
    assert.deepEqual(Object.keys(error), ['in', 'pointer', 'code', 'message']);
    // Only of a body the whole can be wrong.
    assert.match(error.pointer, error.in === 'body' ? /^(\/[^/]+)*$/ : /^(\/[^/]+)+$/);
  }
  if (status === 409) assertRefusal(problem);
  return problem;
}

/** Whoever meets a 409 is told why in a way that programs understand, and the sentence is that of the reason. */
function assertRefusal({ code, reason, values = {}, detail }: Refusal): void {
  const [codeOfReason, sentence] = REFUSALS[reason] ?? assert.fail(`a 409 ${code} gives no known reason`);
  assert.equal(codeOfReason, code);
  assert.equal(
    detail,
    sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name])),
  );
}
