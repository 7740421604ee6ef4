import type { FastifyRequest } from 'fastify';
import { SLOTS } from '../../platform/limits.ts';
import type { App } from '../app.ts';
import { pacedTurns } from '../limits/paced-turns.ts';
import type { Needs } from '../services.ts';

/**
 * Whoever knows a link may have many network addresses, each with slots of its own. But a link names its company: the requests of a
 * company's links get turns, those of its join link apart. Without them, readers of own pages from 250 addresses made the reads of
 * another company six times as slow, and readers of the join link ten times.
 */
export function takeTurnsOfLinks(
  app: App,
  { readPageToken, readContractToken, readJoinToken }: LinkNeeds,
): void {
  const waitForTurn = pacedTurns<string>(SLOTS.links);
  const companyOf = (token: string) => (readPageToken(token) ?? readContractToken(token))?.companyId;

  app.addHook('onRequest', async (request: FastifyRequest) => {
    const { token } = request.params as { token?: string };
    if (token === undefined) return;
    const joining = readJoinToken(token)?.companyId;
    // The form has slots of its own.
    if (joining !== undefined && request.method !== 'POST') await waitForTurn(request, `joining ${joining}`);
    const companyId = joining === undefined ? companyOf(token) : undefined;
    if (companyId !== undefined) await waitForTurn(request, `people of ${companyId}`);
  });
}

type LinkNeeds = Needs<'readPageToken' | 'readContractToken' | 'readJoinToken'>;
