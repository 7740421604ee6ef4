import type { Pool } from '../db/connect.ts';
import type { Employee } from './employee.ts';
import { selectEmployees } from './sql.ts';

export type ReadEmployee = (companyId: number, id: number) => Promise<Employee | undefined>;

interface Waiting {
  companyId: number;
  id: number;
  resolve: (employee: Employee | undefined) => void;
  reject: (error: unknown) => void;
}

/** How many shared queries may be under way; what arrives meanwhile forms the next one. */
const MOST_QUERIES = 1;
const MOST_PER_QUERY = 200;

/**
 * Reads that wait at the same time share one query. Nothing is remembered: a query begins only after every request
 * it answers has arrived, so each sees what was committed before it.
 */
export function createEmployeeReader(sql: Pool): ReadEmployee {
  let waiting: Waiting[] = [];
  let running = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || running >= MOST_QUERIES || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = waiting.slice(0, MOST_PER_QUERY);
      waiting = waiting.slice(MOST_PER_QUERY);
      running++;
      void answer(batch).finally(() => {
        running--;
        schedule();
      });
      schedule();
    });
  }

  async function answer(batch: Waiting[]): Promise<void> {
    try {
      const found = await selectEmployees(
        sql,
        batch.map(({ companyId }) => companyId),
        batch.map(({ id }) => id),
      );
      const byKey = new Map(found.map((employee) => [`${employee.companyId}/${employee.id}`, employee]));
      for (const { companyId, id, resolve } of batch) resolve(byKey.get(`${companyId}/${id}`));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (companyId, id) =>
    new Promise((resolve, reject) => {
      waiting.push({ companyId, id, resolve, reject });
      schedule();
    });
}
