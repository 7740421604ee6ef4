import type { CompanyDay, OpenDay } from '../../domain/day/company-day.ts';
import { emitted } from '../../domain/events/emit.ts';
import { mailed } from '../../domain/mail-queue/mailed.ts';
import type { PlanType } from '../../domain/plans/plan-types.ts';
import { hasBegun, haveLinksLeftBy } from '../../domain/rules/has-left-sql.ts';
import { planInForce, subscriptionStatus, subsidyOf } from '../../domain/rules/subscription-sql.ts';
import type { Fragment } from '../../platform/db/fragments.ts';
import { hiddenFromPlanner } from '../../platform/db/planner.ts';
import type { Sql } from '../../platform/db/types.ts';
import { type ContractTerms, contractName, type OfferedText } from './contract-text.ts';
import { awaitsAnswer } from './offer-life.ts';
import type { Proof } from './proof.ts';
import type { ContractStatus } from './subscription-statuses.ts';

export type OfferReason = 'enrolment' | 'plan-change' | 'new-terms';

export interface Candidate {
  employeeId: number;
  planType: PlanType;
  /** The answer to the enrolment offer. An offer for a term that is over does not block a new one. */
  contractStatus: ContractStatus | 'lapsed' | null;
}

/** People who are to begin a term, with the plan of that term. */
export async function selectCandidates(
  sql: Sql,
  day: CompanyDay,
  ids: readonly number[],
): Promise<Candidate[]> {
  return await sql<Candidate[]>`
    select e.id as "employeeId",
      case
        when o.reason <> 'enrolment' then null
        when o.status = 'pending' and not (${awaitsAnswer(sql, day)}) then 'lapsed'
        else o.status
      end as "contractStatus",
      ${planInForce(sql, day.defaultPlanType, day.today)} as "planType"
    from employees e
    left join contract_offers o on o.company_id = e.company_id and o.id = e.offer_id
      and o.employee_id = any(${ids}::bigint[])
    where e.company_id = ${hiddenFromPlanner(sql, day.companyId)} and e.id = any(${ids}::bigint[])`;
}

/** The content of an offer to each of these people, as of today. */
export async function selectContractTerms(
  sql: Sql,
  companyId: number,
  asked: readonly { employeeId: number; planType: PlanType; plannedStart: string }[],
): Promise<({ employeeId: number } & ContractTerms)[]> {
  const ids = asked.map(({ employeeId }) => employeeId);
  return await sql<({ employeeId: number } & ContractTerms)[]>`
    select e.id as "employeeId", ${employer(sql)} as "companyName", e.first_name as "firstName", e.last_name as "lastName",
      a.plan_type as "planType", a.planned_start as "plannedStart", c.locale,
      ticket_price_cents(a.planned_start) as "priceCents", ${subsidyOf(sql, sql`c.subsidy_cents`)} as "subsidyCents",
      employee_contribution_cents(a.plan_type, ticket_price_cents(a.planned_start), ${subsidyOf(sql, sql`c.subsidy_cents`)})
        as "contributionCents"
    from unnest(${ids}::bigint[], ${asked.map((one) => one.planType)}::text[],
      ${asked.map((one) => one.plannedStart)}::date[]) as a (employee_id, plan_type, planned_start)
    join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = a.employee_id
      and e.id = any(${ids}::bigint[])
    join companies c on c.id = ${companyId}`;
}

/** The company `c` as a party of a contract: its legal name and its address, as far as they are entered. */
function employer(sql: Sql): Fragment {
  const address = sql`regexp_replace(btrim(c.address, E' \\n\\r\\t'), '\\s*[\\r\\n]+\\s*', ', ', 'g')`;
  return sql`concat_ws(', ', coalesce(c.legal_name, c.name), nullif(${address}, ''))`;
}

interface NewOffer extends OfferedText {
  employeeId: number;
}

/**
 * Inserts the offers, each with the contract as a document, and attaches them to the records. They replace offers that
 * were not accepted, whose documents stay and can never be downloaded. Rejected new terms stay beside a change of
 * plan: if that is rejected too, the end they caused still stands.
 */
