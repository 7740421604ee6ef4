import { monthFirst } from '../../domain/calendar/months.ts';
import { type CompanyDay, type OpenDay, selectCompanyDayForUpdate } from '../../domain/day/company-day.ts';
import { isLocked } from '../../platform/db/failures.ts';
import { setLocally } from '../../platform/db/planner.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { announceStatusesAndNotePasses, finishDay } from './close-day-sql.ts';
import { insertTickets, markIssued } from './tickets-sql.ts';

/**
 * How long to wait for the company's lock. `short`: after two seconds the work is refused, because a sync is in progress. Requests
 * do so, and work that a job looks for again. `unlimited` is for work that nobody would begin again (docs/architecture.md, "The
 * company's day").
 */
export type Patience = 'short' | 'unlimited';

const SHORT_MS = 2_000;

/**
 * Runs the work in the company's day: locks the company, issues the tickets that are due, does the work, and emits events
 * for changed statuses. Every transaction that writes people, links, terms, offers, tickets or charges runs in here. So no
 * two of them decide by the same state, a month is issued by the state on its first day, every change of a status has its
 * event, and nothing deadlocks: the company is locked before its employees, and employees in the order of their ids.
 */
export async function inDay<Result>(
  tx: Transaction,
  companyId: number,
  patience: Patience,
  work: (day: OpenDay) => Promise<Result>,
): Promise<Result> {
  const day = await openDay(tx, companyId, patience);
  const result = await work(day);
  await closeDay(tx, day);
  return result;
}

async function openDay(tx: Transaction, companyId: number, patience: Patience): Promise<OpenDay> {
  const locked = await lockDay(tx, companyId, patience);
  // The only cast to an OpenDay. Opening it needs one too: it inserts tickets, and what inserts them asks everybody for an open day.
  const day = { ...locked, issued: 0 } as OpenDay;
  return { ...day, issued: await issueDue(tx, day) };
}

async function lockDay(tx: Transaction, companyId: number, patience: Patience): Promise<CompanyDay> {
  if (patience === 'short') await setLocally(tx, 'lock_timeout', `${SHORT_MS}ms`);
  try {
    const day = await selectCompanyDayForUpdate(tx, companyId);
    if (!day) throw notFound();
    return day;
  } catch (error) {
    throw patience === 'short' && isLocked(error) ? refused('sync-in-progress') : error;
  }
}

/**
 * Issues the running month to everybody who was entitled on its first day, unless that has been done. Months that
 * were missed while the service was down are over: they yield neither ticket nor receipt. Of several nodes, the one that
 * gets the lock first issues; the others find the month issued.
 */
async function issueDue(tx: Transaction, day: OpenDay): Promise<number> {
  const month = monthFirst(day.today);
  if (day.issuedThrough !== null && day.issuedThrough >= month) return 0;
  const issued = await insertTickets(tx, day, { month, judgedOn: month, validFrom: month });
  await markIssued(tx, day, month);
  return issued;
}

/**
 * A status changes when somebody changes a subscription, and when a day passes. So the first transaction of a day compares
 * everybody, and every other one the people that it has changed.
 */
async function closeDay(tx: Transaction, day: OpenDay): Promise<void> {
  const isNew = day.announcedOn !== day.today;
  await announceStatusesAndNotePasses(tx, day, isNew ? 'everybody' : 'changed');
  if (isNew) await finishDay(tx, day);
}
