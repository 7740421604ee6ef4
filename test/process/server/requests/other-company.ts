import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../../src/platform/db/types.ts';
import { until } from '../../../pure/support/until.ts';

/** In every text of the other company. No request contains it, so no answer may. */
export const MARKER = 'zq7markerzq7';

/** Columns that people or HR systems fill. Others hold words of ours: a plan type, a time zone. */
const FREE_TEXT = [
  ...[
    'name',
    'legal_name',
    'address',
    'tax_number',
    'cost_centre',
    'contact',
    'privacy_note',
    'technical_contact',
    'url',
  ],
  ...[
    'first_name',
    'last_name',
    'email',
    'email_normal',
    'search_text',
    'profile_image',
    'personnel_number',
    'legal_entity',
  ],
  ...[
    'group_name',
    'hr_id',
    'first_hr_id',
    'listed_first_name',
    'listed_last_name',
    'listed_email',
    'payroll_text',
    'actor_name',
  ],
  ...['detail', 'request_id', 'subject', 'sent_to', 'answer', 'browser'],
];
/** Personal values that the records of a test company have inside of JSON. */
const IN_JSON = '(First|Last|First|p)[PpWw]?[0-9]+|Ada|King|Beispiel GmbH|hr\\.example\\.com|@example\\.com';

/** Puts the marker into every text of a company, but for the audit log, which cannot be changed. Returns how many columns have it. */
export async function markTexts(sql: Sql, companyId: number): Promise<number> {
  const columns = await sql<{ table: string; column: string; isJson: boolean; idColumn: string }[]>`
    select c.table_name as table, c.column_name as column, c.data_type = 'jsonb' as "isJson",
      case when c.table_name = 'companies' then 'id' else 'company_id' end as "idColumn"
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name <> 'audit_log' and c.is_generated = 'NEVER' and (c.data_type = 'jsonb' or c.column_name = any(${FREE_TEXT}))
      and (c.table_name = 'companies' or exists (
        select from information_schema.columns i where i.table_name = c.table_name and i.column_name = 'company_id'))
    order by 1, 2`;
  let marked = 0;
  for (const { table, column, isJson, idColumn } of columns) {
    const [name, id] = [sql(column), sql(idColumn)];
    // Keeps what the form of the text means: an address stays an address, and values stay distinct.
    const value = isJson
      ? sql`regexp_replace(${name}::text, ${IN_JSON}, ${MARKER} || '\\&', 'g')::jsonb`
      : sql`case when ${name} like 'https://%' then replace(${name}, 'https://', 'https://' || ${MARKER}::text || '.') else ${MARKER}::text || ${name} end`;
    const { count } = await sql`
      update ${sql(table)} set ${name} = ${value}
      where ${id} = ${companyId} and ${name} is not null ${isJson ? sql`and ${name}::text ~ ${IN_JSON}` : sql``}`;
    if (count > 0) marked += 1;
  }
  return marked;
}

/** A digest of the company's rows in each table. */
export async function digestRows(sql: Sql, companyId: number): Promise<Map<string, string>> {
  const tables = await sql<{ table: string }[]>`
    select table_name as table from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'
    union all select 'companies' order by 1`;
  const digests = new Map<string, string>();
  for (const { table } of tables) {
    const [row] = await sql<{ digest: string }[]>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\n' order by t::text)), '') as digest
      from ${sql(table)} t where ${sql(table === 'companies' ? 'id' : 'company_id')} = ${companyId}`;
    digests.set(table, row?.digest ?? '');
  }
  return digests;
}

/** Rounds of a quarter of a second in which nothing may change. */
const QUIET_ROUNDS = 3;

/** Waits until the service has done what it does with new records by itself. Returns the digest of the rows. */
export async function settle(sql: Sql, companyId: number): Promise<Map<string, string>> {
  // The address of the webhook leads nowhere: the service would try again all the time.
  await sql`update webhook_endpoints set switched_off_at = now() where company_id = ${companyId}`;
  let digests = await digestRows(sql, companyId);
  let quietRounds = 0;
  await until('the service has nothing left to do for the company', async () => {
    const before = digests;
    await sleep(250);
    digests = await digestRows(sql, companyId);
    const [{ waiting } = { waiting: 1 }] = await sql<{ waiting: number }[]>`
      select count(*)::int as waiting from events where company_id = ${companyId} and number is null`;
    quietRounds = waiting === 0 && differences(before, digests).length === 0 ? quietRounds + 1 : 0;
    return quietRounds >= QUIET_ROUNDS;
  });
  return digests;
}

/** The tables in which two digests differ. */
export function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table);
}
