import type { Transaction } from '../../platform/db/types.ts';
import { MAIL_RULES, type MailKind } from './kinds.ts';

/** One of them. */
interface Recipient {
  employeeId?: number;
  userId?: number;
  address?: string;
}

interface NewMail {
  kind: MailKind;
  to: Recipient;
  /** The ids of what the mail is about. */
  about: Record<string, number>;
  /** The token of a link, encrypted by `MailTokens`. */
  sealed?: string;
}

/** Queues one mail in the transaction of its cause, so that neither exists without the other. */
export async function queueMail(
  tx: Transaction,
  companyId: number,
  { kind, to, about, sealed }: NewMail,
): Promise<void> {
  const { urgency, validHours } = MAIL_RULES[kind];
  const { employeeId = null, userId = null, address = null } = to;
  await tx`
    insert into mails (company_id, kind, employee_id, user_id, address, about, sealed, urgency, expires_at)
    values (${companyId}, ${kind}, ${employeeId}, ${userId}, ${address}, ${tx.json(about)}, ${sealed ?? null},
      ${urgency}, now() + make_interval(hours => ${validHours}))`;
}

/** Queues the same mail for each of these employees. */
export async function queueMails(
  tx: Transaction,
  companyId: number,
  { kind, to, about }: Pick<NewMail, 'kind' | 'about'> & { to: readonly number[] },
): Promise<void> {
  const { urgency, validHours } = MAIL_RULES[kind];
  await tx`
    insert into mails (company_id, kind, employee_id, about, urgency, expires_at)
    select ${companyId}, ${kind}, employee_id, ${tx.json(about)}, ${urgency}, now() + make_interval(hours => ${validHours})
    from unnest(${to}::bigint[]) with ordinality as people (employee_id, place) order by place`;
}
