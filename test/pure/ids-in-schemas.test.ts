import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withApp } from '../../route-types/with-app.ts';

interface Node {
  [key: string]: unknown;
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Node;
}

/** The largest integer that JavaScript and JSON represent exactly. */
const MAX = 9_007_199_254_740_991;

/** Names of integers that are no ids of records, and may be 0 or less. */
const NO_IDS = ['after'];

const isId = (name: string) => /^(id|ids|company)$|(Id|Ids)$/.test(name);
const isInteger = ({ type }: Node) => [type].flat().includes('integer');
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Calls `visit` with every named schema: the properties of objects, and the parameters of an operation. */
function walk(node: unknown, visit: (name: string, schema: Node) => void): void {
  if (!isNode(node)) return;
  if (typeof node['name'] === 'string' && isNode(node['schema'])) visit(node['name'], node['schema']);
  for (const [key, value] of Object.entries(node)) {
    // Examples are values.
    if (key === 'examples' || key === 'default') continue;
    if (key === 'properties' && isNode(value))
      for (const [name, schema] of Object.entries(value)) if (isNode(schema)) visit(name, schema);
    walk(value, visit);
  }
}

/** The ids in it, and what is wrong with them. */
function judge(document: unknown): { count: number; wrong: string[] } {
  const wrong: string[] = [];
  let count = 0;
  walk(document, (name, schema) => {
    const inner = schema.items ?? schema;
    if (!isInteger(inner)) return;
    const { format, minimum, maximum } = inner;
    const said = `${name}: ${JSON.stringify(inner)}`;
    if (isId(name)) {
      count++;
      if (format !== 'int64' || minimum !== 1 || maximum !== MAX) wrong.push(said);
    } else if ((maximum ?? 0) >= 2 ** 31 && format !== 'int64') wrong.push(said);
    if (NO_IDS.includes(name) && format !== 'int64') wrong.push(said);
  });
  return { count, wrong };
}

it('every id is an int64 with its bounds, in the OpenAPI document and in the schemas of all routes', async () => {
  const { openapi, routes, shared } = await withApp((app) => ({
    openapi: JSON.parse(JSON.stringify(app.swagger())),
    routes: app.declaredRoutes.map(({ schema }) => schema),
    shared: app.getSchemas(),
  }));
  for (const [document, atLeast] of [
    [openapi, 40],
    [JSON.parse(JSON.stringify([routes, shared])), 200],
  ] as const) {
    const { count, wrong } = judge(document);
    assert.deepEqual(wrong, []);
    assert.ok(count >= atLeast, `${count} ids`);
  }
});

it('the check of this test finds an id of 32 bits, in a parameter, an object and a list', () => {
  const ids = { type: 'array', items: { type: 'integer', minimum: 1, maximum: MAX } };
  const wrong = [
    { parameters: [{ in: 'query', name: 'employeeIds', schema: ids }] },
    { properties: { id: { type: 'integer' } } },
    { properties: { runId: { type: ['integer', 'null'], format: 'int64', minimum: 1 } } },
  ];
  for (const document of wrong) assert.equal(judge(document).wrong.length, 1);
});
