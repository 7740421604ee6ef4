import type { FastifyRequest, onErrorAsyncHookHandler, preParsingAsyncHookHandler } from 'fastify';
import { Type } from 'typebox';
import { ON_INVALID } from '../../company/integrations/integration-types.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { type AcceptedRoster, acceptRoster, type Submitter } from '../../rosters/accept/accept-roster.ts';
import { acceptUnchanged } from '../../rosters/accept/accept-unchanged.ts';
import type { MarkedRun, OpenIntegration } from '../../rosters/accept/mark-sql.ts';
import { openForRosters } from '../../rosters/accept/open-for-rosters.ts';
import { type Preview, previewRoster, type TrialOptions } from '../../rosters/apply/preview-roster.ts';
import { KEPT_AT_MOST } from '../../rosters/receive/invalid-entries.ts';
import { type RosterUse, receiveRoster, type UnchangedRoster } from '../../rosters/receive/receive-roster.ts';
import type { ReadingRules } from '../../rosters/receive/roster-reader.ts';
import type { App } from '../app.ts';
import { readPathId } from '../query.ts';
import { oneOf } from '../schemas.ts';
import type { Services } from '../services.ts';
import { invalidValues } from '../validation-errors.ts';
import { KeyRefusals } from './key-refusals.ts';
import { announcedBytes, readRosterBody, streamJsonBodies } from './roster-body.ts';
import { rosterRefusals } from './roster-refusals.ts';

/** Receives rosters for the integration in the path. */
export interface RosterReceiver {
  /** Checks the integration before a byte of the body is read. */
  requireOpen: preParsingAsyncHookHandler;
  /** Records a refusal. Not for previews: they submit nothing. */
  recordRefusal: onErrorAsyncHookHandler;
  accept(request: FastifyRequest): Promise<AcceptedRoster & { syncId: string }>;
  preview(request: FastifyRequest, options?: PreviewOptions): Promise<Preview & { digest: Buffer }>;
}

interface PreviewOptions extends TrialOptions {
  /** The number of errors that a refusal names. */
  maxErrors?: number;
}

/** The query of a route that receives rosters. */
export const RosterQuery = Type.Object({
  onInvalid: Type.Optional(
    oneOf(ON_INVALID, {
      description:
        'What becomes of a roster with invalid entries. `reject` refuses it. `keep` accepts it and leaves the people of these ' +
        'entries as they are, if each of them has a valid `hrId` of its own, and they are ' +
        `${KEPT_AT_MOST}. Without it, the setting of the integration counts, which is \`reject\` at first.`,
    }),
  ),
});

/** Of rosters that people send. The public API has no such parameter: there, an entry without absences has none. */
export const PortalRosterQuery = Type.Object({
  ...RosterQuery.properties,
  absences: Type.Optional(oneOf(['keep'])),
});

/** Bodies of these routes are not validated by a schema, and the route's validator would validate its query too. */
function readChoice<Value extends string>(
  query: unknown,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = (query as Record<string, unknown>)[name];
  if (given === undefined) return undefined;
  const found = values.find((known) => known === given);
  if (found) return found;
  const message = `must be one of ${values.join(', ')}`;
  throw invalidValues([{ in: 'query', pointer: `/${name}`, code: 'not-allowed', message }]);
}

