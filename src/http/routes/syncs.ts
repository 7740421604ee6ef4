import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requireKnown } from '../../company/integrations/require-known.ts';
import type { Actor } from '../../domain/audit/record-change.ts';
import { runLongChange } from '../../domain/day/long-change.ts';
import { approveRun, discardRun } from '../../rosters/decide/decide-held-run.ts';
import { listAttempts } from '../../rosters/runs/list-attempts.ts';
import { listChanges } from '../../rosters/runs/list-changes.ts';
import { listRuns } from '../../rosters/runs/list-runs.ts';
import { readRun } from '../../rosters/runs/read-run.ts';
import { MAX_KEPT_ATTEMPTS, MAX_KEPT_REFUSALS } from '../../rosters/runs/record-attempt.ts';
import { OUTCOMES } from '../../rosters/runs/sync-outcomes.ts';
import { type Access, actorOf, companyOf } from '../access.ts';
import type { App } from '../app.ts';
import type { CompanyWork } from '../limits/company-work.ts';
import { idParameter, listOf, listOfIds, record, recordId, ref } from '../schemas.ts';
import type { Needs } from '../services.ts';
import { createListAnswers, filterOf, listOfRecords, recordListParameters } from './lists.ts';
import { SYNC_PERMISSIONS } from './roster.ts';
import {
  RUN_STATUSES,
  SyncAttemptSchema,
  SyncChangeSchema,
  SyncSchema,
  showAttempt,
  showChange,
  showRun,
  syncUrl,
} from './sync-schemas.ts';

/** For keys that may view integrations, and for keys that may sync. */
const VIEW_ACCESS: Access = [['view-hr-integrations'], SYNC_PERMISSIONS];

const APPROVAL_PROBLEMS = ['approval-in-portal-only'] as const;

const syncParameters = Type.Object({
  id: recordId,
  syncId: Type.String({ minLength: 1, description: 'As given with the roster, percent-encoded.' }),
});

const DECISIONS = { approve: approveRun, discard: discardRun };
type HeldDecision = keyof typeof DECISIONS;
export const HELD_DECISIONS = Object.keys(DECISIONS) as HeldDecision[];

type ListNeeds = Needs<'config' | 'database' | 'listCursors'>;

export function syncRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'bulkWork' | 'listCursors'>,
): void {
  listRoute(app, services);
  attemptsRoute(app, services);
  syncRoute(app, services);
  changesRoute(app, services);
  for (const word of HELD_DECISIONS) decisionRoute(app, services, word);
}

function listRoute(app: App, services: ListNeeds): void {
  const { database, config } = services;
  const answerList = createListAnswers(services);

  app.get(
    '/hr-integrations/:id/syncs',
    {
      config: { access: VIEW_ACCESS, scoped: 'path' },
      preValidation: async (request) => {
        await requireKnown(database.sql, companyOf(request), request.params.id);
      },
      schema: {
        operationId: 'listSyncs',
        summary: 'List the syncs of an integration',
        description: 'Newest first.',
        tags: ['Syncs'],
        params: idParameter,
        querystring: Type.Object({ ...recordListParameters, statuses: listOf(RUN_STATUSES, 'By `status`.') }),
        response: { 200: listOfRecords(ref(SyncSchema)) },
      },
    },
    async (request) => {
      const filter = filterOf(request.query);
      return await answerList(
        request,
        (sql, companyId, order) => listRuns(sql, companyId, request.params.id, filter, order),
        (run) => showRun(run, config.baseUrl),
      );
    },
  );
}

function attemptsRoute(app: App, services: ListNeeds): void {
  const { database, config } = services;
  const answerList = createListAnswers(services);

  app.get(
    '/hr-integrations/:id/attempts',
    {
      config: { access: VIEW_ACCESS, scoped: 'path' },
      preValidation: async (request) => {
        await requireKnown(database.sql, companyOf(request), request.params.id);
      },
      schema: {
        operationId: 'listSyncAttempts',
        summary: 'List the attempts of an integration',
        description:
          'Newest first. An attempt is a roster that the service did not take: it refused the request, or it ignored the roster ' +
          'because its `syncId` had been used for other content. Rosters of keys of the company that may not be used are attempts too. ' +
          `The latest ${MAX_KEPT_ATTEMPTS} are kept, and ${MAX_KEPT_REFUSALS} of such keys. Equal ones are one attempt with a \`count\`.`,
        tags: ['Syncs'],
        params: idParameter,
        querystring: Type.Object(recordListParameters),
        response: { 200: listOfRecords(ref(SyncAttemptSchema)) },
      },
    },
    async (request) => {
      const filter = filterOf(request.query);
      return await answerList(
        request,
        (sql, companyId, order) => listAttempts(sql, companyId, request.params.id, filter, order),
        (attempt) => showAttempt(attempt, config.baseUrl),
      );
    },
  );
}

