import { idsOf } from '../../platform/db/ids-of.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';
import { AppError } from '../../platform/errors.ts';
import { type Actor, recordChange } from './record-change.ts';

/** An audit log is shortened by whole months, so that its own entries about that are few. */
const cutOff = (sql: Sql, days: number) =>
  sql`date_trunc('month', now() - make_interval(days => ${days}), 'UTC')`;

/** Ids of entries grow with time, so the first entry is the oldest. */
export async function selectCompaniesWithOldLog(sql: Pool, days: number): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select c.id from companies c
    cross join lateral (select at from audit_log a where a.company_id = c.id order by a.id limit 1) oldest
    where oldest.at < ${cutOff(sql, days)}
    order by 1`);
}

/** Deletes the oldest entries, and those of the same moment as the last of them. */
export async function deleteOldLog(sql: Pool, companyId: number, days: number, max: number): Promise<number> {
  const [part] = await sql<{ before: Date | null }[]>`
    select date_trunc('milliseconds', max(at)) + interval '1 millisecond' as before from (
      select at from audit_log where company_id = ${companyId} and at < ${cutOff(sql, days)} order by id limit ${max}
    ) oldest`;
  const before = part?.before;
  return before ? await sql.begin((tx) => deleteLog(tx, companyId, { type: 'system' }, before)) : 0;
}

const A_YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Deletes old entries of the audit log. The last year stays, and the log says what was deleted. */
export async function deleteLog(
  tx: Transaction,
  companyId: number,
  actor: Actor,
  before: Date,
): Promise<number> {
  // A leap year has a day more; the database compares exactly.
  if (Date.now() - before.getTime() < A_YEAR_MS + 24 * 60 * 60 * 1000)
    throw new AppError('invalid-values', 'Entries of the last year stay. Choose an earlier day.');
  const [row] = await tx<{ deleted: number }[]>`select delete_audit_log(${companyId}, ${before}) as deleted`;
  const deleted = row?.deleted ?? 0;
  await recordChange(tx, companyId, {
    actor,
    action: 'audit-log-deleted',
    subject: { type: 'company', id: companyId },
    details: { before: before.toISOString(), entries: deleted },
  });
  return deleted;
}
