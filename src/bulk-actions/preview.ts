import { addDays, nextFirst } from '../calendar/months.ts';
import { type CompanyDay, selectCompanyDay } from '../day/company-day.ts';
import type { Sql } from '../db/types.ts';
import { checkMailable, selectMailable } from '../employee-page/mailable.ts';
import { AppError, notFound } from '../errors.ts';
import { needsContract, type PlanType } from '../plans/plan-types.ts';
import {
  checkCancel,
  checkEnrol,
  checkPause,
  checkPlanChange,
  checkSubject,
} from '../subscriptions/actions/checks.ts';
import { type Subject, selectSubjects } from '../subscriptions/actions/sql.ts';
import { requirePossible } from './require-possible.ts';
import { type Shares, selectNames, selectPlanCost, sumPresentCosts } from './sql.ts';
import type { BulkActionName, BulkInput } from './vocabulary.ts';

/** People who would get the same plan on the same day. Cents are per person and month. */
interface Group {
  planType: PlanType;
  from: string;
  people: number;
  needsContract: boolean;
  employerCents: number;
  contributionCents: number;
}

type Values = Record<string, string | number>;

interface Refusals {
  reason: string;
  values: Values | null;
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
}

const NAMES_OF_A_REASON = 10;

/** What an action would do for these people. Nothing is changed or locked. */
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
  const judged = await judge(sql, day, ids, action, input);
  const effect = await effectOf(sql, day, judged.possible, action, input);
  return {
    people: ids.length,
    possible: judged.possible.length,
    refusals: await named(sql, companyId, judged.refused),
    ...effect,
  };
}

interface Possible {
  employeeId: number;
  subject?: Subject;
  start?: string;
}

interface Judged {
  possible: Possible[];
  /** By reason and its values. */
  refused: Map<string, { reason: string; values: Values | null; ids: number[] }>;
}

/** Asks every person the questions of the action itself. */
async function judge(
  sql: Sql,
  day: CompanyDay,
  ids: readonly number[],
  action: BulkActionName,
  input: BulkInput,
): Promise<Judged> {
  const judged: Judged = { possible: [], refused: new Map() };
  const ask = (employeeId: number, question: () => Omit<Possible, 'employeeId'>) => {
    try {
      judged.possible.push({ employeeId, ...question() });
    } catch (error) {
      const { reason, values = null } = error instanceof AppError ? error.details : {};
      if (!reason) throw error;
      const key = `${reason} ${JSON.stringify(values)}`;
      const others = judged.refused.get(key);
      if (others) others.ids.push(employeeId);
      else judged.refused.set(key, { reason, values, ids: [employeeId] });
    }
  };
  if (action === 'send-links') {
    for (const person of await selectMailable(sql, day.companyId, ids))
      ask(person.employeeId, () => {
        checkMailable(person);
        return {};
      });
    return judged;
  }
  for (const subject of await selectSubjects(sql, day, ids))
    ask(subject.employeeId, () => {
      checkSubject(subject, action);
      return { subject, ...conditionsOf(day, subject, action, input) };
    });
  return judged;
}

function conditionsOf(
  day: CompanyDay,
  subject: Subject,
  action: Exclude<BulkActionName, 'send-links'>,
  input: BulkInput,
): { start?: string } {
  switch (action) {
    case 'enrol':
      return checkEnrol(day, subject);
    case 'change-plan':
      checkPlanChange(subject, input.planType);
      return {};
    case 'pause':
      checkPause(day, input);
      return {};
    case 'cancel':
      checkCancel(day, subject);
      return {};
  }
}

type Effect = Pick<BulkPreview, 'groups' | 'monthlyCents' | 'from' | 'until'>;

async function effectOf(
  sql: Sql,
  day: CompanyDay,
  possible: readonly Possible[],
  action: BulkActionName,
  input: BulkInput,
): Promise<Effect> {
  const nothing = { groups: [], monthlyCents: { employer: 0, employees: 0 }, from: null, until: null };
  if (possible.length === 0 || action === 'send-links') return nothing;
  if (action === 'enrol') {
    const groups = await orderGroups(sql, day, possible, input.planType);
    return { ...nothing, groups, monthlyCents: sumOf(groups) };
  }
  const present = await sumPresentCosts(
    sql,
    day,
    possible.map(({ employeeId }) => employeeId),
  );
  const without = { employer: -present.employer, employees: -present.employees };
  if (action === 'change-plan') {
    const from = nextFirst(day.today);
    const groups = await orderGroups(
      sql,
      day,
      possible.map((person) => ({ ...person, start: from })),
      input.planType,
    );
    const after = sumOf(groups);
    const monthlyCents = {
      employer: after.employer + without.employer,
      employees: after.employees + without.employees,
    };
    return { groups, monthlyCents, from, until: null };
  }
  if (action === 'pause') {
    const { from, until } = checkPause(day, input);
    return { ...nothing, monthlyCents: without, from, until: until && addDays(until, -1) };
  }
  const [last = day.today] = possible.flatMap(({ subject }) =>
    subject ? checkCancel(day, subject).end : [],
  );
  return { ...nothing, monthlyCents: without, until: addDays(last, -1) };
}

async function orderGroups(
  sql: Sql,
  day: CompanyDay,
  possible: readonly Possible[],
  planType: PlanType | undefined,
): Promise<Group[]> {
  const counted = new Map<string, { planType: PlanType; from: string; people: number }>();
  for (const { subject, start } of possible) {
    const plan = planType ?? subject?.planType;
    if (!plan || !start) continue;
    const group = counted.get(`${start} ${plan}`) ?? { planType: plan, from: start, people: 0 };
    counted.set(`${start} ${plan}`, { ...group, people: group.people + 1 });
  }
  const groups: Group[] = [];
  for (const [, group] of [...counted].sort(([one], [other]) => (one < other ? -1 : 1)))
    groups.push({
      ...group,
      needsContract: needsContract(group.planType),
      ...(await selectPlanCost(sql, day.companyId, group.planType, group.from)),
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

async function named(sql: Sql, companyId: number, refused: Judged['refused']): Promise<Refusals[]> {
  const refusals: Refusals[] = [];
  for (const { ids, ...why } of refused.values()) {
    const names = (await selectNames(sql, companyId, ids)).slice(0, NAMES_OF_A_REASON);
    refusals.push({ ...why, people: ids.length, names });
  }
  return refusals.sort((one, other) => other.people - one.people);
}
