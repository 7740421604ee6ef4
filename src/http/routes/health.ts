import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { oneOf, record, timestamp } from '../schemas.ts';
import type { Services } from '../services.ts';

const DATABASE_PATIENCE_MS = 2_000;

export function healthRoutes(app: App, { config, database, version }: Services): void {
  app.get(
    '/health',
    {
      config: { access: OPEN },
      schema: {
        operationId: 'health',
        summary: 'Health check',
        description: 'Answers 503 while the database cannot be reached.',
        tags: ['Service'],
        response: {
          200: record(
            Type.Object({
              status: oneOf(['ok']),
              version: Type.String(),
              environment: oneOf(['staging', 'production']),
              time: timestamp('Now.'),
            }),
          ),
        },
      },
    },
    async () => {
      await Promise.race([database.sql`select 1`, tooLate()]);
      return {
        data: {
          status: 'ok' as const,
          version,
          environment: config.environment,
          time: new Date().toISOString(),
        },
      };
    },
  );
}

async function tooLate(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, DATABASE_PATIENCE_MS).unref());
  throw new AppError('database-unavailable', 'The database does not answer.', { retryAfterSeconds: 2 });
}
