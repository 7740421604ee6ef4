import type { Sql } from '../../platform/db/types.ts';
import type { ViewAction } from './actions.ts';
import { type Actor, recordChange } from './record-change.ts';

/** Views of the same thing by the same user within this time are one entry. */
const ONE_VIEW = '15 minutes';
/** How many of the latest entries about the subject are searched for an earlier view. */
const RECENT = 100;

interface View {
  actor: Actor & { id: number };
  action: ViewAction;
  subject: { type: string; id: number };
  /** Views of two months are views of two things. */
  details?: { people?: number; employeeId?: number; month?: string };
}

/**
 * Records that a user saw links or personal data (docs/operating.md). Called before the data is sent, so that nothing is
 * seen without an entry. Two simultaneous views may write two entries.
 */
export async function recordView(sql: Sql, companyId: number, view: View): Promise<void> {
  const { actor, action, subject, details } = view;
  const seen = await sql`
    select from (
      select at, actor_type, actor_id, action, details from audit_log
      where company_id = ${companyId} and subject_type = ${subject.type} and subject_id = ${subject.id}
      order by id desc limit ${RECENT}
    ) recent
    where action = ${action} and actor_type = ${actor.type} and actor_id = ${actor.id}
      and at > now() - ${ONE_VIEW}::interval and details ->> 'month' is not distinct from ${details?.month ?? null}
    limit 1`;
  if (seen.length === 0) await recordChange(sql, companyId, view);
}
