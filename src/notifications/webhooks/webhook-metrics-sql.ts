import type { Sql } from '../../platform/db/types.ts';
import type { WebhookState } from './webhook-types.ts';
import { state, wanted } from './webhooks-sql.ts';

export interface WebhookFigures {
  endpoints: Partial<Record<WebhookState, number>>;
  /** The age of the oldest event that an active or failing endpoint has not received; 0 if there is none. */
  oldestUndeliveredSeconds: number;
}

/** Figures for operators about the webhooks of all companies. */
export async function selectWebhookFigures(sql: Sql): Promise<WebhookFigures> {
  const [figures] = await sql<WebhookFigures[]>`
    select
      coalesce((select jsonb_object_agg(state, count) from (
        select ${state(sql)} as state, count(*) from webhook_endpoints w group by 1
      ) by_state), '{}') as endpoints,
      coalesce((select extract(epoch from now() - min(oldest.created_at)) from webhook_endpoints w
        cross join lateral (
          select e.created_at from events e
          where e.company_id = w.company_id and e.number > w.last_number and ${wanted(sql)} order by e.number limit 1
        ) oldest
        where w.switched_off_at is null and w.disabled_at is null), 0)::float8 as "oldestUndeliveredSeconds"`;
  return figures ?? { endpoints: {}, oldestUndeliveredSeconds: 0 };
}
