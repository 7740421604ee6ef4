import type { Sql } from '../../platform/db/types.ts';

/** `deferred`: tried without success, and due again later. `scheduled`: not due yet, such as a digest. */
export const QUEUE_STATES = ['waiting', 'deferred', 'scheduled', 'sending'] as const;
type QueueState = (typeof QUEUE_STATES)[number];

interface MailFigures {
  mails: Partial<Record<QueueState, number>>;
  /** How long the oldest waiting mail has been due; 0 if there is none. */
  oldestWaitingSeconds: number;
}

/** Figures for operators about the queue of all companies. */
export async function selectMailFigures(sql: Sql): Promise<MailFigures> {
  const [figures] = await sql<MailFigures[]>`
    with by_state as (
      select case
          when state = 'sending' then 'sending'
          when due_at <= now() then 'waiting'
          when attempts > 0 then 'deferred'
          else 'scheduled'
        end as state,
        count(*) as mails, min(due_at) as oldest
      from mails where state in ('queued', 'sending') group by 1
      union all
      select 'waiting', sum(cardinality(employee_ids)), min(created_at) from mail_batches having count(*) > 0
    )
    select coalesce((select jsonb_object_agg(state, mails) from (
        select state, sum(mails) as mails from by_state group by state) summed), '{}') as mails,
      coalesce(extract(epoch from now() - min(oldest) filter (where state = 'waiting')), 0)::float8 as "oldestWaitingSeconds"
    from by_state`;
  return figures ?? { mails: {}, oldestWaitingSeconds: 0 };
}
