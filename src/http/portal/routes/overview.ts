import { type Static, Type } from 'typebox';
import { countHeldRuns, type RunLine } from '../../../portal/overview-sql.ts';
import { createOverviewReader } from '../../../portal/read-overview.ts';
import type { App } from '../../app.ts';
import { RUN_STATUSES, SyncSchema } from '../../routes/sync-schemas.ts';
import { date, nullable, oneOf, record, timestamp } from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { readerOf } from '../require-session.ts';
import { named, nullableTimestamp, peopleByStatus } from '../schemas.ts';

const Run = named('RunLine', {
  id: Type.Integer(),
  integrationId: Type.Integer(),
  integrationName: Type.String(),
  syncId: Type.String(),
  status: oneOf(RUN_STATUSES),
  acceptedAt: timestamp('When the roster was accepted.'),
  finishedAt: nullableTimestamp,
  entryCount: Type.Integer(),
  counts: SyncSchema.properties.counts,
  failure: nullable(Type.String()),
});

const Overview = named('Overview', {
  businessDate: date("The company's present day."),
  nextIssueOn: date('When tickets are issued next.'),
  employees: Type.Integer(),
  subscriptions: peopleByStatus,
  ticketsThisMonth: Type.Integer(),
  attention: Type.Object({
    pendingContracts: Type.Integer(),
    waitingForEnrolment: Type.Integer(),
    heldRuns: Type.Array(Run),
    failedRuns: Type.Array(Run),
    disconnectedIntegrations: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
    openDecisions: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), decisions: Type.Integer() }),
    ),
    refusingIntegrations: Type.Array(
      Type.Object({ id: Type.Integer(), name: Type.String(), refused: Type.Integer() }),
    ),
  }),
  recentRuns: Type.Array(Run),
});

export function overviewRoutes(app: App, { database }: Services): void {
  const readOverview = createOverviewReader(database.lists);

  app.get(
    '/attention',
    {
      config: { access: 'portal-viewer', isPolled: true },
      schema: { response: { 200: record(Type.Object({ heldRuns: Type.Integer() })) } },
    },
    async (request) => ({ data: { heldRuns: await database.lists.read(readerOf(request), countHeldRuns) } }),
  );

  app.get(
    '/overview',
    { config: { access: 'portal-viewer', isPolled: true }, schema: { response: { 200: record(Overview) } } },
    async (request) => {
      const overview = await readOverview(readerOf(request));
      const { heldRuns, failedRuns } = overview.attention;
      return {
        data: {
          ...overview,
          attention: {
            ...overview.attention,
            heldRuns: heldRuns.map(showRun),
            failedRuns: failedRuns.map(showRun),
          },
          recentRuns: overview.recentRuns.map(showRun),
        },
      };
    },
  );
}

function showRun(run: RunLine): Static<typeof Run> {
  return {
    ...run,
    acceptedAt: run.acceptedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
