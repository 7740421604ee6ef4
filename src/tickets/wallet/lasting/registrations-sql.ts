import {
  type Claim,
  type ClaimTable,
  claimRows,
  isFree,
  ownsClaim,
} from '../../../platform/claims/claims.ts';
import { idsOf } from '../../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../../platform/db/types.ts';
import type { Wallet } from '../wallet-links.ts';

/** A claim is longer than a request may take, so a worker that has lost it sends nothing any more. */
export const REGISTRATIONS: ClaimTable = {
  table: 'pass_registrations',
  token: 'claim',
  until: 'claimed_until',
  seconds: 60,
};

/**
 * Registers a device for a pass, or notes its new push token. Returns whether it is new. `number` is the counter's: the device is
 * notified of the pass once, because its file may be older than the latest change.
 */
export async function insertDevice(
  tx: Transaction,
  companyId: number,
  registration: { passId: number; device: string; pushToken: string; number: number },
): Promise<boolean> {
  const { passId, device, pushToken, number } = registration;
  const [row] = await tx<{ isNew: boolean }[]>`
    insert into pass_registrations as r (company_id, pass_id, wallet, device, push_token, number, wanted_number)
    values (${companyId}, ${passId}, 'apple', ${device}, ${pushToken}, ${number}, ${number})
    on conflict (company_id, pass_id, device) where device is not null
      do update set push_token = excluded.push_token, failed_attempts = 0, next_attempt_at = null
    returning r.number = ${number} as "isNew"`;
  return row?.isNew ?? false;
}

/** Returns the push token of a device, if it has registered for the pass. */
export async function selectPushToken(
  sql: Sql,
  companyId: number,
  { passId, device }: { passId: number; device: string },
): Promise<string | undefined> {
  const [row] = await sql<{ pushToken: string }[]>`
    select push_token as "pushToken" from pass_registrations
    where company_id = ${companyId} and pass_id = ${passId} and device = ${device}`;
  return row?.pushToken;
}

/** Forgets the devices of a pass that registered first. */
export async function deleteOldestDevices(
  sql: Sql,
  companyId: number,
  passId: number,
  kept: number,
): Promise<void> {
  await sql`
    delete from pass_registrations where company_id = ${companyId} and pass_id = ${passId} and wallet = 'apple' and id not in (
      select id from pass_registrations where company_id = ${companyId} and pass_id = ${passId} and wallet = 'apple'
      order by id desc limit ${kept})`;
}

export async function deleteDevice(
  sql: Sql,
  companyId: number,
  { passId, device }: { passId: number; device: string },
): Promise<void> {
  await sql`
    delete from pass_registrations where company_id = ${companyId} and pass_id = ${passId} and device = ${device}`;
}

export interface ChangedPasses {
  serials: string[];
  lastNumber: number;
}

/**
 * The passes of a device that have changed since it had this number, or that it has registered for since. A number that was never
 * given, for instance because a backup was restored, counts as none.
 */
export async function selectChangedPasses(
  sql: Sql,
  companyId: number,
  device: string,
  since: number,
): Promise<ChangedPasses> {
  const rows = await sql<{ serial: string; number: number }[]>`
    select p.serial, greatest(p.changed_number, r.number) as number
    from pass_registrations r
    join wallet_passes p on p.company_id = r.company_id and p.id = r.pass_id
    join pass_counters k on k.company_id = r.company_id
    where r.company_id = ${companyId} and p.company_id = ${companyId} and k.company_id = ${companyId} and r.device = ${device}
      and greatest(p.changed_number, r.number) > case when ${since}::bigint > k.last_number then 0 else ${since}::bigint end
    order by number, p.id`;
  return { serials: rows.map(({ serial }) => serial), lastNumber: rows.at(-1)?.number ?? since };
}

