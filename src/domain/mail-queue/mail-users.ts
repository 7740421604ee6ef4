import type { Sql, Transaction } from '../../platform/db/types.ts';
import { hasRight } from '../access/rights-sql.ts';
import type { Right } from '../access/roles.ts';
import { MAIL_RULES } from './kinds.ts';
import { mailContact } from './mail-contact.ts';
import {
  type ContactNotice,
  DIGEST_HOUR,
  IS_URGENT,
  isForContact,
  NOTICE_RIGHTS,
  type Notice,
  type NoticeIds,
} from './notices.ts';

/**
 * Mails something to the company's users who can do something about it, in the transaction of its cause: at once or in the next digest, as each of them
 * wants. The technical contact of an integration gets what concerns the export, too. Call it late in the transaction: another one that adds to the same digest may wait for it.
 */
export async function mailUsers<Cause extends Notice>(
  tx: Transaction,
  companyId: number,
  notice: Cause,
  about: NoticeIds[Cause],
): Promise<void> {
  if (isForContact(notice)) await mailContact(tx, companyId, notice, about as NoticeIds[ContactNotice]);
  const { urgency, validHours } = MAIL_RULES.notice;
  const right = NOTICE_RIGHTS[notice];
  if (IS_URGENT[notice])
    await tx`
      insert into mails (company_id, kind, user_id, notice, about, urgency, expires_at)
      select company_id, 'notice', id, ${notice}, ${tx.json(about)}, ${urgency},
        now() + make_interval(hours => ${validHours})
      from ${readersOf(tx, companyId, right)} and u.notices = 'at-once' order by id`;
  const readers = await tx<{ id: number }[]>`
    select id from ${readersOf(tx, companyId, right)} and u.notices = any(${IS_URGENT[notice] ? ['digest'] : ['digest', 'at-once']})
    order by id`;
  let left = readers.map(({ id }) => id);
  // A digest that was claimed just now takes nothing more. Then the one of the next day does.
  for (let later = 0; left.length > 0; later++) {
    const added = await addToDigests(tx, companyId, left, later, { notice, about });
    left = left.filter((id) => !added.includes(id));
  }
}

/** The users of the company who have the right; no rows if mail is not set up. */
const readersOf = (sql: Sql, companyId: number, right: Right) => sql`
  portal_users u
  where u.company_id = ${companyId} and ${hasRight(sql, right)}
    and exists (select from installation where mail is not null)`;

/**
 * Queues the next digest of each user, unless it is queued, and adds to it. The key that an item locks keeps the digest from
 * being claimed before the item is committed. Returns the users whose digest could take it.
 */
async function addToDigests(
  tx: Transaction,
  companyId: number,
  userIds: readonly number[],
  daysLater: number,
  { notice, about }: { notice: Notice; about: NoticeIds[Notice] },
): Promise<number[]> {
  const { urgency, validHours } = MAIL_RULES.digest;
  const [next] = await tx<{ day: number; dueAt: Date }[]>`
    select to_char(day, 'YYYYMMDD')::int as day,
      (day + make_interval(hours => ${DIGEST_HOUR})) at time zone c.time_zone as "dueAt"
    from companies c
    cross join lateral (select clock_timestamp() at time zone c.time_zone as local) clock
    cross join lateral (
      select local::date + (extract(hour from local) >= ${DIGEST_HOUR})::int + ${daysLater}::int as day
    ) digest
    where c.id = ${companyId}`;
  if (!next) return [...userIds];
  const { day, dueAt } = next;
  await tx`
    insert into mails (company_id, kind, user_id, about, urgency, due_at, expires_at)
    select ${companyId}, 'digest', id, jsonb_build_object('day', ${day}::int), ${urgency}, ${dueAt}::timestamptz,
      ${dueAt}::timestamptz + make_interval(hours => ${validHours})
    from unnest(${userIds}::bigint[]) id order by id
    on conflict (company_id, user_id, ((about ->> 'day')::int)) where kind = 'digest' do nothing`;
  const added = await tx<{ userId: number }[]>`
    with digest as materialized (
      select company_id, id, user_id from mails
      where company_id = ${companyId} and kind = 'digest' and user_id = any(${userIds}::bigint[])
        and (about ->> 'day')::int = ${day} and state = 'queued' and attempts = 0
      order by user_id for key share
    ), added as (
      insert into digest_items (company_id, mail_id, notice, about)
      select company_id, id, ${notice}::text, ${tx.json(about)}::jsonb from digest
    )
    select user_id as "userId" from digest`;
  return added.map(({ userId }) => userId);
}
