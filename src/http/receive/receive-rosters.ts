import type { FastifyRequest, onErrorAsyncHookHandler, preParsingAsyncHookHandler } from 'fastify';
import { Type } from 'typebox';
import { ON_INVALID } from '../../company/integrations/integration-types.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { refused } from '../../platform/refusals.ts';
import type { Acceptance, Submitter } from '../../rosters/accept/accept-roster.ts';
import type { OpenIntegration } from '../../rosters/accept/mark-sql.ts';
import { openForRosters } from '../../rosters/accept/open-for-rosters.ts';
import { type TakenRoster, takeRoster } from '../../rosters/accept/take-roster.ts';
import { type Preview, previewRoster, type TrialOptions } from '../../rosters/apply/preview-roster.ts';
import { KEPT_AT_MOST } from '../../rosters/receive/invalid-entries.ts';
import { IncomingRoster } from '../../rosters/receive/receive-roster.ts';
import type { ReadingRules } from '../../rosters/receive/roster-reader.ts';
import type { App } from '../app.ts';
import type { ArrivingBody } from '../limits/bodies-in-flight.ts';
import { readPathId } from '../query.ts';
import { oneOf } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { invalidValues } from '../validation-errors.ts';
import { readVersions } from './if-match.ts';
import { KeyRefusals } from './key-refusals.ts';
import { announcedBytes, readRosterBody, streamJsonBodies } from './roster-body.ts';
import { rosterRefusals } from './roster-refusals.ts';

/** Receives rosters for the integration in the path. */
export interface RosterReceiver {
  /** Checks the integration before a byte of the body is read: it is connected, and the service does not fetch its rosters. */
  requireOpen: preParsingAsyncHookHandler;
  /** For an earlier roster that is sent again: fetched ones too. */
  requireConnected: preParsingAsyncHookHandler;
  /** Records a refusal. Not for previews: they submit nothing. */
  recordRefusal: onErrorAsyncHookHandler;
  accept(request: FastifyRequest, repeated?: RepeatedRoster): Promise<TakenRoster>;
  preview(request: FastifyRequest, options?: PreviewOptions): Promise<Preview & { digest: Buffer }>;
}

/** An earlier roster that is sent again. It is received instead of the body of the request. */
export interface RepeatedRoster {
  runId: number;
  body: AsyncIterable<Buffer>;
}

interface PreviewOptions extends TrialOptions {
  /** The number of errors that a refusal names. */
  maxErrors?: number;
  repeated?: RepeatedRoster;
}

/** The query of a route that receives rosters. */
export const RosterQuery = Type.Object({
  onInvalid: Type.Optional(
    oneOf(ON_INVALID, {
      description:
        'What becomes of a roster with invalid entries. `reject` refuses it. `keep` accepts it and leaves the people of these ' +
        'entries as they are, if each of them has a valid `hrId` of its own, and they are ' +
        `${KEPT_AT_MOST}. Without it, the setting of the integration counts, which is \`reject\` by default.`,
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
  {
    bulkWork,
    database,
    config,
    rosterBodies,
    keptBodies,
    wakeRosterWorker,
    metrics,
  }: Needs<
    'config' | 'database' | 'bulkWork' | 'wakeRosterWorker' | 'metrics' | 'rosterBodies' | 'keptBodies'
  >,
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
  const untilClosed = async <Result>(received: Promise<Result>): Promise<Result> => {
    receiving.add(received);
    try {
      return await received;
    } finally {
      receiving.delete(received);
    }
  };

  const placeOf = (request: FastifyRequest) => {
    const { id } = request.params as { id: unknown };
    return { ...senderOf(request), integrationId: readPathId(id) };
  };

  /** By request: the integration as it was opened. */
  const opened = new WeakMap<FastifyRequest, OpenIntegration>();
  const openedFor = (request: FastifyRequest) => {
    const integration = opened.get(request);
    if (!integration) throw new Error('the route does not open the integration');
    return integration;
  };

  const open = async (request: FastifyRequest): Promise<OpenIntegration> => {
    const place = placeOf(request);
    refusals.begin(request, place);
    const integration = await openForRosters(sql, place.companyId, place.integrationId);
    opened.set(request, integration);
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

  const begin = (request: FastifyRequest, rules: ReadingRules, { signal }: ArrivingBody) => {
    const roster = new IncomingRoster({
      ...placeOf(request),
      store: { sql, copies },
      keptBodies,
      limits,
      rules,
      announcedBytes: announcedBytes(request),
      signal,
    });
    refusals.follow(request, roster);
    return roster;
  };

  return {
    async requireOpen(request, _reply, payload) {
      if ((await open(request)).isPulled) throw refused('integration-is-pulled');
      return payload;
    },
    async requireConnected(request, _reply, payload) {
      await open(request);
      return payload;
    },
    recordRefusal: refusals.record,
    accept: (request, repeated) => untilClosed(accept(request, repeated)),
    preview: (request, options) => untilClosed(preview(request, options)),
  };

  async function accept(request: FastifyRequest, repeated?: RepeatedRoster): Promise<TakenRoster> {
    const acceptance = {
      ...placeOf(request),
      limits,
      versions: readVersions(request.headers['if-match']),
      repeatsRunId: repeated?.runId,
    };
    const integration = openedFor(request);
    const rules = rulesFor(request, integration);
    const mark = rules.keepsAbsences || repeated ? null : integration.mark;
    using body = rosterBodies.begin(request.raw.socket, acceptance.companyId);
    await using incoming = begin(request, rules, body);
    const taken = await takeRoster(
      sql,
      acceptance,
      incoming,
      repeated?.body ?? readRosterBody(request, limits, body),
      { mark },
    );
    if (taken.outcome === 'unchanged') noteUnchanged(request, acceptance, taken);
    else wakeRosterWorker(acceptance.companyId);
    if (taken.resubmitted === 'other-body') await refusals.recordIgnored(request);
    return taken;
  }

  function noteUnchanged(
    request: FastifyRequest,
    { companyId, integrationId }: Acceptance,
    { runId, seconds }: { runId: number; seconds: number },
  ): void {
    request.log.info({ companyId, integrationId, runId }, 'roster applied: nothing has changed');
    metrics?.countRun('succeeded', seconds);
  }

  async function preview(
    request: FastifyRequest,
    { maxErrors, repeated, ...options }: PreviewOptions = {},
  ): Promise<Preview & { digest: Buffer }> {
    const { companyId, integrationId, scope } = placeOf(request);
    const rules = { ...rulesFor(request, openedFor(request)), ...(maxErrors && { maxErrors }) };
    using body = rosterBodies.begin(request.raw.socket, companyId);
    await using incoming = begin(request, rules, body);
    const roster = await incoming.read(repeated?.body ?? readRosterBody(request, limits, body));
    const stop = { signal: body.signal, short: sql };
    const previewed = await bulkWork(request, companyId, (bulk) =>
      previewRoster(bulk, companyId, integrationId, scope, roster, stop, options),
    );
    return { ...previewed, digest: roster.body.digest };
  }
}
