import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { OutageLog } from '../platform/db/outage-log.ts';
import { TIMES } from '../platform/limits.ts';
import { guardRoutes, requireDeclaredAccess } from './access.ts';
import type { App } from './app.ts';
import { beginRequests, sendContinueAfterChecks } from './begin-requests.ts';
import { compileSchemasWhenUsed } from './compile-schemas.ts';
import { employeePages } from './employee-page/employee-pages.ts';
import { guidePages } from './guides/guide-pages.ts';
import { dropBodiesOfHead } from './head-answers.ts';
import { readJsonBodies } from './json-bodies.ts';
import { boundDrains } from './limits/bound-drain.ts';
import { closeUnread } from './limits/unread-answers.ts';
import { logResponses } from './log.ts';
import { measureRequests } from './metrics/metrics.ts';
import { describeApi } from './openapi.ts';
import { portalRoutes } from './portal/portal.ts';
import { loadPages } from './portal-pages/load-pages.ts';
import { portalPages } from './portal-pages/portal-pages.ts';
import { handleErrors } from './problems.ts';
import { readPaths, readQueries } from './query.ts';
import { droppedFileRoutes } from './routes/dropped-files.ts';
import { DocumentSchema, employeeDocumentRoutes } from './routes/employee-documents.ts';
import { EmployeeSchema } from './routes/employee-schemas.ts';
import { employeeRoutes } from './routes/employees.ts';
import { EventSchema, eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { hrIntegrationRoutes } from './routes/hr-integrations.ts';
import { IntegrationSchema } from './routes/integration-schemas.ts';
import { limitRoutes } from './routes/limits.ts';
import { PullSchema, pullRoutes } from './routes/pulls.ts';
import { rosterRoutes } from './routes/roster.ts';
import { startRoute } from './routes/start.ts';
import { StatementLineSchema, StatementPartSchema, StatementSchema } from './routes/statement-schemas.ts';
import { statementRoutes } from './routes/statements.ts';
import { RosterSchema, SyncAttemptSchema, SyncChangeSchema, SyncSchema } from './routes/sync-schemas.ts';
import { syncRoutes } from './routes/syncs.ts';
import { testClockRoutes } from './routes/test-clock.ts';
import { unsubscribeRoutes } from './routes/unsubscribe.ts';
import { serverOptions } from './server-options.ts';
import type { Services } from './services.ts';
import { reportUntrustedProxies } from './untrusted-proxies.ts';

/**
 * Builds the HTTP side of the service, or only the health route for a worker node. Tests use the same app.
 */
export async function buildApp(
  services: Services,
  serves: 'everything' | 'health' = 'everything',
): Promise<App> {
  const { admit, config, demoGuard, rateLimits, threads, verifier } = services;
  const outages = new OutageLog(() => services.database.sql`select 1`);
  const options = serverOptions(config, admit, outages);
  const app: App = fastify(options).withTypeProvider<TypeBoxTypeProvider>();
  outages.setLog(app.log);
  compileSchemasWhenUsed(app, options.ajv);
  // The checks of a request, in the order in which they run; the first refusal is the answer. Within a step, hooks of the app and of
  // a plugin (addHook) run before those of a route. Functions that change each route (onRoute) put theirs before or after its own,
  // so that the order of their calls counts.
  //  1. beginRequests: the service is not shutting down; one Host header; a known route and method.
  //  2. requireSessions, of the portal only: https, origin, rate limits, session, slot, role, whether a demo company takes writes.
  //  3. guardRoutes. With a key: credentials, slot, rate limit, permissions, scope, whether a demo company takes writes. With a link:
  //     slot, rate limit. Open routes: slot.
  //  4. preParsing of the route, before a body is read: the integration of a roster; link, origin and turn of employees' pages.
  //  5. sendContinueAfterChecks: `100 Continue`.
  //  6. readJsonBodies, or the parser of a plugin: the content type, and the body. Rosters and files are read by the handler.
  //  7. readPaths: ids in the path.
  //  8. readJsonBodies: a body is there, if the route has one.
  //  9. preValidation of the route: the record exists.
  // 10. readQueries: the query.
  // 11. The schema of the route: path, body, query, headers.
  // 12. refuseUnstorable, of the portal only: characters that cannot be stored.
  // `/metrics` is added before guardRoutes and has only its own check.
  const names = { realm: `Transit Ticket Service (${config.environment})`, baseUrl: config.baseUrl };
  handleErrors(app, names);
  logResponses(app, config.logLevel);
  reportUntrustedProxies(app);
  beginRequests(app, config.baseUrl, admit);
  boundDrains(app);
  closeUnread(app.server, TIMES.unreadMs);
  dropBodiesOfHead(app);
  sendContinueAfterChecks(app);
  requireDeclaredAccess(app);
  if (services.metrics && config.metricsToken) measureRequests(app, services.metrics, config.metricsToken);
  guardRoutes(app, { verifier, limits: rateLimits, admit, demoGuard });
  readJsonBodies(app);
  readPaths(app);
  readQueries(app);

  if (serves === 'everything') await addRoutes(app, services);
  // Registered after these routes: the OpenAPI document contains only routes that are added later.
  healthRoutes(app, services, serves === 'everything' ? loadPages : undefined);
  app.addHook('onClose', () => outages.stop());
  app.addHook('onClose', () => verifier.close());
  app.addHook('onClose', () => threads.close());
  await app.ready();
  return app;
}

async function addRoutes(app: App, services: Services): Promise<void> {
  for (const schema of [
    EmployeeSchema,
    DocumentSchema,
    IntegrationSchema,
    PullSchema,
    SyncSchema,
    SyncAttemptSchema,
    SyncChangeSchema,
    RosterSchema,
    EventSchema,
    StatementSchema,
    StatementLineSchema,
    StatementPartSchema,
  ])
    app.addSchema(schema);
  startRoute(app, services);
  await describeApi(app, services);
  guidePages(app);
  employeeRoutes(app, services);
  employeeDocumentRoutes(app, services);
  hrIntegrationRoutes(app, services);
  pullRoutes(app, services);
  await rosterRoutes(app, services);
  await droppedFileRoutes(app, services);
  syncRoutes(app, services);
  eventRoutes(app, services);
  statementRoutes(app, services);
  limitRoutes(app, services);
  await unsubscribeRoutes(app, services);
  await employeePages(app, services);
  portalPages(app);
  if (services.config.environment === 'staging') testClockRoutes(app, services);
  await portalRoutes(app, services);
}