/** For a scope with routes `…/:id/…`. API keys and portal users share it. */
export function receiveRosters(
  scope: App,
  { bulkWork, database, config, rosterBodies, keptBodies, wakeRosterWorker, metrics }: Services,
  senderOf: (request: FastifyRequest) => { companyId: number; submitter: Submitter; scope: Scope },
): RosterReceiver {
  const { sql, copies } = database;
  const limits = config.rosterLimits;
  streamJsonBodies(scope);

  /** Closing waits for these: an aborted upload deletes its stored entries. */
  const receiving = new Set<Promise<unknown>>();
  scope.addHook('onClose', async () => {
    await Promise.allSettled(receiving);
  });

  const placeOf = (request: FastifyRequest) => {
    const { id } = request.params as { id: unknown };
    return { ...senderOf(request), integrationId: readPathId(id) };
  };

  /** By request: the integration as `requireOpen` found it. */
  const opened = new WeakMap<FastifyRequest, OpenIntegration>();
  const openedFor = (request: FastifyRequest) => {
    const integration = opened.get(request);
    if (!integration) throw new Error('the route does not call requireOpen');
    return integration;
  };

  const keyRefusals = new KeyRefusals(sql, (err) =>
    scope.log.warn({ err }, 'a refused key could not be recorded'),
  );
  scope.addHook('onClose', () => keyRefusals.close());
  const refusals = rosterRefusals(sql, keyRefusals, (code) => metrics?.countRefused(code));

  const rulesFor = ({ query }: FastifyRequest, { today, onInvalid, absenceTypes }: OpenIntegration) => ({
    today,
    onInvalid: readChoice(query, 'onInvalid', ON_INVALID) ?? onInvalid,
    absenceTypes,
    keepsAbsences: readChoice(query, 'absences', ['keep']) === 'keep',
  });

  const receive = async <Result>(
    request: FastifyRequest,
    rules: ReadingRules,
    use: RosterUse<Result>,
  ): Promise<Result> => {
    const place = placeOf(request);
    const result = rosterBodies.receive(request.raw.socket, place.companyId, ({ bounded, signal }) =>
      receiveRoster(
        readRosterBody(request, limits, bounded),
        {
          ...place,
          store: { sql, copies },
          keptBodies,
          limits,
          rules,
          announcedBytes: announcedBytes(request),
          signal,
          onRefusal: (syncId) => refusals.noteSyncId(request, syncId),
        },
        use,
      ),
    );
    receiving.add(result);
    try {
      return await result;
    } finally {
      receiving.delete(result);
    }
  };

  return {
    async requireOpen(request, _reply, payload) {
      const place = placeOf(request);
      refusals.begin(request, place);
      opened.set(request, await openForRosters(sql, place.companyId, place.integrationId));
      return payload;
    },
    recordRefusal: refusals.record,
    accept: (request) => {
      const acceptance = { ...placeOf(request), limits };
      const integration = openedFor(request);
      const rules = rulesFor(request, integration);
      const acceptEqualTo = (mark: MarkedRun) => async (roster: UnchangedRoster) => {
        const begin = performance.now();
        const runId = await acceptUnchanged(sql, acceptance, mark, roster);
        if (runId === undefined) return undefined;
        const { companyId, integrationId } = acceptance;
        request.log.info({ companyId, integrationId, runId }, 'roster applied: nothing has changed');
        metrics?.countRun('succeeded', (performance.now() - begin) / 1000);
        return { runId, syncId: roster.syncId };
      };
      const { mark } = integration;
      return receive<AcceptedRoster & { syncId: string }>(request, rules, {
        marked: rules.keepsAbsences ? null : mark && { mark, accept: acceptEqualTo(mark) },
        async read(roster) {
          const accepted = await sql.begin((tx) => acceptRoster(tx, acceptance, roster));
          wakeRosterWorker(acceptance.companyId);
          if (accepted.resubmitted === 'other-body') await refusals.recordIgnored(request, roster.syncId);
          return { ...accepted, syncId: roster.syncId };
        },
      });
    },
    preview: (request, { maxErrors, ...options } = {}) => {
      const rules = { ...rulesFor(request, openedFor(request)), ...(maxErrors && { maxErrors }) };
      return receive(request, rules, {
        async read(roster, signal) {
          const { companyId, integrationId, scope } = placeOf(request);
          const stop = { signal, short: sql };
          const preview = await bulkWork(request, companyId, (bulk) =>
            previewRoster(bulk, companyId, integrationId, scope, roster, stop, options),
          );
          await roster.upload?.discard();
          return { ...preview, digest: roster.body.digest };
        },
      });
    },
  };
}
