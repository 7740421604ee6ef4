import type { App } from '../../../src/http/app.ts';

const PREFIX = '/portal/api';

interface Schema {
  $ref?: string;
  $id?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  format?: string;
}

/** What the routes under `/portal/api` are sent and answer, as TypeScript for the portal's pages. */
export function routeTypes(app: App): string {
  const routes = app.declaredRoutes
    .filter(({ method, url }) => url.startsWith(`${PREFIX}/`) && method !== 'HEAD' && !url.endsWith('/'))
    .map(({ method, url, schema }) => ({ name: `${method} ${url.slice(PREFIX.length)}`, schema }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  const answers = routes.map(({ name, schema }) => line(name, answerOf(schema.response)));
  const bodies = routes
    .filter(({ schema }) => isSchema(schema.body) && schema.body.type === 'object')
    .map(({ name, schema }) => line(name, schema.body as Schema));
  const text = [...answers, ...bodies].join('\n');
  const shared = Object.entries(app.getSchemas())
    .filter(([id]) => text.includes(`Shared['${id}']`))
    .map(([id, schema]) => line(id, schema as Schema));
  return [
    '// Made from the schemas of /portal/api by `npm run portal:types`. Edit those, not this.\n',
    `/** What an answer holds under \`data\`. */\nexport interface Answers {\n${answers.join('\n')}\n}\n`,
    `export interface Bodies {\n${bodies.join('\n')}\n}\n`,
    `/** What is answered instead. */\nexport type Problem = ${typeOf(app.getSchemas()['Problem'] as Schema)};\n`,
    `interface Shared {\n${shared.join('\n')}\n}\n`,
  ].join('\n');
}

function line(name: string, schema: Schema | undefined): string {
  return `  '${name}': ${schema ? typeOf(schema) : 'undefined'};`;
}

/** Of an answer that is wrapped: what is inside. */
function answerOf(response: unknown): Schema | undefined {
  const byStatus = (response ?? {}) as Record<string, Schema>;
  const success = byStatus['200'] ?? byStatus['201'] ?? byStatus['202'];
  return success?.properties?.['data'];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return `Shared['${schema.$ref.replace(/#$/, '')}']`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((each) => inList(typeOf(each))).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => inList(typeOf(each))).join(' & ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return types.map((type) => plainType(type, schema)).join(' | ');
}

function plainType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${inList(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const value = isSchema(additionalProperties) ? typeOf(additionalProperties) : 'unknown';
  return `Record<string, ${value}>`;
}

function inList(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
