import type { OpenDay } from '../../domain/day/company-day.ts';
import type { Transaction } from '../../platform/db/types.ts';
import { notFound } from '../../platform/errors.ts';
import { refused } from '../../platform/refusals.ts';
import { type EmployeeRequest, selectRequest } from './requests-sql.ts';

/** The company's lock, which the open day holds, keeps others from answering it meanwhile. */
export async function requireOpen(tx: Transaction, day: OpenDay, id: number): Promise<EmployeeRequest> {
  const request = await selectRequest(tx, day.companyId, id);
  if (!request) throw notFound();
  if (request.status !== 'open') throw refused('request-answered');
  return request;
}