export async function insertOffers(
  sql: Sql,
  { companyId, today }: OpenDay,
  reason: OfferReason,
  offers: readonly NewOffer[],
): Promise<void> {
  const ids = offers.map(({ employeeId }) => employeeId);
  const terms = offers.map((offer) => JSON.stringify(offer.terms));
  const versions = offers.map(({ textVersion }) => textVersion);
  const digests = offers.map(({ textDigest }) => textDigest.toString('hex'));
  const offered = emitted(sql, companyId, 'contract.offered', {
    of: 'made',
    each: sql`'employeeId', r.employee_id, 'contractId', r.id, 'reason', ${reason}::text`,
    all: sql`'reason', ${reason}::text`,
  });
  const made = await sql<{ id: number; employeeId: number }[]>`
    with made as (
      insert into contract_offers (company_id, employee_id, reason, plan_type, planned_start, offered_on, terms,
        text_version, text_digest)
      select ${companyId}, o.employee_id, ${reason}, o.terms::jsonb ->> 'planType',
        (o.terms::jsonb ->> 'plannedStart')::date, ${today}, o.terms::jsonb, o.text_version,
        decode(o.text_digest, 'hex')
      from unnest(${ids}::bigint[], ${terms}::text[], ${versions}::text[], ${digests}::text[])
        as o (employee_id, terms, text_version, text_digest)
      returning company_id, employee_id, id, status
    ), replaced as (
      update contract_offers o set withdrawn_at = now(), replaced_by = made.id
      from made
      where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = made.employee_id and o.id <> made.id
        and o.employee_id = any(${ids}::bigint[]) and o.status <> 'accepted' and o.withdrawn_at is null
        and (${reason !== 'plan-change'} or o.reason <> 'new-terms' or o.status = 'pending')
    ), attached as (
      update employees e set offer_id = made.id, contract_status = made.status, updated_at = now()
      from made
      where e.company_id = made.company_id and e.id = made.employee_id and e.id = any(${ids}::bigint[])
    ), ${offered}, ${mailed(sql, companyId, 'contract-offered', 'made')}
    select id, employee_id as "employeeId" from made`;
  const names = new Map(offers.map(({ employeeId, terms }) => [employeeId, contractName(terms)]));
  await insertContracts(
    sql,
    companyId,
    made.map((offer) => ({ ...offer, name: names.get(offer.employeeId) ?? '' })),
  );
}

async function insertContracts(
  sql: Sql,
  companyId: number,
  offers: readonly { id: number; employeeId: number; name: string }[],
): Promise<void> {
  const created = emitted(sql, companyId, 'document.created', {
    of: 'contracts',
    each: sql`'employeeId', r.employee_id, 'documentId', r.id, 'kind', 'contract'::text`,
    all: sql`'kind', 'contract'::text`,
  });
  await sql`
    with contracts as (
      insert into documents (company_id, employee_id, kind, name, file_type, downloadable, offer_id)
      select ${companyId}, o.employee_id, 'contract', o.name, 'pdf', false, o.id
      from unnest(${offers.map(({ id }) => id)}::bigint[], ${offers.map(({ employeeId }) => employeeId)}::bigint[],
        ${offers.map(({ name }) => name)}::text[]) as o (id, employee_id, name)
      returning id, employee_id
    ), ${created}
    select`;
}

/**
 * A pending enrolment follows the roster's start date, like a term that has not begun. Returns the people whose planned
 * start has changed.
 */
export async function movePlannedStarts(
  sql: Sql,
  { companyId }: OpenDay,
  moved: readonly { employeeId: number; start: string }[],
): Promise<number[]> {
  const ids = moved.map(({ employeeId }) => employeeId);
  const rows = await sql<{ employeeId: number }[]>`
    update contract_offers o set planned_start = m.start
    from unnest(${ids}::bigint[], ${moved.map((one) => one.start)}::date[]) as m (employee_id, start)
    join employees e on e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = m.employee_id
      and e.id = any(${ids}::bigint[])
    where o.company_id = e.company_id and o.id = e.offer_id and o.employee_id = any(${ids}::bigint[])
      and o.reason = 'enrolment' and o.status = 'pending' and o.planned_start <> m.start
    returning o.employee_id as "employeeId"`;
  return rows.map(({ employeeId }) => employeeId);
}

/**
 * Withdraws open offers of people who are no longer linked or have left. The open offers are selected first:
 * for a company of 70 that gets 40,000 people, the planner otherwise scanned all links for each of them, for
 * minutes.
 */
