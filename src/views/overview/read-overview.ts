import { selectExpiring } from '../../company/api-keys/expiring-sql.ts';
import { selectMonthToHandOver } from '../../company/handovers/list-payroll-months.ts';
import { selectIntegrationsNeedingAttention } from '../../company/integrations/needs-sql.ts';
import { compareMonths } from '../../company/statements/compare-months.ts';
import { monthFirst, nextFirst } from '../../domain/calendar/months.ts';
import { type CompanyDay, selectCompanyDay } from '../../domain/day/company-day.ts';
import { selectDisabled } from '../../notifications/webhooks/webhooks-sql.ts';
import { countByStatus } from '../../people/employees/count-by-status.ts';
import type { ListReader, Lists, Pool } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { countHeldPeople } from '../../rosters/decide/decide-sql.ts';
import { selectHeldMoves } from '../../tickets/groups/held-moves-sql.ts';
import { selectPriceAhead } from '../../tickets/prices/prices-sql.ts';
import { selectTermsToOrder } from '../../tickets/subscriptions/actions/waiting.ts';
import { countOpenRequests } from '../requests/requests-sql.ts';
import { KeptFigures } from './kept-figures.ts';
import {
  countUndeliverable,
  selectDisconnected,
  selectFailedRuns,
  selectFigures,
  selectHeldRuns,
  selectLargeOffboardings,
  selectMark,
  selectRecentRuns,
  selectSetUp,
  selectWaitingMails,
} from './overview-sql.ts';

const MAX_RUNS = 60;
const KEEP_FIGURES_MS = 10_000;

/** Reads the state of a company and its open tasks. Figures about all people are kept for some seconds. */
export function createOverviewReader(lists: Lists) {
  const kept = new KeptFigures<PeopleFigures>(KEEP_FIGURES_MS);
  return async (reader: ListReader) => {
    const { companyId } = reader;
    const { day, mark, ...state } = await lists.read(reader, readState);
    // Not ended with the client: others may wait for the same figures.
    const shared = { companyId, signal: new AbortController().signal };
    const figures = await kept.read(companyId, mark, () =>
      lists.read(shared, (sql) => readFigures(sql, day)),
    );
    const month = monthFirst(day.today);
    return {
      businessDate: day.today,
      // On the first of a month, until tickets are issued, the next issue is the month that begins.
      nextIssueOn: day.issuedThrough !== null && day.issuedThrough >= month ? nextFirst(day.today) : month,
      employees: Object.values(figures.subscriptions).reduce((sum, people) => sum + people, 0),
      subscriptions: figures.subscriptions,
      ticketsThisMonth: figures.ticketsThisMonth,
      months: figures.months,
      contracts: {
        offered: figures.offeredContracts,
        answered: figures.answeredContracts,
        newTerms: figures.pendingNewTerms,
      },
      priceChange: state.priceChange,
      setUp: {
        ...state.setUp,
        hasTickets: day.autoEnrol || hasOffers(figures) || hasSubscription(figures.subscriptions),
      },
      attention: {
        pendingContracts: figures.pendingContracts,
        pendingNotMailed: figures.pendingNotMailed,
        waitingForEnrolment: figures.waitingForEnrolment,
        heldRuns: state.heldRuns,
        failedRuns: state.failedRuns,
        largeOffboardings: state.largeOffboardings,
        disconnectedIntegrations: state.disconnectedIntegrations,
        silentIntegrations: state.needy.filter(({ isSilent }) => isSilent),
        refusingIntegrations: state.needy.filter(({ refused }) => refused > 0),
        openDecisions: state.needy.filter(({ decisions }) => decisions > 0),
        expiringKeys: state.expiringKeys,
        disabledWebhooks: state.disabledWebhooks,
        waitingMails: state.waitingMails,
        heldGroupMoves: state.heldGroupMoves,
        undeliverable: figures.undeliverable,
        monthToHandOver: state.monthToHandOver,
        openRequests: state.openRequests,
      },
      recentRuns: state.recentRuns,
    };
  };
}

/** Everything that is quick to read, whatever the size of the company. */
async function readState(sql: Pool, companyId: number) {
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  return {
    day,
    // Read before the figures: figures that are newer than their mark are only read once more.
    mark: await selectMark(sql, day),
    heldRuns: await readHeldRuns(sql, companyId),
    failedRuns: await selectFailedRuns(sql, companyId),
    largeOffboardings: await selectLargeOffboardings(sql, companyId),
    disconnectedIntegrations: await selectDisconnected(sql, companyId),
    needy: await selectIntegrationsNeedingAttention(sql, companyId),
    expiringKeys: await selectExpiring(sql, companyId),
    setUp: await selectSetUp(sql, companyId),
    priceChange: await selectPriceAhead(sql, day.today),
    disabledWebhooks: await selectDisabled(sql, companyId),
    waitingMails: await selectWaitingMails(sql, companyId),
    heldGroupMoves: (await selectHeldMoves(sql, companyId)) ?? null,
    monthToHandOver: await selectMonthToHandOver(sql, companyId),
    openRequests: await countOpenRequests(sql, companyId),
    recentRuns: (await selectRecentRuns(sql, companyId, MAX_RUNS)).reverse(),
  };
}

async function readHeldRuns(sql: Pool, companyId: number) {
  const runs = await selectHeldRuns(sql, companyId);
  return await Promise.all(
    runs.map(async (run) => ({ ...run, held: await countHeldPeople(sql, companyId, run.id) })),
  );
}

type PeopleFigures = Awaited<ReturnType<typeof readFigures>>;

async function readFigures(sql: Pool, day: CompanyDay) {
  const waiting = await selectTermsToOrder(sql, day);
  return {
    subscriptions: await countByStatus(sql, day.companyId, {}),
    ...(await selectFigures(sql, day)),
    waitingForEnrolment: waiting.length,
    undeliverable: await countUndeliverable(sql, day.companyId),
    months: await compareMonths(sql, day.companyId),
  };
}

function hasOffers({ pendingContracts, answeredContracts, lapsedContracts }: PeopleFigures): boolean {
  return pendingContracts + answeredContracts + lapsedContracts > 0;
}

/** Whether anybody has or had a subscription. */
function hasSubscription(counts: PeopleFigures['subscriptions']): boolean {
  return Object.entries(counts).some(([status, people]) => status !== 'no-subscription' && people > 0);
}
