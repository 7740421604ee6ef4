import type { App } from '../src/http/app.ts';
import { type Schema, SchemaTypes } from './schema-types.ts';

interface Route {
  params?: Schema;
  querystring?: Schema;
  headers?: Schema;
  body?: Schema;
  response?: Record<string, Schema>;
}

/** The employee's page also calls the routes of join links. */
const isUnder = (url: string, prefix: string) =>
  url.startsWith(prefix) || (prefix === '/me' && url.startsWith('/join/'));

/**
 * Generates TypeScript types of the requests and answers of the routes under a prefix, for the pages that call them. Pages
 * and their files are routes without a declared answer.
 */
export function pageTypes(app: App, prefix: '/portal/api' | '/me'): string {
  const types = new SchemaTypes(app.getSchemas() as Record<string, Schema>);
  const routes = app.declaredRoutes
    .filter(({ method, url }) => isUnder(url, prefix) && method !== 'HEAD' && !url.endsWith('/'))
    .filter(({ url, schema }) => url.startsWith('/portal/api/') || schema.response)
    .map(({ method, url, schema }) => ({
      name: `${method} ${prefix === '/me' ? url : url.slice(prefix.length)}`,
      route: schema as Route,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, route }) => {
      const answer = answerOf(types, name, route.response ?? {});
      return `'${name}': { request: ${requestOf(types, route)}; answer: ${answer} };`;
    });
  const problem = types.of(app.getSchemas()['Problem'] as Schema);
  return [
    `// Generated from the schemas of ${prefix} by \`npm run types\`. Change those, not this file.\n`,
    `/** What each route takes, and what its answer holds under \`data\`. A \`Blob\` stands for a file. */`,
    `export interface Routes {\n${routes.join('\n')}\n}\n`,
    `/** The answer to a request that was refused or failed. */\nexport type Problem = ${problem};\n`,
    ...types.declarations(),
  ].join('\n');
}

function requestOf(types: SchemaTypes, { params, querystring, headers, body }: Route): string {
  const parts = [
    ...(params ? [`params: ${types.of(params)}`] : []),
    ...(querystring ? [queryOf(types, querystring)] : []),
    ...(headers ? [`headers: ${types.of(headers)}`] : []),
    ...(body ? [`body: ${body.contentMediaType ? 'Blob' : types.of(body)}`] : []),
  ];
  return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Record<string, never>';
}

/** For the pages all query parameters are optional: the service has defaults for the others. */
function queryOf(types: SchemaTypes, { properties = {} }: Schema): string {
  return `query?: ${types.object(Object.entries(properties).map(([name, schema]) => types.field(name, schema, false)))}`;
}

function answerOf(types: SchemaTypes, route: string, response: Record<string, Schema>): string {
  const found = Object.entries(response).filter(([status]) => status.startsWith('2'));
  const [status, schema] = found[0] ?? [];
  if (!schema || found.length > 1) throw new Error(`${route} must declare one successful answer`);
  if (status === '204') return 'undefined';
  if (schema.contentMediaType) return 'Blob';
  const data = schema.properties?.['data'];
  if (!data) throw new Error(`${route} must answer {data: …}`);
  return types.of(data);
}
