import { lastSyncedAt, lastSyncOfLink } from '../../company/integrations/latest-runs.ts';
import type { AbsenceKind } from '../../domain/person/absence-kinds.ts';
import type { Payroll } from '../../domain/person/payroll-fields.ts';
import { isConflictOf } from '../../domain/rules/open-conflict-sql.ts';
import type { LinkType } from '../../people/employees/link-types.ts';
import type { Sql } from '../../platform/db/types.ts';

export interface LinkFacts {
  id: number;
  type: LinkType;
  hrId: string | null;
  integrationId: number;
  integrationName: string;
  present: boolean;
  /** Whether it is open whose number it is. */
  hasConflict: boolean;
  startDate: string | null;
  terminationDate: string | null;
  autoSync: boolean | null;
  absences: {
    type: string;
    kind?: AbsenceKind | null;
    startDate: string;
    endDate?: string | null;
    status?: string;
  }[];
  /** Null: the number lists none of the payroll fields. */
  payroll: Payroll | null;
  lastSyncId: string | null;
  lastSyncedAt: Date | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** Reads the HR facts of a person's links, present links first. */
export async function readLinks(sql: Sql, companyId: number, employeeId: number): Promise<LinkFacts[]> {
  return await sql<LinkFacts[]>`
    select l.id, l.type, l.hr_id as "hrId", i.id as "integrationId", i.name as "integrationName",
      l.ended_at is null as present,
      exists (select from sync_conflicts k where k.company_id = ${companyId} and ${isConflictOf(sql)}) as "hasConflict",
      l.start_date as "startDate", l.termination_date as "terminationDate",
      l.auto_sync as "autoSync", l.absences, l.payroll, last_sync.sync_id as "lastSyncId", ${lastSyncedAt(sql)} as "lastSyncedAt",
      l.created_at as "createdAt", l.ended_at as "endedAt"
    from hr_links l
    join hr_integrations i on i.company_id = l.company_id and i.id = l.integration_id
    ${lastSyncOfLink(sql)}
    where l.company_id = ${companyId} and l.employee_id = ${employeeId}
    order by l.ended_at is not null, l.id`;
}
