import type { Fragment } from '../../platform/db/fragments.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { PlanType } from '../plans/plan-types.ts';

/**
 * The rules of migrations/0005, 0007 and 0019, called with the columns of an employee. The functions take scalars, because
 * PostgreSQL inlines those into filters; their long lists of arguments stand here and nowhere else.
 *
 * `person` is the alias of the employee in the query around it.
 */
const endsOf = (person: string) =>
  `${person}.term_end_hr, ${person}.term_end_person, ${person}.term_end_contract`;
const termOf = (person: string) =>
  `${person}.term_start, ${endsOf(person)}, ${person}.pauses_hr, ${person}.pauses_person`;

/** A date, or an expression that gives one. */
type Day = string | Fragment;

export function subscriptionEnd(sql: Sql, person = 'e'): Fragment {
  return sql`subscription_end(${sql.unsafe(endsOf(person))})`;
}

export function subscriptionStatus(sql: Sql, today: Day, person = 'e'): Fragment {
  return sql`subscription_status(${sql.unsafe(termOf(person))}, ${today}::date)`;
}

export function subscriptionPauses(sql: Sql, person = 'e'): Fragment {
  return sql`subscription_pauses(${sql.unsafe(termOf(person))})`;
}

export function nextTicketOn(sql: Sql, today: Day, person = 'e'): Fragment {
  return sql`subscription_next_ticket_on(${sql.unsafe(termOf(person))}, ${today}::date)`;
}

/** The first ticket of the next term, after a gap, or null if there is none. */
export function nextTermTicketOn(sql: Sql, today: Day, person = 'e'): Fragment {
  const start = sql.unsafe(`${person}.following_start`);
  const pauses = sql.unsafe(`${person}.pauses_hr`);
  return sql`subscription_next_ticket_on(${start}, null, null, null, ${pauses}, '{}', ${today}::date)`;
}

/** Whether the person is entitled to a ticket on this day. */
export function isEntitled(sql: Sql, day: Day, person = 'e'): Fragment {
  return sql`subscription_entitled(${sql.unsafe(termOf(person))}, ${day}::date)`;
}

/** The plan of the person on a day. `defaultPlanType` is the company's, for people without a plan and without a group. */
export function planInForce(
  sql: Sql,
  defaultPlanType: PlanType | Fragment,
  day: Day,
  person = 'e',
): Fragment {
  const plans = sql.unsafe(`${person}.plan_type, ${person}.next_plan_type, ${person}.next_plan_from`);
  const ofGroup = sql.unsafe(`${person}.group_plan_type`);
  return sql`plan_in_force(${plans}, coalesce(${ofGroup}, ${defaultPlanType}::text), ${day}::date)`;
}

/** The subsidy of the person: that of their group, or else the company's. */
export function subsidyOf(sql: Sql, ofCompany: Fragment, person = 'e'): Fragment {
  return sql`coalesce(${sql.unsafe(`${person}.group_subsidy_cents`)}, ${ofCompany})`;
}

/** The inputs of an amount besides the person. The price is that of `month`. */
interface Amounts {
  month: Day;
  priceCents: Fragment;
  /** The company's subsidy, for people without a group. */
  subsidyCents: Fragment;
  defaultPlanType: PlanType | Fragment;
  /** Instead of the present subsidy of the person. */
  ownSubsidyCents?: Fragment;
}

/** The amount that the person has signed for a month. */
export function signedCents(sql: Sql, month: Day, person = 'e'): Fragment {
  const signed = sql.unsafe(`${person}.signed_from, ${person}.signed_cents`);
  return sql`signed_amount_cents(${signed}, ${month}::date)`;
}

/** The accepted offer of that amount. */
export function signedOffer(sql: Sql, month: Day, person = 'e'): Fragment {
  const [offers, months] = [sql.unsafe(`${person}.signed_offers`), sql.unsafe(`${person}.signed_from`)];
  return sql`(${offers})[width_bucket(${month}::date, ${months})]`;
}

/**
 * The employee's share of a month's ticket: never more than signed. An offer shows employee_contribution_cents, the
 * amount for everybody. A contract ends with the term.
 */
export function contributionCents(sql: Sql, amounts: Amounts, person = 'e'): Fragment {
  const { month, priceCents, subsidyCents, defaultPlanType, ownSubsidyCents } = amounts;
  const plan = planInForce(sql, defaultPlanType, month, person);
  const subsidy = ownSubsidyCents ?? subsidyOf(sql, subsidyCents, person);
  const current = sql`employee_contribution_cents(${plan}, ${priceCents}, ${subsidy})`;
  const hasEnded = sql`${subscriptionEnd(sql, person)} <= ${month}::date`;
  return sql`least(case when ${hasEnded} then null else ${signedCents(sql, month, person)} end, ${current})`;
}
