import { may } from '../../domain/access/roles.ts';
import { NOTICE_RIGHTS, type Notice } from '../../domain/mail-queue/notices.ts';
import type { Sql } from '../../platform/db/types.ts';
import type { ClaimedMail } from './claimed-mail.ts';
import {
  selectConflictsToMail,
  selectContactToMail,
  selectDigestItems,
  selectHeldMovesToMail,
  selectInvalidToMail,
  selectKeyToMail,
  selectMonthToMail,
  selectOffboardingToMail,
  selectRefusalToMail,
  selectRequestsToMail,
  selectRunToMail,
  selectSilenceToMail,
  selectUserToMail,
  selectWaitingToMail,
  selectWebhookToMail,
} from './compose-notice-sql.ts';
import type { Composed } from './composed.ts';
import type { ContactLink } from './contact-links.ts';
import type { News } from './templates/notice.ts';

export interface NoticeLinks {
  baseUrl: string;
  contactLink: ContactLink;
}

/** Decides by the present data whether the recipient gets the mail, and composes its content. */
export async function composeNotice(sql: Sql, mail: ClaimedMail, links: NoticeLinks): Promise<Composed> {
  const { companyId, userId, notice, about } = mail;
  if (mail.integrationId !== null) return await composeForContact(sql, mail, mail.integrationId, links);
  const reader = await selectReader(sql, companyId, userId);
  if (reader.drop !== undefined) return { drop: reader.drop };
  if (notice && !reader.isFor(notice)) return { drop: NOT_FOR_ROLE };
  const news = notice && (await readNews(sql, companyId, { notice, about }, links.baseUrl));
  if (!news) return { drop: SETTLED };
  return { to: reader.to, facts: { kind: 'notice', ...reader.shared, news } };
}

/** For the technical contact, who has no account: the link of the news is that of a guide. */
async function composeForContact(
  sql: Sql,
  { companyId, notice, about }: ClaimedMail,
  integrationId: number,
  { baseUrl, contactLink }: NoticeLinks,
): Promise<Composed> {
  const contact = await selectContactToMail(sql, companyId, integrationId);
  if (!contact) return { drop: 'The integration has no technical contact any more.' };
  const news = notice && (await readNews(sql, companyId, { notice, about }, baseUrl));
  if (!news) return { drop: SETTLED };
  const { address, ...company } = contact;
  return {
    to: address,
    facts: {
      kind: 'contact-notice',
      ...company,
      news: { ...news, link: `${baseUrl}/guides/next-morning` },
      unsubscribe: contactLink({ companyId, integrationId }, address),
    },
    bound: 'contact',
  };
}

export async function composeDigest(
  sql: Sql,
  { companyId, id, userId }: ClaimedMail,
  baseUrl: string,
): Promise<Composed> {
  const reader = await selectReader(sql, companyId, userId);
  if (reader.drop !== undefined) return { drop: reader.drop };
  // Repeated notices appear once, with their current state.
  const news = new Map<string, News>();
  for (const item of await selectDigestItems(sql, companyId, id)) {
    if (!reader.isFor(item.notice)) continue;
    const found = await readNews(sql, companyId, item, baseUrl);
    if (found) news.set(JSON.stringify(item), found);
  }
  if (news.size === 0) return { drop: SETTLED };
  return { to: reader.to, facts: { kind: 'digest', ...reader.shared, news: [...news.values()] } };
}

const NOT_FOR_ROLE = 'The role of the user has changed: this is not for them any more.';
const SETTLED = 'It was settled before the mail was sent.';

async function selectReader(sql: Sql, companyId: number, userId: number | null) {
  const user = await selectUserToMail(sql, companyId, userId ?? 0);
  if (!user || user.isRemoved) return { drop: 'The user was removed.' };
  if (user.notices === 'none') return { drop: 'The user does not want these mails.' };
  const { email, role, companyName, locale, timeZone } = user;
  const isFor = (notice: Notice) => may(role, NOTICE_RIGHTS[notice]);
  return { to: email, isFor, shared: { companyName, locale, timeZone } };
}

interface Item {
  notice: Notice;
  about: Record<string, number>;
}

/** Undefined if the notice is outdated: somebody has decided, or a roster has come. */
async function readNews(
  sql: Sql,
  companyId: number,
  { notice, about }: Item,
  baseUrl: string,
): Promise<News | undefined> {
  const { integrationId = 0, runId = 0, attemptId = 0, webhookId = 0, apiKeyId = 0 } = about;
  const integration = `${baseUrl}/portal/integrations/${integrationId}`;
  const run = `${integration}/syncs/${runId}`;
  switch (notice) {
    case 'sync-held': {
      const found = await selectRunToMail(sql, companyId, runId);
      if (!found?.isHeld) return undefined;
      const { name, since, held: count, hasNewNumbers } = found;
      return { notice, name, since: since.toISOString(), count, hasNewNumbers, link: run };
    }
    case 'sync-failed': {
      const found = await selectRunToMail(sql, companyId, runId);
      return found && { notice, name: found.name, since: found.since.toISOString(), link: run };
    }
    case 'large-offboarding': {
      const found = await selectOffboardingToMail(sql, companyId, runId);
      return found && { notice, ...found, since: found.since.toISOString(), link: run };
    }
    case 'sync-refused': {
      const found = await selectRefusalToMail(sql, companyId, integrationId, attemptId);
      return found && { notice, ...found, since: found.since.toISOString(), link: integration };
    }
    case 'integration-silent': {
      const found = await selectSilenceToMail(sql, companyId, integrationId);
      if (!found) return undefined;
      const { name, since, last } = found;
      return {
        notice,
        name,
        since: since.toISOString(),
        last: last?.toISOString() ?? null,
        link: integration,
      };
    }
    case 'conflict-found': {
      const found = await selectConflictsToMail(sql, companyId, integrationId);
      return found && { notice, ...found, since: found.since.toISOString(), link: integration };
    }
    case 'entries-waiting': {
      const found = await selectWaitingToMail(sql, companyId, integrationId);
      return found && { notice, ...found, since: found.since.toISOString(), link: integration };
    }
    case 'webhook-disabled': {
      const found = await selectWebhookToMail(sql, companyId, webhookId);
      if (!found) return undefined;
      const { url, since, reason } = found;
      const link = `${baseUrl}/portal/webhooks/${webhookId}`;
      return { notice, name: new URL(url).host, since: since.toISOString(), reason, link };
    }
    case 'key-expiring': {
      const found = await selectKeyToMail(sql, companyId, apiKeyId);
      return found && { notice, ...found, until: found.until.toISOString(), link: `${baseUrl}/portal/keys` };
    }
    case 'month-ready': {
      const month = String(about['month'] ?? 0).replace(/(?=..$)/, '-');
      if (!(await selectMonthToMail(sql, companyId, month))) return undefined;
      return { notice, name: '', month, link: `${baseUrl}/portal/costs?month=${month}` };
    }
    case 'requests-waiting': {
      const found = await selectRequestsToMail(sql, companyId);
      return (
        found && {
          notice,
          name: '',
          count: found.count,
          since: found.since.toISOString(),
          link: `${baseUrl}/portal/requests`,
        }
      );
    }
    case 'group-moves-held': {
      const found = await selectHeldMovesToMail(sql, companyId, integrationId);
      const link = `${baseUrl}/portal/groups`;
      return found && { notice, ...found, since: found.since.toISOString(), link };
    }
    case 'invalid-entries': {
      const found = await selectInvalidToMail(sql, companyId, integrationId);
      return found && { notice, ...found, since: found.since.toISOString(), link: integration };
    }
  }
}
