import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type ExpiringKey, selectExpiring } from '../../../../company/api-keys/expiring-sql.ts';
import { selectMonthToHandOver } from '../../../../company/handovers/list-payroll-months.ts';
import { countNeedy, type NeedyIntegration } from '../../../../company/integrations/needs-sql.ts';
import type { Statement } from '../../../../company/statements/statement.ts';
import { may, type Right } from '../../../../domain/access/roles.ts';
import { DISABLED_REASONS } from '../../../../notifications/webhooks/webhook-types.ts';
import { type DisabledWebhook, selectDisabled } from '../../../../notifications/webhooks/webhooks-sql.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import type { RunLine } from '../../../../views/overview/overview-sql.ts';
import { createOverviewReader } from '../../../../views/overview/read-overview.ts';
import { countOpenRequests } from '../../../../views/requests/requests-sql.ts';
import type { App } from '../../../app.ts';
import { date, nullable, oneOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { readerOf, sessionOf } from '../../require-session.ts';
import { RunSchema } from '../../runs.ts';
import { named, nullableTimestamp, PaceSchema, PriceChange, peopleByStatus } from '../../schemas.ts';

const Run = named(
  'RunLine',
  Type.Pick(RunSchema, [
    'id',
    'integrationId',
    'integrationName',
    'syncId',
    'status',
    'acceptedAt',
    'finishedAt',
    'entryCount',
    'counts',
    'failure',
  ]).properties,
);

/** With the people that approving would offboard or renumber now, counted as on the page of the sync. */
const HeldRun = named('HeldRunLine', {
  ...Run.properties,
  heldPeople: Type.Integer(),
  heldNumbers: Type.Integer(),
});

const integration = { id: recordId, name: Type.String() };

/** The running month so far, and the month before. */
const MonthCosts = named('MonthCosts', {
  month: Type.String(),
  tickets: Type.Integer(),
  employerCents: Type.Integer(),
  employeeCents: Type.Integer(),
});

const Overview = named('Overview', {
  businessDate: date("The company's present day."),
  nextIssueOn: date('When tickets are issued next.'),
  employees: Type.Integer(),
  subscriptions: peopleByStatus,
  ticketsThisMonth: Type.Integer(),
  months: Type.Object({ current: MonthCosts, previous: MonthCosts }),
  contracts: Type.Object({
    offered: Type.Integer(),
    answered: Type.Integer(),
    /** Open offers of new terms. Their people have signed before and count as answered. */
    newTerms: Type.Integer(),
  }),
  priceChange: nullable(PriceChange),
  setUp: Type.Object({
    hasIntegration: Type.Boolean(),
    hasDelivery: Type.Boolean(),
    hasTickets: Type.Boolean(),
    hasContractData: Type.Boolean(),
  }),
  attention: Type.Object({
    openRequests: Type.Integer(),
    pendingContracts: Type.Integer(),
    pendingNotMailed: Type.Integer(),
    waitingForEnrolment: Type.Integer(),
    heldRuns: Type.Array(HeldRun),
    failedRuns: Type.Array(Run),
    /** Rosters with which suspiciously many people left, and which nobody has marked as seen. */
    largeOffboardings: Type.Array(
      Type.Object({
        id: recordId,
        integrationId: recordId,
        integrationName: Type.String(),
        people: Type.Integer(),
        outOf: Type.Integer(),
      }),
    ),
    disconnectedIntegrations: Type.Array(Type.Object(integration)),
    silentIntegrations: Type.Array(
      Type.Object({ ...integration, lastRosterAt: nullableTimestamp, pace: nullable(PaceSchema) }),
    ),
    refusingIntegrations: Type.Array(
      Type.Object({
        ...integration,
        refused: Type.Integer(),
        refusedCode: nullable(Type.String()),
        refusedField: nullable(Type.String()),
        lastRosterAt: nullableTimestamp,
      }),
    ),
    openDecisions: Type.Array(Type.Object({ ...integration, decisions: Type.Integer() })),
    expiringKeys: Type.Array(
      Type.Object({ id: recordId, name: Type.String(), expiresAt: timestamp('When it expires.') }),
    ),
    /** For admins only: viewers do not see webhooks. */
    disabledWebhooks: Type.Array(
      Type.Object({
        id: recordId,
        host: Type.String(),
        disabledAt: timestamp('When the service disabled it.'),
        disabledBecause: oneOf(DISABLED_REASONS),
      }),
    ),
    /** People whom mail does not reach. */
    undeliverable: Type.Integer(),
    /** Mails that wait because of a limit. */
    /** Null for users who cannot decide about it. */
    heldGroupMoves: nullable(Type.Object({ people: Type.Integer(), outOf: Type.Integer() })),
    waitingMails: nullable(
      Type.Object({ count: Type.Integer(), nextAt: timestamp('When the first of them is sent.') }),
    ),
    /** A month whose files are ready for payroll, for those who can hand it over. */
    monthToHandOver: nullable(Type.String()),
  }),
  recentRuns: Type.Array(Run),
});

/** The numbers that the navigation shows. */
const Attention = Type.Object({
  costs: Type.Integer(),
  requests: Type.Integer(),
  integrations: Type.Integer(),
  keys: Type.Integer(),
  webhooks: Type.Integer(),
});

export function overviewRoutes(app: App, { database }: Needs<'database'>): void {
  const readOverview = createOverviewReader(database.lists);

  app.get(
    '/attention',
    {
      config: { access: 'portal-user', isPolled: true },
      schema: {
        response: { 200: record(Attention) },
      },
    },
    async (request) => {
      const counts = await database.lists.read(readerOf(request), countAttention);
      const seen = (right: Right, count: number) => (mayNow(request, right) ? count : 0);
      return {
        data: {
          costs: seen('change-costs', counts.costs),
          requests: seen('see-people', counts.requests),
          integrations: seen('see-people', counts.integrations),
          keys: seen('see-settings', counts.keys),
          webhooks: seen('administer', counts.webhooks),
        },
      };
    },
  );

  app.get(
    '/overview',
    {
      config: { access: 'portal-see-people', isPolled: true },
      schema: { response: { 200: record(Overview) } },
    },
    async (request) => {
      const overview = await readOverview(readerOf(request));
      const { attention } = overview;
      return {
        data: {
          ...overview,
          months: {
            current: showMonth(overview.months.current),
            previous: showMonth(overview.months.previous),
          },
          attention: {
            ...attention,
            heldRuns: attention.heldRuns.map(({ held, ...run }) => ({
              ...showRun(run),
              heldPeople: held.people,
              heldNumbers: held.renumbered,
            })),
            failedRuns: attention.failedRuns.map(showRun),
            silentIntegrations: attention.silentIntegrations.map(showNeedy),
            refusingIntegrations: attention.refusingIntegrations.map(showNeedy),
            expiringKeys: mayNow(request, 'see-settings') ? attention.expiringKeys.map(showExpiring) : [],
            disabledWebhooks: mayNow(request, 'administer')
              ? attention.disabledWebhooks.map(showDisabled)
              : [],
            heldGroupMoves:
              mayNow(request, 'administer') && attention.heldGroupMoves
                ? { people: attention.heldGroupMoves.people, outOf: attention.heldGroupMoves.outOf }
                : null,
            monthToHandOver: mayNow(request, 'change-costs') ? attention.monthToHandOver : null,
            waitingMails: attention.waitingMails && {
              ...attention.waitingMails,
              nextAt: attention.waitingMails.nextAt.toISOString(),
            },
          },
          recentRuns: overview.recentRuns.map(showRun),
        },
      };
    },
  );
}

async function countAttention(sql: Pool, companyId: number) {
  return {
    costs: (await selectMonthToHandOver(sql, companyId)) === null ? 0 : 1,
    requests: await countOpenRequests(sql, companyId),
    integrations: await countNeedy(sql, companyId),
    keys: (await selectExpiring(sql, companyId)).length,
    webhooks: (await selectDisabled(sql, companyId)).length,
  };
}

const showMonth = ({ month, totals }: Statement): Static<typeof MonthCosts> => ({
  month,
  tickets: totals.tickets,
  employerCents: totals.employerCents,
  employeeCents: totals.employeeCents,
});

const mayNow = (request: FastifyRequest, right: Right) => may(sessionOf(request).role, right);

const showNeedy = (needy: NeedyIntegration) => ({
  ...needy,
  lastRosterAt: needy.lastRosterAt?.toISOString() ?? null,
});

const showExpiring = (key: ExpiringKey) => ({ ...key, expiresAt: key.expiresAt.toISOString() });

const showDisabled = ({ id, url, disabledAt, disabledBecause }: DisabledWebhook) => ({
  id,
  // The path may contain a secret.
  host: new URL(url).host,
  disabledAt: disabledAt.toISOString(),
  disabledBecause,
});

function showRun(run: RunLine): Static<typeof Run> {
  return {
    ...run,
    acceptedAt: run.acceptedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  };
}
