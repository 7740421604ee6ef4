import { type Actor, recordChange } from '../../domain/audit/record-change.ts';
import type { Sql, Transaction } from '../../platform/db/types.ts';
import { refused } from '../../platform/refusals.ts';
import {
  insertReminders,
  lockReminders,
  mailsEmployees,
  REMINDER_OUTCOMES,
  type ReminderOutcome,
  selectReminderCounts,
  sendsMail,
} from './remind-open-sql.ts';

export type ReminderCounts = Record<ReminderOutcome, number>;

export async function countReminders(sql: Sql, companyId: number): Promise<ReminderCounts> {
  if (!(await sendsMail(sql))) throw refused('mail-not-set-up');
  if (!(await mailsEmployees(sql, companyId))) throw refused('employee-mail-off');
  const counts = Object.fromEntries(REMINDER_OUTCOMES.map((outcome) => [outcome, 0])) as ReminderCounts;
  for (const { outcome, people } of await selectReminderCounts(sql, companyId)) counts[outcome] = people;
  return counts;
}

/** Mails everybody who has not answered. Returns what was queued and left out. */
export async function remindOpen(tx: Transaction, companyId: number, actor: Actor): Promise<ReminderCounts> {
  await lockReminders(tx, companyId);
  const counts = await countReminders(tx, companyId);
  await insertReminders(tx, companyId);
  await recordChange(tx, companyId, {
    actor,
    action: 'contracts-reminded',
    subject: { type: 'company', id: companyId },
    details: { people: counts.remind + counts.offer },
  });
  return counts;
}