export async function withdrawOffersOfLeavers(sql: Sql, day: OpenDay, ids: readonly number[]): Promise<void> {
  const withdrawn = await sql<{ id: number }[]>`
    with open as materialized (
      select o.company_id, o.id, o.employee_id, o.planned_start,
        ${hasBegun(sql, day.today)} as has_begun
      from contract_offers o
      join employees e on e.company_id = o.company_id and e.id = o.employee_id and e.offer_id = o.id
      where o.company_id = ${hiddenFromPlanner(sql, day.companyId)} and o.withdrawn_at is null
        -- Of new terms that were rejected, the end has come about; they can still be accepted until then.
        and (o.status = 'pending' or (o.status = 'rejected' and o.reason <> 'new-terms'))
        and o.employee_id = any(${ids}::bigint[]) and e.id = any(${ids}::bigint[])
    ), gone as materialized (
      select open.company_id, open.id
      from open
      cross join lateral (
        select ${haveLinksLeftBy(sql, sql`greatest(l.start_date, open.planned_start)`, sql`open.has_begun`)} as have_left
        from hr_links l
        where l.company_id = open.company_id and l.employee_id = open.employee_id
      ) known
      where known.have_left
    ), withdrawn as (
      update contract_offers o set withdrawn_at = now()
      from gone
      where o.company_id = gone.company_id and o.id = gone.id and o.employee_id = any(${ids}::bigint[])
      returning o.company_id, o.employee_id
    )
    select employee_id as id from withdrawn`;
  await dependOnAcceptedOffers(
    sql,
    day,
    withdrawn.map(({ id }) => id),
  );
}

/**
 * Withdraws new terms that were not accepted, and removes an end that rejecting them caused and that is not reached.
 * Returns the number of people concerned.
 */
export async function withdrawNewTerms(sql: Sql, day: OpenDay, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const withdrawn = await sql<{ id: number; isShown: boolean }[]>`
    with withdrawn as (
      update contract_offers o set withdrawn_at = now()
      where o.company_id = ${hiddenFromPlanner(sql, day.companyId)} and o.employee_id = any(${ids}::bigint[])
        and o.reason = 'new-terms' and o.status <> 'accepted' and o.withdrawn_at is null
      returning o.company_id, o.employee_id, o.id
    )
    select e.id, e.offer_id = w.id as "isShown"
    from withdrawn w join employees e on e.company_id = w.company_id and e.id = w.employee_id`;
  await removeContractEnds(sql, day, ids);
  const shown = withdrawn.filter(({ isShown }) => isShown).map(({ id }) => id);
  await dependOnAcceptedOffers(sql, day, shown);
  return withdrawn.length;
}

/** Removes ends that came from rejecting new terms, unless they are reached. */
export async function removeContractEnds(sql: Sql, day: OpenDay, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update employees set term_end_contract = null, updated_at = now()
    where company_id = ${hiddenFromPlanner(sql, day.companyId)} and id = any(${ids}::bigint[])
      and term_end_contract > ${day.today}`;
}

/** Withdraws unanswered offers about a term that has ended or was dropped, of everybody or of these people. */
export async function withdrawOffersOfEnded(sql: Sql, day: OpenDay, ids?: readonly number[]): Promise<void> {
  const who = ids ? sql`o.employee_id = any(${ids}::bigint[])` : sql`true`;
  const withdrawn = await sql<{ id: number; isShown: boolean }[]>`
    with withdrawn as (
      update contract_offers o set withdrawn_at = now()
      from employees e
      where o.company_id = ${hiddenFromPlanner(sql, day.companyId)} and ${who} and o.reason <> 'enrolment'
        and o.status = 'pending' and o.withdrawn_at is null
        and e.company_id = o.company_id and e.id = o.employee_id
        and ${subscriptionStatus(sql, day.today)} in ('no-subscription', 'cancelled')
      returning e.id, e.offer_id = o.id as "isShown"
    )
    select * from withdrawn`;
  const shown = withdrawn.filter(({ isShown }) => isShown).map(({ id }) => id);
  await dependOnAcceptedOffers(sql, day, shown);
}

/** Withdraws changes of plan that were not answered. The contract signed before counts again. */
export async function withdrawPlanChanges(sql: Sql, day: OpenDay, ids: readonly number[]): Promise<void> {
  const withdrawn = await sql<{ employeeId: number }[]>`
    update contract_offers set withdrawn_at = now()
    where company_id = ${hiddenFromPlanner(sql, day.companyId)} and employee_id = any(${ids}::bigint[])
      and reason = 'plan-change' and status = 'pending' and withdrawn_at is null
    returning employee_id as "employeeId"`;
  await dependOnAcceptedOffers(
    sql,
    day,
    withdrawn.map(({ employeeId }) => employeeId),
  );
}

/** Withdraws an open offer that a new term has made pointless. */
export async function withdrawOpenOffers(sql: Sql, day: OpenDay, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update contract_offers set withdrawn_at = now()
    where company_id = ${hiddenFromPlanner(sql, day.companyId)} and employee_id = any(${ids}::bigint[])
      and status = 'pending' and withdrawn_at is null`;
  await dependOnAcceptedOffers(sql, day, ids);
}

