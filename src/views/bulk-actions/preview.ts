import { addDays, nextFirst } from '../../domain/calendar/months.ts';
import { type CompanyDay, selectCompanyDay } from '../../domain/day/company-day.ts';
import { needsContract, type PlanType } from '../../domain/plans/plan-types.ts';
import type { Sql } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { idsOf, selectSubjects } from '../../tickets/subscriptions/actions/actions-sql.ts';
import { checkCancel, checkEnrol, checkPause } from '../../tickets/subscriptions/actions/checks.ts';
import { type CutOff, cancellationCutOff } from '../../tickets/subscriptions/actions/cut-offs.ts';
import type { Subject } from '../../tickets/subscriptions/actions/subject.ts';
import { checkMailable, selectMailable } from '../employee-page/mailable.ts';
import type { BulkActionName, BulkInput, SubscriptionAction } from './bulk-action-types.ts';
import { type Shares, selectNames, selectPlanCost, sumPresentCosts } from './bulk-actions-sql.ts';
import { checkAction, type Judged, judge, type Refusal } from './judge.ts';
import { requirePossible } from './require-possible.ts';

/** People who would get the same plan with the same subsidy on the same day. Cents are per person and month. */
interface Group {
  planType: PlanType;
  from: string;
  people: number;
  needsContract: boolean;
  employerCents: number;
  contributionCents: number;
}

interface Refusals extends Omit<Refusal, 'employeeId'> {
  people: number;
  /** The first of them, by name. */
  names: { employeeId: number; firstName: string; lastName: string }[];
}

export interface BulkPreview {
  people: number;
  possible: number;
  refusals: Refusals[];
  groups: Group[];
  /** How the monthly costs change, once every contract is signed. */
  monthlyCents: Shares;
  /** The first day of the pause or of the new plan. */
  from: string | null;
  /** The last day of the pause or with a ticket. */
  until: string | null;
  /** Of a cancellation: why it ends the subscriptions in that month. */
  cutOff: CutOff | null;
}

const NAMES_OF_A_REASON = 10;

/** Computes the effect of an action on these people. Changes and locks nothing. */
export async function previewBulkAction(
  sql: Sql,
  companyId: number,
  ids: readonly number[],
  action: BulkActionName,
  input: BulkInput,
): Promise<BulkPreview> {
  await requirePossible(sql, action, input);
  const day = await selectCompanyDay(sql, companyId);
  if (!day) throw notFound();
  const result = async ({ possible, refused }: Judged<unknown>, effect: Effect): Promise<BulkPreview> => ({
    people: ids.length,
    possible: possible.length,
    refusals: await grouped(sql, companyId, refused),
    ...effect,
  });
  if (action === 'send-links')
    return await result(judge(await selectMailable(sql, companyId, ids), checkMailable), NOTHING);
  const subjects = await selectSubjects(sql, day, ids);
  const judged = judge(subjects, (subject) => checkAction(day, subject, action, input));
  return await result(judged, await effectOf(sql, day, judged.possible, action, input));
}

type Effect = Pick<BulkPreview, 'groups' | 'monthlyCents' | 'from' | 'until' | 'cutOff'>;

const NOTHING: Effect = {
  groups: [],
  monthlyCents: { employer: 0, employees: 0 },
  from: null,
  until: null,
  cutOff: null,
};

async function effectOf(
  sql: Sql,
  day: CompanyDay,
  subjects: readonly Subject[],
  action: SubscriptionAction,
  input: BulkInput,
): Promise<Effect> {
  const [first] = subjects;
  if (!first) return NOTHING;
  if (action === 'enrol') {
    const orders = subjects.map((subject) => ({ ...subject, ...checkEnrol(day, subject) }));
    const groups = await orderGroups(sql, orders, input.planType);
    return { ...NOTHING, groups, monthlyCents: sumOf(groups) };
  }
  const present = await sumPresentCosts(sql, day, idsOf(subjects));
  const without = { employer: -present.employer, employees: -present.employees };
  if (action === 'change-plan') {
    const from = nextFirst(day.today);
    const changes = subjects.map((subject) => ({ ...subject, start: from }));
    const groups = await orderGroups(sql, changes, input.planType);
    const after = sumOf(groups);
    const monthlyCents = {
      employer: after.employer + without.employer,
      employees: after.employees + without.employees,
    };
    return { ...NOTHING, groups, monthlyCents, from };
  }
  if (action === 'pause') {
    const { from, until } = checkPause(day, input);
    return { ...NOTHING, monthlyCents: without, from, until: until && addDays(until, -1) };
  }
  const until = addDays(checkCancel(day, first).end, -1);
  return { ...NOTHING, monthlyCents: without, until, cutOff: cancellationCutOff(day) };
}

async function orderGroups(
  sql: Sql,
  orders: readonly { planType: PlanType; start: string; subsidyCents: number }[],
  chosen: PlanType | undefined,
): Promise<Group[]> {
  const counted = new Map<
    string,
    { planType: PlanType; from: string; subsidyCents: number; people: number }
  >();
  for (const { planType: own, start: from, subsidyCents } of orders) {
    const planType = chosen ?? own;
    const key = `${from} ${planType} ${subsidyCents}`;
    const group = counted.get(key) ?? { planType, from, subsidyCents, people: 0 };
    counted.set(key, { ...group, people: group.people + 1 });
  }
  const groups: Group[] = [];
  for (const [, { subsidyCents, ...group }] of [...counted].sort(([one], [other]) => (one < other ? -1 : 1)))
    groups.push({
      ...group,
      needsContract: needsContract(group.planType),
      ...(await selectPlanCost(sql, { ...group, subsidyCents })),
    });
  return groups;
}

function sumOf(groups: readonly Group[]): Shares {
  const sum = (cents: (group: Group) => number) =>
    groups.reduce((total, group) => total + group.people * cents(group), 0);
  return {
    employer: sum(({ employerCents }) => employerCents),
    employees: sum(({ contributionCents }) => contributionCents),
  };
}

/** By reason and its values, the most frequent first. */
async function grouped(sql: Sql, companyId: number, refused: readonly Refusal[]): Promise<Refusals[]> {
  const byReason = new Map<string, Refusal[]>();
  for (const refusal of refused) {
    const key = `${refusal.reason} ${JSON.stringify(refusal.values)}`;
    const others = byReason.get(key);
    if (others) others.push(refusal);
    else byReason.set(key, [refusal]);
  }
  const groups: Refusals[] = [];
  for (const people of byReason.values()) {
    const [{ reason, values }] = people as [Refusal, ...Refusal[]];
    const names = (await selectNames(sql, companyId, idsOf(people))).slice(0, NAMES_OF_A_REASON);
    groups.push({ reason, values, people: people.length, names });
  }
  return groups.sort((one, other) => other.people - one.people);
}
