import type { Fragment } from '../db/fragments.ts';
import { changeAndInsert } from '../db/inserting.ts';
import type { Sql } from '../db/types.ts';
import { told } from '../events/tell.ts';

export interface ToldRun {
  companyId: number;
  integrationId: number;
  runId: number;
}

/** The fields that tell which sync it was, as arguments of jsonb_build_object. */
export function fieldsOfRun(sql: Sql, { companyId, integrationId, runId }: ToldRun): Fragment {
  return sql`'hrIntegrationId', ${integrationId}::bigint, 'syncId', (
    select sync_id from sync_runs where company_id = ${companyId} and id = ${runId})`;
}

/** The outcomes that an event tells about the person. A conflict is told as such, and a held end when it is approved. */
const OUTCOMES = {
  'employee.updated': ['adopted', 'renumbered', 'updated', 'unlinked'],
  'employee.offboarded': ['offboarded'],
  'employee.returned': ['rehired'],
} as const;

/** Executes parts, of which one has the columns id, employee_id and outcome of changes, and tells these changes. */
export async function changeAndTell(sql: Sql, run: ToldRun, parts: Fragment, of: string): Promise<void> {
  const fields = fieldsOfRun(sql, run);
  const tellType = (type: keyof typeof OUTCOMES) =>
    told(sql, run.companyId, type, {
      as: `told_${type.slice('employee.'.length)}`,
      of,
      where: sql`r.outcome = any(${[...OUTCOMES[type]]}::text[])`,
      each: sql`'employeeId', r.employee_id, ${fields}`,
      all: fields,
    });
  const updated = tellType('employee.updated');
  const offboarded = tellType('employee.offboarded');
  const returned = tellType('employee.returned');
  await changeAndInsert(sql, {
    parts: sql`${parts}, ${updated.counted}, ${offboarded.counted}, ${returned.counted}`,
    inserts: [updated.insert, offboarded.insert, returned.insert],
  });
}