/** Makes the records depend on the contract that was accepted last, if there is one. */
export async function dependOnAcceptedOffers(
  sql: Sql,
  { companyId }: OpenDay,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with signed as (
      select distinct on (o.employee_id) o.employee_id, o.id, o.status from contract_offers o
      where o.company_id = ${hiddenFromPlanner(sql, companyId)} and o.employee_id = any(${ids}::bigint[])
        and o.status = 'accepted'
      order by o.employee_id, o.decided_at desc, o.id desc
    )
    update employees e set offer_id = signed.id, contract_status = signed.status, updated_at = now()
    from unnest(${ids}::bigint[]) asked (id)
    left join signed on signed.employee_id = asked.id
    where e.company_id = ${hiddenFromPlanner(sql, companyId)} and e.id = asked.id and e.id = any(${ids}::bigint[])`;
}

export interface Offer extends OfferedText {
  companyId: number;
  id: number;
  employeeId: number;
  reason: OfferReason;
  planType: PlanType;
  status: ContractStatus;
  plannedStart: string;
  answerUntil: string;
  decidedAt: Date | null;
  withdrawnAt: Date | null;
  /** The end that the rejection caused, while it stands. */
  contractEnd: string | null;
}

export async function selectOffer(sql: Sql, companyId: number, offerId: number): Promise<Offer | undefined> {
  const [offer] = await sql<Offer[]>`
    select o.company_id as "companyId", o.id, o.employee_id as "employeeId", o.reason, o.plan_type as "planType",
      o.status, o.planned_start as "plannedStart", o.terms, o.text_version as "textVersion",
      o.text_digest as "textDigest",
      o.answer_until as "answerUntil", o.decided_at as "decidedAt", o.withdrawn_at as "withdrawnAt",
      case when e.offer_id = o.id then e.term_end_contract end as "contractEnd"
    from contract_offers o
    join employees e on e.company_id = o.company_id and e.id = o.employee_id
    where o.company_id = ${companyId} and o.id = ${offerId}`;
  return offer;
}

/**
 * `answered_on_paper` stands for paper. Until 0.4: nodes of 0.2.0 read and write only that column. Then the proof of new answers can say
 * paper too, if a migration lets its check allow that; earlier answers have the column.
 */
const isOnline = (proof: Proof | null): boolean => proof !== null && proof.by !== 'paper';

export async function decideOffer(
  sql: Sql,
  { companyId }: OpenDay,
  offer: Offer,
  status: 'accepted' | 'rejected',
  proof: Proof | null,
): Promise<void> {
  const answer = emitted(sql, companyId, 'contract.answered', {
    of: 'decided',
    each: sql`'employeeId', r.employee_id, 'contractId', r.id, 'reason', r.reason, 'answer', r.status`,
  });
  await sql`
    with decided as (
      update contract_offers set status = ${status}, decided_at = now(), 
        answered_on_paper = ${proof?.by === 'paper'}, proof = ${isOnline(proof) ? sql.json(proof as never) : null}
      where company_id = ${companyId} and id = ${offer.id}
      returning id, employee_id, reason, status
    ), ${answer}
    select`;
  await sql`
    update documents set downloadable = ${status === 'accepted'}, updated_at = now()
    where company_id = ${companyId} and employee_id = ${offer.employeeId} and offer_id = ${offer.id}`;
  await sql`
    update employees set contract_status = ${status}, updated_at = now()
    where company_id = ${companyId} and id = ${offer.employeeId} and offer_id = ${offer.id}`;
}
