import { isLocked } from '../db/failures.ts';
import type { Transaction } from '../db/types.ts';
import { notFound } from '../errors.ts';
import { refused } from '../refusals.ts';
import { type CompanyDay, selectCompanyDayForUpdate } from './company-day.ts';

/** How long a person at a screen waits for a sync that is being applied. */
const PATIENCE_MS = 2_000;

/**
 * Takes the company's lock and tells its business date and rules. Everything that changes subscriptions or tickets of
 * a company takes it first, then employees in the order of their ids: so nothing deadlocks, and no two of them
 * judge by the same state.
 */
export async function lockCompany(tx: Transaction, companyId: number): Promise<CompanyDay> {
  const day = await selectCompanyDayForUpdate(tx, companyId);
  if (!day) throw notFound();
  return day;
}

/** The same for a person's action: rather than wait for long, it says that a sync is under way. */
export async function lockCompanySoon(tx: Transaction, companyId: number): Promise<CompanyDay> {
  await tx`select set_config('lock_timeout', ${`${PATIENCE_MS}ms`}, true)`;
  try {
    return await lockCompany(tx, companyId);
  } catch (error) {
    if (!isLocked(error)) throw error;
    throw refused('sync-in-progress');
  }
}
