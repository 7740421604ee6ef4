import swagger from '@fastify/swagger';
import { Type } from 'typebox';
import { PERMISSIONS } from '../company/api-keys/permissions.ts';
import { REFUSALS } from '../platform/refusals.ts';
import { type Access, OPEN, type ScopedAccess } from './access.ts';
import { apiPage } from './api-page/api-page.ts';
import type { App } from './app.ts';
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from './problems.ts';
import { addExamples } from './routes/examples/add-examples.ts';
import { oneOf, ref, ValueErrorSchema } from './schemas.ts';
import type { Needs } from './services.ts';
import { type OpenApiDocument, tidied } from './tidy-openapi.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The problem codes of this route, besides those that all routes of its kind share. */
    problems?: readonly ProblemCode[];
  }
}

const ProblemSchema = Type.Object(
  {
    type: Type.String({ format: 'uri' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What is wrong, in words.' }),
    code: oneOf(Object.keys(PROBLEMS), { description: 'What is wrong, for programs.' }),
    reason: Type.Optional(
      oneOf(Object.keys(REFUSALS), {
        description: 'Of every 409: why it cannot be done as things stand, for programs. New ones may come.',
      }),
    ),
    values: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: Type.Union([Type.String(), Type.Integer()]),
          description: 'What `detail` says of the case at hand, such as `day`; with some reasons.',
        },
      ),
    ),
    missingPermissions: Type.Optional(Type.Array(oneOf(PERMISSIONS))),
    errors: Type.Optional(Type.Array(ValueErrorSchema)),
    errorCount: Type.Optional(
      Type.Integer({ description: 'How many there are, when `errors` holds the first ones.' }),
    ),
    docs: Type.Optional(Type.String({ format: 'uri', description: 'The page about the code.' })),
    requestId: Type.Optional(
      Type.String({ description: 'As in `X-Request-Id`: names the request in the log of the service.' }),
    ),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
);

/** Generates the document from the schemas that validate requests and serialise responses. */
export async function describeApi(app: App, services: Needs<'config' | 'version'>): Promise<void> {
  const { config, version } = services;
  app.addSchema(ProblemSchema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Transit Ticket Service',
        version,
        description:
          "Takes a company's roster, and reads its employees with their transit-ticket subscription, their documents, " +
          'the HR integrations and their syncs. ' +
          `This is the ${config.environment} server. Sign in with the username and password of an API key.`,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: config.baseUrl, description: config.environment }],
      components: { securitySchemes: { apiKey: { type: 'http', scheme: 'basic' } } },
    },
    refResolver: { buildLocalReference: (schema) => String(schema['$id']) },
    transform: ({ schema, url, route }) => {
      if (schema?.hide) return { url, schema };
      const { access = OPEN, scoped, problems = [] } = route.config ?? {};
      const shared = keyProblems(access, scoped);
      return {
        url,
        schema: { ...schema, ...describeRoute(route.method, access, [...shared, ...problems], schema) },
      };
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      addExamples(document.openapiObject.paths ?? {}, services);
      return tidied(document.openapiObject as OpenApiDocument) as typeof document.openapiObject;
    },
  });
  // Written once: everybody may ask for it, and it is large.
  let document: Buffer | undefined;
  app.get('/openapi.json', { config: { access: OPEN }, schema: { hide: true } }, async (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  apiPage(app);
}

interface RouteSchema {
  response?: unknown;
  description?: string;
  params?: unknown;
  querystring?: unknown;
  body?: unknown;
}

function describeRoute(
  method: string | string[],
  access: Access,
  ownProblems: readonly ProblemCode[],
  schema: RouteSchema = {},
) {
  const needed =
    typeof access === 'string' ? [] : access.filter((set) => set.length > 0).map((set) => set.join(', '));
  const permission = needed.length > 0 ? `Permission: ${needed.join('; or ')}.` : '';
  return {
    security: typeof access === 'string' ? [] : [{ apiKey: [] }],
    description: [schema.description, permission].filter(Boolean).join('\n\n'),
    ...(isObjectSchema(schema.querystring) && { querystring: withOptionalDefaults(schema.querystring) }),
    response: {
      ...(schema.response as object),
      ...describeProblems([...possibleProblems(method, access, schema), ...ownProblems]),
    },
  };
}

interface ObjectSchema {
  properties: Record<string, object>;
  required?: string[];
}

function isObjectSchema(schema: unknown): schema is ObjectSchema {
  return typeof schema === 'object' && schema !== null && 'properties' in schema;
}

/** A parameter with a default is always present for the handler but optional for the caller. */
function withOptionalDefaults(schema: ObjectSchema): ObjectSchema {
  const required = schema.required?.filter((name) => !('default' in (schema.properties[name] ?? {})));
  return { ...schema, required: required ?? [] };
}

function keyProblems(access: Access, scoped: ScopedAccess | undefined): ProblemCode[] {
  if (typeof access === 'string') return [];
  const codes: ProblemCode[] = ['invalid-credentials', 'address-not-allowed'];
  if (access.some((set) => set.length > 0)) codes.push('missing-permission');
  if (scoped === undefined) codes.push('key-restricted');
  return codes;
}

function possibleProblems(method: string | string[], access: Access, schema: RouteSchema): ProblemCode[] {
  const codes: ProblemCode[] = [
    'malformed-request',
    'headers-too-large',
    'internal-error',
    'database-unavailable',
    'query-too-slow',
    'busy',
    'shutting-down',
  ];
  if (access !== 'open') codes.push('too-many-requests');
  if (schema.params) codes.push('not-found');
  // Routes for API keys refuse unknown parameters.
  if (schema.querystring || schema.body || typeof access !== 'string') codes.push('invalid-values');
  // Optional bodies are parsed like required ones.
  if (method !== 'GET') codes.push('payload-too-large', 'unsupported-media-type', 'request-timeout');
  if (method !== 'GET' && typeof access !== 'string') codes.push('demo-not-ready', 'sync-in-progress');
  return codes;
}

/** One response for each status: its description names every code that has the status. */
function describeProblems(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, alike]) => [
      status,
      {
        description: alike.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
        content: { [PROBLEM_TYPE]: { schema: ref(ProblemSchema) } },
      },
    ]),
  );
}
