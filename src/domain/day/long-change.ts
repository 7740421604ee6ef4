import { idsOf } from '../../platform/db/ids-of.ts';
import { allowLong } from '../../platform/db/limit-transactions.ts';
import type { Pool, Sql, Transaction } from '../../platform/db/types.ts';

/**
 * Changes that may take longer than other transactions (docs/architecture.md, "Long changes"). Rows carry the start of their
 * transaction, so during the change nobody may continue from a later moment.
 *
 * A row of `running_changes` is committed before the change begins. The change deletes it in its own transaction: the deletion becomes
 * visible together with the change, and until then the lock on the row shows that the change is running.
 */
export async function runLongChange<Result>(
  pool: Pool,
  companyId: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const id = await insertRunningChange(pool, companyId);
  return await inRunningChange(pool, companyId, id, work);
}

/** For a caller that has committed the row of the running change in an earlier transaction. */
export async function inRunningChange<Result>(
  pool: Pool,
  companyId: number,
  id: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return (await pool.begin(async (tx) => {
      if (!(await deleteRunningChange(tx, companyId, id)))
        throw new Error('the row of a long change was removed before the change began');
      allowLong(tx);
      return await work(tx);
    })) as Result;
  } catch (error) {
    // The row is back. If this fails too, a job removes it.
    await deleteRunningChange(pool, companyId, id).catch(() => {});
    throw error;
  }
}

export async function insertRunningChange(sql: Sql, companyId: number): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into running_changes (company_id) values (${companyId}) returning id`;
  if (!row) throw new Error('insert into running_changes returned nothing');
  return row.id;
}

export async function deleteRunningChange(sql: Sql, companyId: number, id: number): Promise<boolean> {
  const deleted = await sql`delete from running_changes where company_id = ${companyId} and id = ${id}`;
  return deleted.count === 1;
}

/**
 * The moment from which on a client can follow the changes of a list that is read after it: the start of the oldest change
 * that is still running, or else the present. `statement_timestamp` is before the snapshot of this statement: a change that it
 * does not see is later.
 */
export async function selectSafeMoment(sql: Sql, companyId: number): Promise<Date> {
  const [moment] = await sql<{ at: Date }[]>`
    select least(statement_timestamp(), min(begun_at)) as at from running_changes where company_id = ${companyId}`;
  if (!moment) throw new Error('an aggregate returned no row');
  return moment.at;
}

/** Companies with rows that are older than the moment between the insertion of a row and its change. */
export async function selectCompaniesWithOldRunningChanges(sql: Pool): Promise<number[]> {
  return await idsOf(sql<{ id: number }[]>`
    select distinct company_id as id from running_changes
    where begun_at < now() - interval '1 minute'`);
}

/** Deletes the rows whose node has died. A change that is running holds the lock of its row. */
export async function deleteDeadRunningChanges(sql: Sql, companyId: number): Promise<number> {
  const deleted = await sql`
    delete from running_changes where company_id = ${companyId} and id in (
      select id from running_changes
      where company_id = ${companyId} and begun_at < now() - interval '1 minute' for update skip locked)`;
  return deleted.count;
}
