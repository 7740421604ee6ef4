import type { App } from '../src/http/app.ts';
import type { OpenApi, Operation } from './open-api.ts';
import { SchemaTypes } from './schema-types.ts';

/** Generates the types of the client from the OpenAPI document. Pages and files for browsers are left out. */
export function clientTypes(app: App): string {
  const openapi: OpenApi = JSON.parse(JSON.stringify(app.swagger()));
  const types = new SchemaTypes(openapi.components.schemas, { isDocumented: true });
  const entries = Object.entries(openapi.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .flatMap(({ name, operation }) => {
      const answer = answerOf(types, openapi, operation.responses);
      if (answer === undefined) return [];
      const comment = `/** ${operation.summary}. ${(operation.description ?? '').replaceAll('\n\n', ' ')} */`;
      return `${comment}\n'${name}': { request: ${requestOf(types, operation)}; answer: ${answer} };`;
    });
  const problem = types.of({ $ref: '#/components/schemas/Problem' });
  if (problem !== 'Problem') throw new Error('the problem document has another name');
  return [
    '// Generated from the OpenAPI document by `npm run types`. Change the schemas of the routes, not this file.\n',
    '/** What each operation takes, and what its answer has under `data`. */',
    `export interface Operations {\n${entries.join('\n')}\n}\n`,
    ...types.declarations(),
  ].join('\n');
}

function requestOf(types: SchemaTypes, { parameters = [], requestBody }: Operation): string {
  const fieldsIn = (place: string) =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, schema }) =>
        types.field(name, { ...schema, ...(description && { description }) }, required),
      );
  const params = fieldsIn('path');
  const query = fieldsIn('query');
  const body = requestBody?.content['application/json']?.schema;
  const parts = [
    ...(params.length > 0 ? [`params: ${types.object(params)}`] : []),
    ...(query.length > 0 ? [`query?: ${types.object(query)}`] : []),
    ...(body ? [`body${requestBody?.required ? '' : '?'}: ${types.of(body)}`] : []),
  ];
  return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Record<never, never>';
}

/** Undefined: the operation answers a page or a file. */
function answerOf(
  types: SchemaTypes,
  { components }: OpenApi,
  responses: Operation['responses'],
): string | undefined {
  if (responses['204']) return 'undefined';
  const schema = responses['200']?.content?.['application/json']?.schema;
  // A page of a list is a component.
  const answer = schema?.$ref ? components.schemas[schema.$ref.replace(/^.*\//, '')] : schema;
  const data = answer?.properties?.['data'];
  return data && types.of(data);
}
