import type { Fragment } from '../../../platform/db/fragments.ts';
import { idsOf } from '../../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../../platform/db/types.ts';
import { shownByPasses } from './content-sql.ts';

/** Companies in which something has happened since their passes were compared, or the ticket of a pass is over. */
export async function findCompaniesToCompare(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select k.company_id as id from pass_counters k join companies c on c.id = k.company_id
    where ${isToCompare(sql)}
    order by 1`);
}

export async function hasToCompare(sql: Sql, companyId: number): Promise<boolean> {
  const found = await sql`
    select from pass_counters k join companies c on c.id = k.company_id
    where k.company_id = ${companyId} and ${isToCompare(sql)}`;
  return found.length > 0;
}

/** A frozen clock has no time: there, a ticket is over when the clock is moved. */
function isToCompare(sql: Sql): Fragment {
  return sql`(c.pass_facts > k.compared_facts or (c.clock_frozen_on is null and exists (
    select from wallet_passes p where p.company_id = k.company_id and p.shows_until <= now())))`;
}

/** Read before the passes: everything that it counts is then visible. */
export async function selectFacts(sql: Sql, companyId: number): Promise<number> {
  const [company] = await sql<{ facts: number }[]>`
    select pass_facts as facts from companies where id = ${companyId}`;
  return company?.facts ?? 0;
}

export async function noteCompared(sql: Sql, companyId: number, facts: number): Promise<void> {
  await sql`
    update pass_counters set compared_facts = ${facts} where company_id = ${companyId} and compared_facts < ${facts}`;
}

/** The last id of the next passes after this one, or null if there are none. Retired passes never change again. */
export async function selectEndOfBatch(
  sql: Sql,
  companyId: number,
  after: number,
  max: number,
): Promise<number | null> {
  const [batch] = await sql<{ through: number | null }[]>`
    select max(id) as through from (
      select id from wallet_passes where company_id = ${companyId} and id > ${after} and retired_at is null
      order by id limit ${max}) batch`;
  return batch?.through ?? null;
}

/**
 * Locks the company's counter of changes, and creates it if it is missing. Until the end of the transaction nobody else gives
 * numbers, so a client that has seen a number has seen all smaller ones (docs/decisions/0035-passes-are-compared.md).
 */
export async function lockPassCounter(tx: Transaction, companyId: number): Promise<number> {
  const [counter] = await tx<{ lastNumber: number }[]>`
    insert into pass_counters (company_id) values (${companyId})
    on conflict (company_id) do update set last_number = pass_counters.last_number
    returning last_number as "lastNumber"`;
  if (!counter) throw new Error('an upsert returned nothing');
  return counter.lastNumber;
}

export async function setPassCounter(tx: Transaction, companyId: number, lastNumber: number): Promise<void> {
  await tx`update pass_counters set last_number = ${lastNumber} where company_id = ${companyId}`;
}

/**
 * Compares passes with what they showed before, notes those that differ, and returns how many. Each gets the next number and a second
 * of its own. Their devices, and Google, are to be notified.
 */
export async function noteChanges(
  tx: Transaction,
  companyId: number,
  lastNumber: number,
  which: Fragment,
): Promise<number> {
  const [noted] = await tx<{ passes: number }[]>`
    with shown as materialized (
      select p.id, s.digest, v.reason, t."expiresAt" as expires_at, ${lastNumber}::bigint + row_number() over (order by p.id) as number
      ${shownByPasses(tx, companyId, tx`p.retired_at is null and s.digest <> p.digest and ${which}`)}
    ), changed as (
      update wallet_passes p set digest = n.digest, changed_number = n.number,
        shows_until = case when n.reason is null then n.expires_at end,
        changed_at = greatest(date_trunc('second', now()), p.changed_at + interval '1 second'),
        retired_at = case when n.reason = 'replaced' then now() end
      from shown n where p.company_id = ${companyId} and p.id = n.id
    ), wanted as (
      update pass_registrations r set wanted_number = n.number
      from shown n where r.company_id = ${companyId} and r.pass_id = n.id
    )
    select count(*) as passes from shown`;
  return noted?.passes ?? 0;
}
