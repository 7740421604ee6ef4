import { type CausedMailKind, MAIL_RULES, WHAT_MAILS_ARE_ABOUT } from '../../domain/mail-queue/kinds.ts';
import type { Pool, Transaction } from '../../platform/db/types.ts';

interface Batch {
  companyId: number;
  id: number;
  kind: CausedMailKind;
}

export async function selectOldestBatch(sql: Pool): Promise<Batch | undefined> {
  const [batch] = await sql<Batch[]>`
    select company_id as "companyId", id, kind from mail_batches
    order by created_at, company_id, id limit 1`;
  return batch;
}

/**
 * Makes rows of `mails` of a batch, in one transaction: if two nodes do it at the same time, the second one finds it deleted.
 * People who were deleted or erased since get no row.
 */
export async function unpackBatch(sql: Pool, { companyId, id, kind }: Batch): Promise<void> {
  await sql.begin(async (tx) => {
    const [batch] = await tx<{ employeeIds: number[]; aboutIds: number[]; createdAt: Date }[]>`
      delete from mail_batches where company_id = ${companyId} and id = ${id}
      returning employee_ids as "employeeIds", about_ids as "aboutIds", created_at as "createdAt"`;
    if (batch) await insertMails(tx, companyId, kind, batch);
  });
}

async function insertMails(
  tx: Transaction,
  companyId: number,
  kind: CausedMailKind,
  { employeeIds, aboutIds, createdAt }: { employeeIds: number[]; aboutIds: number[]; createdAt: Date },
): Promise<void> {
  const { urgency, validHours } = MAIL_RULES[kind];
  await tx`
    insert into mails (company_id, kind, employee_id, about, urgency, created_at, due_at, expires_at)
    select ${companyId}::bigint, ${kind}, e.id, jsonb_build_object(${WHAT_MAILS_ARE_ABOUT[kind]}::text, m.about_id),
      ${urgency}::smallint, ${createdAt}::timestamptz, ${createdAt}::timestamptz,
      ${createdAt}::timestamptz + make_interval(hours => ${validHours})
    from unnest(${employeeIds}::bigint[], ${aboutIds}::bigint[]) with ordinality m (employee_id, about_id, place)
    join employees e on e.company_id = ${companyId} and e.id = m.employee_id and e.erased_at is null
    order by m.place`;
}
