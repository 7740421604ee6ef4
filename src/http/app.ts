import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { AppError } from '../errors.ts';
import { authenticateRequests, authoriseRequests, requireDeclaredAccess } from './access.ts';
import { beginRequests } from './begin-requests.ts';
import { readJsonBodies } from './json-bodies.ts';
import { logResponses } from './log.ts';
import { describeApi } from './openapi.ts';
import { portalRoutes } from './portal/portal.ts';
import { portalPages } from './portal-pages/portal-pages.ts';
import { handleErrors } from './problems.ts';
import { readPathIds, readQueries } from './query.ts';
import { contractRoutes } from './routes/contracts.ts';
import { DocumentSchema, employeeDocumentRoutes } from './routes/employee-documents.ts';
import { EmployeeSchema, employeeRoutes } from './routes/employees.ts';
import { healthRoutes } from './routes/health.ts';
import { hrIntegrationRoutes, IntegrationSchema } from './routes/hr-integrations.ts';
import { limitRoutes } from './routes/limits.ts';
import { testClockRoutes } from './routes/test-clock.ts';
import { walletRoutes } from './routes/wallet.ts';
import { serverOptions } from './server-options.ts';
import type { Services } from './services.ts';

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The whole HTTP side of the service. Tests use this very app. */
export async function buildApp(services: Services): Promise<App> {
  const { config, verifier } = services;
  const app: App = fastify(serverOptions(config)).withTypeProvider<TypeBoxTypeProvider>();
  handleErrors(app, `Transit Ticket Service (${config.environment})`);
  logResponses(app);
  beginRequests(app);
  requireDeclaredAccess(app);
  authenticateRequests(app, verifier);
  await limitRate(app, config.rateLimitPerMinute);
  authoriseRequests(app);
  readPathIds(app);
  readQueries(app);
  readJsonBodies(app);

  for (const schema of [EmployeeSchema, DocumentSchema, IntegrationSchema]) app.addSchema(schema);
  await describeApi(app, services);
  employeeRoutes(app, services);
  employeeDocumentRoutes(app, services);
  hrIntegrationRoutes(app, services);
  healthRoutes(app, services);
  limitRoutes(app, services);
  walletRoutes(app, services);
  await contractRoutes(app, services);
  portalPages(app);
  if (config.environment === 'staging') testClockRoutes(app, services);
  await portalRoutes(app, services);
  app.addHook('onClose', () => verifier.close());
  await app.ready();
  return app;
}

/** Per key and node; requests without a key cost next to nothing and are not counted. */
async function limitRate(app: App, perMinute: number): Promise<void> {
  if (perMinute === 0) return;
  await app.register(rateLimit, {
    global: false,
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => String(request.key?.id),
    allowList: (request) => request.key === null,
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too-many-requests', `A key may make ${perMinute} requests a minute.`, {
        retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)),
      }),
  });
  // Not as the plugin's global hook, which is a hook of each route and so comes after all of ours.
  app.addHook('onRequest', app.rateLimit());
}
