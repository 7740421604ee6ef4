import type { FastifyRequest, preParsingAsyncHookHandler } from 'fastify';
import { requireConnected } from '../integrations/require-connected.ts';
import { type ReceivedRoster, receiveRoster } from '../roster/receive-roster.ts';
import { acceptRoster, type Submitter } from '../sync/accept-roster.ts';
import { type Preview, previewRoster } from '../sync/preview-roster.ts';
import type { App } from './app.ts';
import { clientGone } from './patient-body.ts';
import { readPathId } from './query.ts';
import { isShortJson, readRosterBody, streamJsonBodies } from './roster-body.ts';
import type { Services } from './services.ts';

/** The integration that is named in the path, and what becomes of the roster that is sent to it. */
export interface RosterReceiver {
  /** Before a byte of the body is read. */
  requireOpen: preParsingAsyncHookHandler;
  /** The same for `accept`, which looks at the integration itself: a short body is not worth asking twice. */
  requireOpenIfLong: preParsingAsyncHookHandler;
  accept(request: FastifyRequest, submitter: Submitter): Promise<{ runId: number; syncId: string }>;
  preview(request: FastifyRequest): Promise<Preview & { digest: Buffer }>;
}

/** For routes `…/:id/…` of a scope of their own, in which bodies are streams: who sends them makes no difference. */
export function receiveRosters(
  scope: App,
  { database, config, uploadSlots, ring }: Services,
  companyOf: (request: FastifyRequest) => number,
): RosterReceiver {
  const { sql, bulk, copies } = database;
  const limits = config.rosterLimits;
  streamJsonBodies(scope);

  /** Those whose connection is cut when the server stops still have to clear away what they have stored. */
  const receiving = new Set<Promise<unknown>>();
  scope.addHook('onClose', async () => {
    await Promise.allSettled(receiving);
  });

  const placeOf = (request: FastifyRequest) => {
    const { id } = request.params as { id: unknown };
    return { companyId: companyOf(request), integrationId: readPathId(id) };
  };

  const receive = async <Result>(
    request: FastifyRequest,
    use: (roster: ReceivedRoster) => Promise<Result>,
  ): Promise<Result> => {
    const gone = new AbortController();
    request.raw.once('close', () => {
      if (!request.raw.complete) gone.abort(clientGone());
    });
    const result = receiveRoster(
      readRosterBody(request, limits),
      { ...placeOf(request), store: { sql, copies }, slots: uploadSlots, limits, signal: gone.signal },
      use,
    );
    receiving.add(result);
    try {
      return await result;
    } finally {
      receiving.delete(result);
    }
  };

  const requireOpen = async (request: FastifyRequest) => {
    const { companyId, integrationId } = placeOf(request);
    await requireConnected(sql, companyId, integrationId);
  };

  const accept = (request: FastifyRequest, submitter: Submitter) =>
    receive(request, async (roster) => {
      const runId = await sql.begin((tx) =>
        acceptRoster(tx, { ...placeOf(request), submitter, limits, ring }, roster),
      );
      return { runId, syncId: roster.syncId };
    });

  return {
    async requireOpen(request, _reply, payload) {
      await requireOpen(request);
      return payload;
    },
    async requireOpenIfLong(request, _reply, payload) {
      if (!isShortJson(request)) await requireOpen(request);
      return payload;
    },
    async accept(request, submitter) {
      try {
        return await accept(request, submitter);
      } catch (error) {
        // What is wrong with a body is told only to those whose integration takes one.
        if (isShortJson(request)) await requireOpen(request);
        throw error;
      }
    },
    preview: (request) =>
      receive(request, async (roster) => {
        const { companyId, integrationId } = placeOf(request);
        const preview = await previewRoster(bulk, companyId, integrationId, roster);
        await roster.upload?.discard();
        return { ...preview, digest: roster.digest };
      }),
  };
}
