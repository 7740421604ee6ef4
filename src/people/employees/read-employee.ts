import { setImmediate } from 'node:timers/promises';
import { type Scope, WHOLE_COMPANY } from '../../domain/access/scope.ts';
import type { Pool } from '../../platform/db/types.ts';
import type { Employee } from './employee.ts';
import { selectEmployees } from './employees-sql.ts';

export type ReadEmployee = (companyId: number, scope: Scope, id: number) => Promise<Employee | undefined>;

/** Reads of one whole company that arrive in the same turn of the event loop, and the answer to all of them. */
interface Batch {
  ids: number[];
  found: Promise<Map<number, Employee>>;
}

/**
 * Reads that arrive together share one query: at 100 connections about 30. Nothing is cached: a query starts after every
 * read that it answers has arrived, so each sees everything that was committed before it. Reads within a scope are not combined.
 */
export function createEmployeeReader(sql: Pool): ReadEmployee {
  const arriving = new Map<number, Batch>();

  async function readBatch(companyId: number, ids: readonly number[]): Promise<Map<number, Employee>> {
    await setImmediate();
    arriving.delete(companyId);
    const employees = await selectEmployees(sql, companyId, ids);
    return new Map(employees.map((employee) => [employee.id, employee]));
  }

  return async (companyId, scope, id) => {
    if (scope !== WHOLE_COMPANY) return (await selectEmployees(sql, companyId, [id], scope))[0];
    let batch = arriving.get(companyId);
    if (!batch) {
      const ids: number[] = [];
      batch = { ids, found: readBatch(companyId, ids) };
      arriving.set(companyId, batch);
    }
    batch.ids.push(id);
    return (await batch.found).get(id);
  };
}
