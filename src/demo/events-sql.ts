import type { OpenDay } from '../domain/day/company-day.ts';
import { changeAndInsert, type Insert } from '../platform/db/inserting.ts';
import type { Sql } from '../platform/db/types.ts';
import { ticketIdInSql } from '../tickets/issue/ticket-id.ts';

/** Inserts the events of the history of the last 90 days, at the times at which they happened. */
export async function insertEvents(sql: Sql, { companyId }: OpenDay, now: Date): Promise<void> {
  const month = sql`'month', to_char(month, 'YYYY-MM')`;
  const ticket = sql`'employeeId', employee_id, 'ticketId', ${ticketIdInSql(sql, sql`id`)}, ${month}`;
  const parts = sql`
    history as (
      select 'sync.' || status as type, finished_at as happened_at,
        jsonb_build_object('hrIntegrationId', integration_id, 'syncId', sync_id) as data
      from sync_runs where company_id = ${companyId} and status in ('succeeded', 'failed')
      union all
      select 'employee.added', created_at, jsonb_build_object('employeeId', id)
      from employees where company_id = ${companyId}
      union all
      select 'contract.offered', created_at,
        jsonb_build_object('employeeId', employee_id, 'contractId', id, 'reason', reason)
      from contract_offers where company_id = ${companyId}
      union all
      select 'contract.answered', decided_at,
        jsonb_build_object('employeeId', employee_id, 'contractId', id, 'reason', reason, 'answer', status)
      from contract_offers where company_id = ${companyId} and decided_at is not null
      union all
      select 'ticket.issued', issued_at, jsonb_build_object(${ticket}) from tickets where company_id = ${companyId}
      union all
      select 'ticket.voided', voided_at, jsonb_build_object(${ticket})
      from tickets where company_id = ${companyId} and voided_at is not null
      union all
      select 'document.created', created_at,
        jsonb_build_object('employeeId', employee_id, 'documentId', id, 'kind', kind)
      from documents where company_id = ${companyId}
    )`;
  const events: Insert = {
    as: 'emitted',
    into: 'events',
    columns: ['company_id', 'type', 'data', 'created_at'],
    rows: sql`
      select ${companyId}::bigint as company_id, type, data, happened_at as created_at from history
      where happened_at between ${now}::timestamptz - interval '90 days' and ${now}
      order by happened_at, type, data`,
  };
  await changeAndInsert(sql, { parts, inserts: [events] });
}