/** Whether Google has the object of a pass. Undefined: nobody has opened the link yet, or nobody saved it. */
export async function selectIsStored(
  sql: Sql,
  companyId: number,
  passId: number,
): Promise<boolean | undefined> {
  const [row] = await sql<{ isStored: boolean }[]>`
    select is_stored as "isStored" from pass_registrations
    where company_id = ${companyId} and pass_id = ${passId} and wallet = 'google'`;
  return row?.isStored;
}

/**
 * Notes that somebody has opened the link for Google. `deliveredNumber` is the state that Google has got, or gets with the link. If a worker
 * is telling Google an earlier state at this moment, the note of it stays: the worker tells the later one afterwards.
 */
export async function upsertGoogle(
  sql: Sql,
  companyId: number,
  object: { passId: number; number: number; deliveredNumber: number; isStored: boolean },
): Promise<void> {
  const { passId, number, deliveredNumber, isStored } = object;
  await sql`
    insert into pass_registrations as r (company_id, pass_id, wallet, is_stored, number, wanted_number, told_number)
    values (${companyId}, ${passId}, 'google', ${isStored}, ${number}, ${number}, ${deliveredNumber})
    on conflict (company_id, pass_id) where wallet = 'google'
      do update set is_stored = r.is_stored or excluded.is_stored, wanted_number = greatest(r.wanted_number, excluded.wanted_number),
        failed_attempts = 0, next_attempt_at = null`;
}

export async function findCompaniesToNotify(sql: Pool, wallet: Wallet): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct w.company_id as id from pass_registrations w
    where w.wallet = ${wallet} and w.told_number < w.wanted_number
      and (w.next_attempt_at is null or w.next_attempt_at <= now()) and ${isFree(sql, REGISTRATIONS)}`);
}

/** Somebody who is to be notified of the changes of a pass up to this number. */
export interface ClaimedRegistration extends Claim {
  passId: number;
  /** Null for Google. */
  pushToken: string | null;
  wantedNumber: number;
  failedAttempts: number;
}

export async function claimRegistrations(
  sql: Sql,
  companyId: number,
  { wallet, max }: { wallet: Wallet; max: number },
): Promise<ClaimedRegistration[]> {
  return await claimRows<ClaimedRegistration>(sql, REGISTRATIONS, companyId, {
    due: sql`w.wallet = ${wallet} and w.told_number < w.wanted_number and (w.next_attempt_at is null or w.next_attempt_at <= now())`,
    // As the index has them: another order would sort all that wait, for every claim.
    order: sql`w.id`,
    max,
    returning: sql`w.pass_id as "passId", w.push_token as "pushToken", w.wanted_number as "wantedNumber", w.failed_attempts as "failedAttempts"`,
  });
}

/** Later changes stay due. */
export async function noteDelivered(sql: Sql, registration: ClaimedRegistration): Promise<void> {
  await sql`
    update pass_registrations set told_number = greatest(told_number, ${registration.wantedNumber}), failed_attempts = 0,
      is_stored = wallet = 'google',
      next_attempt_at = null, claim = null, claimed_until = null
    where ${ownsClaim(sql, REGISTRATIONS, registration)}`;
}

/** The device has removed the pass, or nobody has saved Google's object. */
export async function forgetRegistration(sql: Sql, registration: ClaimedRegistration): Promise<void> {
  const isOwned = ownsClaim(sql, REGISTRATIONS, registration);
  const { count } = await sql`delete from pass_registrations where ${isOwned} and not is_stored`;
  // Somebody may have opened the link since the request: then the object is there by now.
  if (count === 0)
    await sql`
      update pass_registrations set is_stored = false, claim = null, claimed_until = null where ${isOwned}`;
}

export async function noteFailed(
  sql: Sql,
  registration: ClaimedRegistration,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update pass_registrations set failed_attempts = failed_attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${pauseSeconds}), claim = null, claimed_until = null
    where ${ownsClaim(sql, REGISTRATIONS, registration)}`;
}
