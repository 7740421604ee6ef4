import { allCompanies, askReachable } from '../db/cross-company.ts';
import type { Pool, Sql } from '../db/types.ts';
import { type CausedMailKind, MAIL_RULES, WHAT_MAILS_ARE_ABOUT } from '../mail-queue/kinds.ts';

interface Batch {
  companyId: number;
  id: number;
  kind: CausedMailKind;
}

export async function selectOldestBatch(sql: Pool): Promise<Batch | undefined> {
  const [batch] = await askReachable(
    sql,
    (among) => sql<Batch[]>`
      ${allCompanies(sql, 'mail batches to unpack')}
      select company_id as "companyId", id, kind from mail_batches where ${among('company_id')}
      order by created_at, company_id, id limit 1`,
  );
  return batch;
}

/**
 * Makes rows of `mails` of a batch, in one statement: if two nodes do it at the same time, the second one finds it deleted.
 * People who were deleted or erased since get no row.
 */
export async function unpackBatch(sql: Sql, { companyId, id, kind }: Batch): Promise<void> {
  const { urgency, validHours } = MAIL_RULES[kind];
  await sql`
    with batch as (
      delete from mail_batches where company_id = ${companyId} and id = ${id}
      returning employee_ids, about_ids, created_at
    )
    insert into mails (company_id, kind, employee_id, about, urgency, created_at, due_at, expires_at)
    select ${companyId}, ${kind}, e.id, jsonb_build_object(${WHAT_MAILS_ARE_ABOUT[kind]}::text, m.about_id), ${urgency},
      b.created_at, b.created_at, b.created_at + make_interval(hours => ${validHours})
    from batch b
    cross join lateral unnest(b.employee_ids, b.about_ids) with ordinality m (employee_id, about_id, place)
    join employees e on e.company_id = ${companyId} and e.id = m.employee_id and e.erased_at is null
    order by m.place`;
}
