import type { FastifyRequest } from 'fastify';
import { requireKnown } from '../../company/integrations/require-known.ts';
import type { Pool } from '../../platform/db/types.ts';
import { companyOf } from './require-session.ts';

/** For routes of an integration. An unknown one is answered with 404 before anything else is checked. */
export const requireIntegration =
  (sql: Pool) =>
  async (request: FastifyRequest<{ Params: { id: number } }>): Promise<void> => {
    await requireKnown(sql, companyOf(request), request.params.id);
  };
