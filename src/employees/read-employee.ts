import { setImmediate } from 'node:timers/promises';
import type { Pool } from '../db/types.ts';
import type { Employee } from './employee.ts';
import { selectEmployees } from './sql.ts';

export type ReadEmployee = (companyId: number, id: number) => Promise<Employee | undefined>;

interface Read {
  id: number;
  resolve: (employee: Employee | undefined) => void;
  reject: (error: unknown) => void;
}

const MOST_PER_QUERY = 200;

/**
 * Reads of one company that wait at the same time share a query. Nothing is cached: a query starts after every read
 * that it answers has arrived, so each sees everything that was committed before it.
 *
 * A company has one query at a time. Reads that arrive meanwhile form the next one, about 50 at 100 connections.
 */
export function createEmployeeReader(sql: Pool): ReadEmployee {
  /** Per company with a query under way, the reads that wait for the next one. */
  const waiting = new Map<number, Read[]>();

  async function answerAll(companyId: number, reads: Read[]): Promise<void> {
    waiting.set(companyId, reads);
    while (reads.length > 0) {
      await setImmediate();
      await answer(sql, companyId, reads.splice(0, MOST_PER_QUERY));
    }
    waiting.delete(companyId);
  }

  return (companyId, id) =>
    new Promise((resolve, reject) => {
      const read = { id, resolve, reject };
      const reads = waiting.get(companyId);
      if (reads) reads.push(read);
      else void answerAll(companyId, [read]);
    });
}

async function answer(sql: Pool, companyId: number, reads: readonly Read[]): Promise<void> {
  const ids = reads.map(({ id }) => id);
  try {
    const employees = await selectEmployees(sql, companyId, ids);
    const byId = new Map(employees.map((employee) => [employee.id, employee]));
    for (const { id, resolve } of reads) resolve(byId.get(id));
  } catch (error) {
    for (const { reject } of reads) reject(error);
  }
}
