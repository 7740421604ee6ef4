import assert from 'node:assert/strict';

export interface Answer {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

const KEYS = ['type', 'title', 'status', 'detail', 'code'];
const MORE = ['missingPermissions', 'errors', 'errorCount'];

/** Every error is RFC 9457, names its request, and is kept by nobody. Returns the problem. */
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
  return problem;
}
