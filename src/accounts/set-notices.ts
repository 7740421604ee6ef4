import { recordChange } from '../domain/audit/record-change.ts';
import type { NoticeWish } from '../domain/mail-queue/notices.ts';
import type { Transaction } from '../platform/db/types.ts';
import type { PortalSession } from './sessions-sql.ts';
import { updateNotices } from './users-sql.ts';

/** Sets which mails the signed-in admin gets. What is queued already is judged again when it is sent. */
export async function setNotices(
  tx: Transaction,
  { companyId, userId }: PortalSession,
  notices: NoticeWish,
): Promise<void> {
  if (!(await updateNotices(tx, companyId, userId, notices))) return;
  await recordChange(tx, companyId, {
    actor: { type: 'portal-user', id: userId },
    action: 'portal-user-notices-changed',
    subject: { type: 'portal-user', id: userId },
    details: { notices },
  });
}
