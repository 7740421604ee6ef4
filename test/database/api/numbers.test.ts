import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestService } from '../support/service.ts';

/** Returns the paths of numbers that may be larger than a column of the database. */
function unboundedNumbers(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, unknown>;
  const isBounded =
    (minimum ?? exclusiveMinimum) !== undefined && (maximum ?? exclusiveMaximum) !== undefined;
  const isNumber = type === 'integer' || type === 'number';
  const inside = Object.entries(schema).flatMap(([name, part]) =>
    ['description', 'default', 'examples', 'enum', 'const'].includes(name)
      ? []
      : unboundedNumbers(part, `${path}.${name}`),
  );
  return isNumber && !isBounded ? [path, ...inside] : inside;
}

it('every number of a request has a smallest and a largest value', async () => {
  const { app } = await createTestService();
  const unbounded = app.declaredRoutes.flatMap(({ method, url, schema }) => {
    const { params, querystring, body, headers } = schema as Record<string, unknown>;
    return unboundedNumbers({ params, querystring, body, headers }, `${method} ${url}`);
  });
  assert.deepEqual(unbounded, []);
});

/** Returns the formats that the schema names, without those of answers. */
function formatsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { format } = schema as { format?: unknown };
  return [...(typeof format === 'string' ? [format] : []), ...Object.values(schema).flatMap(formatsIn)];
}

// The validator's own formats of texts are regular expressions, which test/pure/expressions does not see. Its `int64` is a function.
it('every format of a text in a request is checked by a function of ours', async () => {
  const { app } = await createTestService();
  const formats = app.declaredRoutes.flatMap(({ schema }) => {
    const { params, querystring, body, headers } = schema as Record<string, unknown>;
    return formatsIn({ params, querystring, body, headers });
  });
  assert.deepEqual([...new Set(formats)].sort(), ['date', 'date-or-timestamp', 'int64', 'month', 'search']);
});
