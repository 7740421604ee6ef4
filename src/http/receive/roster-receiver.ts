import type { FastifyRequest, onErrorAsyncHookHandler, preParsingAsyncHookHandler } from 'fastify';
import type { Scope } from '../../domain/access/scope.ts';
import { refused } from '../../platform/refusals.ts';
import type { Submitter } from '../../rosters/accept/accept-roster.ts';
import type { OpenIntegration } from '../../rosters/accept/mark-sql.ts';
import { openForRosters } from '../../rosters/accept/open-for-rosters.ts';
import { type TakenRoster, takeRoster } from '../../rosters/accept/take-roster.ts';
import { type Preview, previewRoster, type TrialOptions } from '../../rosters/apply/preview-roster.ts';
import { IncomingRoster } from '../../rosters/receive/incoming-roster.ts';
import type { ReadingRules } from '../../rosters/receive/roster-reader.ts';
import type { ArrivingBody } from '../limits/bodies-in-flight.ts';
import { readPathId } from '../query.ts';
import type { Needs } from '../services.ts';
import { readVersions } from './if-match.ts';
import { announcedBytes, readRosterBody } from './roster-body.ts';
import { readingRulesFor } from './roster-query.ts';
import type { RosterRefusals } from './roster-refusals.ts';

/** The company and the rights of the key or portal user that sends a request. */
export type SenderOf = (request: FastifyRequest) => {
  companyId: number;
  submitter: Submitter;
  scope: Scope;
};

export type ReceivingServices = Needs<
  'config' | 'database' | 'bulkWork' | 'wakeRosterWorker' | 'metrics' | 'rosterBodies' | 'keptBodies'
>;

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

/** Receives rosters for the integration in the path. A route calls one of the `require…` hooks, then `accept` or `preview`. */
export class RosterReceiver {
  readonly #services: ReceivingServices;
  readonly #senderOf: SenderOf;
  readonly #refusals: RosterRefusals;
  /** By request: the integration as a hook has opened it. */
  readonly #opened = new WeakMap<FastifyRequest, OpenIntegration>();
  readonly #receiving = new Set<Promise<unknown>>();

  constructor(services: ReceivingServices, senderOf: SenderOf, refusals: RosterRefusals) {
    this.#services = services;
    this.#senderOf = senderOf;
    this.#refusals = refusals;
  }

  /** Checks the integration before a byte of the body is read: it is connected, and the service does not fetch its rosters. */
  readonly requireOpen: preParsingAsyncHookHandler = async (request, _reply, payload) => {
    if ((await this.#open(request)).isPulled) throw refused('integration-is-pulled');
    return payload;
  };

  /** For an earlier roster that is sent again: fetched ones too. */
  readonly requireConnected: preParsingAsyncHookHandler = async (request, _reply, payload) => {
    await this.#open(request);
    return payload;
  };

  /** Records a refusal. Not for previews: they submit nothing. */
  get recordRefusal(): onErrorAsyncHookHandler {
    return this.#refusals.record;
  }

  accept(request: FastifyRequest, repeated?: RepeatedRoster): Promise<TakenRoster> {
    return this.#untilClosed(this.#accept(request, repeated));
  }

  preview(request: FastifyRequest, options?: PreviewOptions): Promise<Preview & { digest: Buffer }> {
    return this.#untilClosed(this.#preview(request, options));
  }

  /** Waits for the rosters that are being received: an aborted upload deletes its stored entries. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#receiving);
  }

  async #accept(request: FastifyRequest, repeated?: RepeatedRoster): Promise<TakenRoster> {
    const { config, database, rosterBodies, wakeRosterWorker } = this.#services;
    const limits = config.rosterLimits;
    const acceptance = {
      ...this.#senderAndIntegration(request),
      limits,
      versions: readVersions(request.headers['if-match']),
      repeatsRunId: repeated?.runId,
    };
    const integration = this.#openedFor(request);
    const rules = readingRulesFor(request, integration);
    const mark = rules.keepsAbsences || repeated ? null : integration.mark;
    using body = rosterBodies.begin(request.raw.socket, acceptance.companyId);
    await using incoming = this.#begin(request, rules, body);
    const bytes = repeated?.body ?? readRosterBody(request, limits, body);
    const taken = await takeRoster(database.sql, acceptance, incoming, bytes, mark);
    if (taken.outcome === 'unchanged') this.#noteUnchanged(request, taken);
    else wakeRosterWorker(acceptance.companyId);
    if (taken.resubmitted === 'other-body') await this.#refusals.recordIgnored(request);
    return taken;
  }

  async #preview(
    request: FastifyRequest,
    { maxErrors, repeated, ...options }: PreviewOptions = {},
  ): Promise<Preview & { digest: Buffer }> {
    const { bulkWork, config, database, rosterBodies } = this.#services;
    const { companyId, integrationId, scope } = this.#senderAndIntegration(request);
    const rules = {
      ...readingRulesFor(request, this.#openedFor(request)),
      ...(maxErrors && { maxErrors }),
    };
    using body = rosterBodies.begin(request.raw.socket, companyId);
    await using incoming = this.#begin(request, rules, body);
    const roster = await incoming.read(repeated?.body ?? readRosterBody(request, config.rosterLimits, body));
    const stop = { signal: body.signal, short: database.sql };
    const previewed = await bulkWork(request, companyId, (bulk) =>
      previewRoster(bulk, companyId, integrationId, scope, roster, stop, options),
    );
    return { ...previewed, digest: roster.body.digest };
  }

  /** Who sends the roster, and to which integration. */
  #senderAndIntegration(request: FastifyRequest) {
    const { id } = request.params as { id: unknown };
    return { ...this.#senderOf(request), integrationId: readPathId(id) };
  }

  async #open(request: FastifyRequest): Promise<OpenIntegration> {
    const sent = this.#senderAndIntegration(request);
    this.#refusals.begin(request, sent);
    const { sql } = this.#services.database;
    const integration = await openForRosters(sql, sent.companyId, sent.integrationId);
    this.#opened.set(request, integration);
    return integration;
  }

  #openedFor(request: FastifyRequest): OpenIntegration {
    const integration = this.#opened.get(request);
    if (!integration) throw new Error('the route does not open the integration');
    return integration;
  }

  #begin(request: FastifyRequest, rules: ReadingRules, { signal }: ArrivingBody): IncomingRoster {
    const { config, database, keptBodies } = this.#services;
    const roster = new IncomingRoster({
      ...this.#senderAndIntegration(request),
      store: { sql: database.sql, copies: database.copies },
      keptBodies,
      limits: config.rosterLimits,
      rules,
      announcedBytes: announcedBytes(request),
      signal,
    });
    this.#refusals.follow(request, roster);
    return roster;
  }

  #noteUnchanged(request: FastifyRequest, { runId, seconds }: { runId: number; seconds: number }): void {
    const { companyId, integrationId } = this.#senderAndIntegration(request);
    request.log.info({ companyId, integrationId, runId }, 'roster applied: nothing has changed');
    this.#services.metrics?.countRun('succeeded', seconds);
  }

  async #untilClosed<Result>(received: Promise<Result>): Promise<Result> {
    this.#receiving.add(received);
    try {
      return await received;
    } finally {
      this.#receiving.delete(received);
    }
  }
}
