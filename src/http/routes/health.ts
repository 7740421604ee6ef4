import { Type } from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { oneOf, record, timestamp } from '../schemas.ts';
import type { Needs } from '../services.ts';

const DATABASE_PATIENCE_MS = 2_000;

const Alive = record(
  Type.Object({ status: oneOf(['ok']), version: Type.String(), time: timestamp('Now.') }),
  'The process runs.',
);

const Ready = record(
  Type.Object({
    status: oneOf(['ok']),
    version: Type.String(),
    environment: oneOf(['staging', 'production']),
    time: timestamp('Now.'),
    portal: Type.Optional(
      oneOf(['ready', 'missing'], {
        description:
          'Whether the pages of the portal and of employees can be opened. `missing`: they have not been built; the API works. Nodes with the role `worker` leave it out.',
      }),
    ),
  }),
  'The service is ready for requests.',
);

/** `/health/live` asks whether to restart the process, `/health/ready` whether to send requests to it. */
export function healthRoutes(
  app: App,
  { config, database, version }: Needs<'config' | 'version' | 'database'>,
  loadPages: (() => Promise<unknown>) | undefined,
): void {
  const now = () => ({ status: 'ok' as const, version, time: new Date().toISOString() });

  app.get(
    '/health/live',
    {
      config: { access: OPEN },
      schema: {
        operationId: 'healthLive',
        summary: 'Liveness check',
        description: 'Answers 200 while the process runs, also without the database.',
        tags: ['Service'],
        response: { 200: Alive },
      },
    },
    async () => ({ data: now() }),
  );

  const checks = [
    { path: '/health', operationId: 'health', summary: 'Health check' },
    { path: '/health/ready', operationId: 'healthReady', summary: 'Readiness check' },
  ];
  for (const { path, operationId, summary } of checks)
    app.get(
      path,
      {
        config: { access: OPEN },
        schema: {
          operationId,
          summary,
          description: 'Answers 503 while the database cannot be reached.',
          tags: ['Service'],
          response: { 200: Ready },
        },
      },
      async () => {
        await Promise.race([database.sql`select 1`, tooLate()]);
        // Not a reason for 503: rosters must arrive even if nobody can open the portal.
        const portal = loadPages && ((await loadPages()) ? ('ready' as const) : ('missing' as const));
        return { data: { ...now(), environment: config.environment, ...(portal && { portal }) } };
      },
    );
}

async function tooLate(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, DATABASE_PATIENCE_MS).unref());
  throw new AppError('database-unavailable', 'The database does not answer.', { retryAfterSeconds: 2 });
}