function syncRoute(app: App, { config, database }: Needs<'config' | 'database'>): void {
  app.get(
    '/hr-integrations/:id/syncs/:syncId',
    {
      config: { access: VIEW_ACCESS, scoped: 'path' },
      schema: {
        operationId: 'getSync',
        summary: 'Get a sync',
        tags: ['Syncs'],
        params: syncParameters,
        response: { 200: record(ref(SyncSchema), 'The sync.') },
      },
    },
    async (request) => {
      const { id, syncId } = request.params;
      return {
        data: showRun(await readRun(database.sql, companyOf(request), id, { syncId }), config.baseUrl),
      };
    },
  );
}

function changesRoute(app: App, services: ListNeeds): void {
  const { database, config } = services;
  const answerList = createListAnswers(services);

  app.get(
    '/hr-integrations/:id/syncs/:syncId/changes',
    {
      config: { access: [['view-hr-integrations', 'view-employees']], scoped: 'path' },
      schema: {
        operationId: 'listSyncChanges',
        summary: 'List what a sync changed',
        description: 'One record for everybody it touched; none for people it found unchanged.',
        tags: ['Syncs'],
        params: syncParameters,
        querystring: Type.Object({
          ...recordListParameters,
          outcomes: listOf(OUTCOMES, 'By `outcome`.'),
          employeeIds: listOfIds('Only changes to these employees.'),
        }),
        response: { 200: listOfRecords(ref(SyncChangeSchema)) },
      },
      preValidation: async (request) => {
        const { id, syncId } = request.params;
        await readRun(database.sql, companyOf(request), id, { syncId });
      },
    },
    async (request) => {
      const { id, syncId } = request.params;
      const companyId = companyOf(request);
      const run = await readRun(database.sql, companyId, id, { syncId });
      const filter = filterOf(request.query);
      const sync = syncUrl(config.baseUrl, id, syncId);
      return await answerList(
        request,
        (sql, companyId, order) => listChanges(sql, companyId, run.id, filter, order),
        (change) => showChange(change, sync, config.baseUrl),
      );
    },
  );
}

/** The route that approves or discards the ends that a sync holds. */
function decisionRoute(
  app: App,
  { config, database, bulkWork }: Needs<'config' | 'database' | 'bulkWork'>,
  word: HeldDecision,
): void {
  app.post(
    `/hr-integrations/:id/syncs/:syncId/${word}`,
    {
      config: {
        access: [SYNC_PERMISSIONS],
        scoped: 'path',
        problems: ['not-held', ...(word === 'approve' ? APPROVAL_PROBLEMS : [])],
      },
      schema: {
        operationId: `${word}Sync`,
        summary: word === 'approve' ? 'Approve the ends a sync holds' : 'Discard the ends a sync holds',
        description:
          word === 'approve'
            ? 'The people shown are offboarded, as of today. An integration can demand that a person approves in the portal.'
            : 'Everybody stays; the next roster says anew who is missing.',
        tags: ['Syncs'],
        params: syncParameters,
        response: { 200: record(ref(SyncSchema), 'The sync.') },
      },
    },
    async (request) => {
      const { id, syncId } = request.params;
      const companyId = companyOf(request);
      const held = { companyId, integrationId: id, name: { syncId } };
      await decideHeld(bulkWork, request, word, held, actorOf(request));
      return { data: showRun(await readRun(database.sql, companyId, id, { syncId }), config.baseUrl) };
    },
  );
}

/** Decides a held run for a key or a portal user. */
export async function decideHeld(
  bulkWork: CompanyWork,
  request: FastifyRequest,
  word: HeldDecision,
  held: Parameters<typeof approveRun>[1],
  actor: Actor,
): Promise<void> {
  const { companyId } = held;
  await bulkWork(request, companyId, (bulk) =>
    runLongChange(bulk, companyId, (tx) => DECISIONS[word](tx, held, actor)),
  );
}
