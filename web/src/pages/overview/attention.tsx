import { Link } from 'wouter';
import type { Messages } from '../../../../texts/en/portal/catalogue.ts';
import type { Format } from '../../../../texts/format.ts';
import { rosterRefusal } from '../../../../texts/roster-refusal.ts';
import type { Overview } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { paceText } from '../../domain/pace-text.ts';
import { useMailsEmployees } from '../../domain/use-mails-employees.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';

interface Matter {
  key: string;
  tone: 'warn' | 'bad' | 'info';
  icon: IconName;
  title: string;
  text: string;
  to: string;
}

/** The most urgent first. */
function mattersOf(
  attention: Overview['attention'],
  { overview, integrations, vocabulary }: Messages,
  format: Format,
  mailsEmployees: boolean,
): Matter[] {
  const refusing = new Set(attention.refusingIntegrations.map(({ id }) => id));
  return [
    ...attention.heldRuns.map((run) => ({
      key: `held-${run.id}`,
      tone: 'warn' as const,
      icon: 'pause' as const,
      title: (run.heldNumbers > 0 ? overview.heldNumbers : overview.held)(
        run.integrationName,
        run.heldPeople,
      ),
      text: run.heldNumbers > 0 ? overview.heldNumbersText : overview.heldText,
      to: `/integrations/${run.integrationId}/syncs/${run.id}`,
    })),
    ...(attention.heldGroupMoves
      ? [
          {
            key: 'groups',
            tone: 'warn' as const,
            icon: 'people' as const,
            title: overview.groupMoves(attention.heldGroupMoves.people, attention.heldGroupMoves.outOf),
            text: overview.groupMovesText,
            to: '/groups',
          },
        ]
      : []),
    ...attention.failedRuns.map((run) => ({
      key: `failed-${run.id}`,
      tone: 'bad' as const,
      icon: 'warn' as const,
      title: overview.failed(run.integrationName),
      text: run.failure ?? overview.failedText,
      to: `/integrations/${run.integrationId}/syncs/${run.id}`,
    })),
    ...attention.refusingIntegrations.map(({ id, name, refused, refusedCode, refusedField }) => ({
      key: `refusing-${id}`,
      tone: 'bad' as const,
      icon: 'warn' as const,
      title: refusedCode?.startsWith('source-') ? overview.notFetched(name) : overview.refused(name, refused),
      text: overview.refusedText(rosterRefusal(refusedCode, vocabulary, refusedField)),
      to: `/integrations/${id}/${refusedCode?.startsWith('source-') ? 'source' : 'rosters'}`,
    })),
    ...attention.silentIntegrations
      // The refusals are the reason for the silence.
      .filter(({ id }) => !refusing.has(id))
      .map(({ id, name, lastRosterAt, pace }) => ({
        key: `silent-${id}`,
        tone: 'bad' as const,
        icon: 'clock' as const,
        title: lastRosterAt
          ? overview.silent(name, format.shortMoment(lastRosterAt))
          : overview.silentFromStart(name),
        text: `${pace ? `${integrations.usually(paceText(pace, integrations.pace, format))} ` : ''}${integrations.silentText}`,
        to: `/integrations/${id}`,
      })),
    ...attention.openDecisions.map(({ id, name, decisions }) => ({
      key: `decisions-${id}`,
      tone: 'warn' as const,
      icon: 'people' as const,
      title: overview.decisions(name, decisions),
      text: overview.decisionsText,
      to: `/integrations/${id}/decide`,
    })),
    ...attention.disconnectedIntegrations.map(({ id, name }) => ({
      key: `disconnected-${id}`,
      tone: 'warn' as const,
      icon: 'plug' as const,
      title: overview.disconnected(name),
      text: overview.disconnectedText,
      to: `/integrations/${id}`,
    })),
    ...attention.expiringKeys.map(({ id, name, expiresAt }) => ({
      key: `key-${id}`,
      tone: 'warn' as const,
      icon: 'key' as const,
      ...(Date.parse(expiresAt) > Date.now()
        ? { title: overview.key(name, format.date(expiresAt)), text: overview.keyText }
        : { title: overview.keyExpired(name, format.date(expiresAt)), text: overview.keyExpiredText }),
      to: '/keys',
    })),
    ...attention.disabledWebhooks.map(({ id, host, disabledAt, disabledBecause }) => ({
      key: `webhook-${id}`,
      tone: 'warn' as const,
      icon: 'bolt' as const,
      title: overview.webhook(host),
      text: overview.webhookText[disabledBecause](format.shortMoment(disabledAt)),
      to: `/webhooks/${id}`,
    })),
    ...(attention.waitingMails
      ? [
          {
            key: 'mails',
            tone: 'info' as const,
            icon: 'clock' as const,
            title: overview.mails(attention.waitingMails.count),
            text: overview.mailsText(format.shortMoment(attention.waitingMails.nextAt)),
            to: '/links/contracts',
          },
        ]
      : []),
    ...(attention.undeliverable > 0
      ? [
          {
            key: 'undeliverable',
            tone: 'warn' as const,
            icon: 'inbox' as const,
            title: overview.undeliverable(attention.undeliverable),
            text: overview.undeliverableText,
            to: '/links/undeliverable',
          },
        ]
      : []),
    ...(attention.monthToHandOver
      ? [
          {
            key: 'month',
            tone: 'info' as const,
            icon: 'coins' as const,
            title: overview.monthReady(format.month(attention.monthToHandOver)),
            text: overview.monthReadyText,
            to: `/costs?month=${attention.monthToHandOver}`,
          },
        ]
      : []),
    ...(attention.openRequests > 0
      ? [
          {
            key: 'requests',
            tone: 'info' as const,
            icon: 'inbox' as const,
            title: overview.requests(attention.openRequests),
            text: overview.requestsText,
            to: '/requests',
          },
        ]
      : []),
    ...(attention.waitingForEnrolment > 0
      ? [
          {
            key: 'waiting',
            tone: 'info' as const,
            icon: 'people' as const,
            title: overview.waiting(attention.waitingForEnrolment),
            text: overview.waitingText(attention.waitingForEnrolment),
            to: '/employees?waiting=true',
          },
        ]
      : []),
    ...(attention.pendingNotMailed > 0 && mailsEmployees
      ? [
          {
            key: 'not-mailed',
            tone: 'warn' as const,
            icon: 'document' as const,
            title: overview.contractsNotMailed(attention.pendingNotMailed),
            text: overview.contractsNotMailedText,
            to: '/employees?contractSigningStatuses=pending',
          },
        ]
      : []),
    ...(attention.pendingContracts > 0
      ? [
          {
            key: 'contracts',
            tone: 'info' as const,
            icon: 'document' as const,
            title: overview.contracts(attention.pendingContracts),
            text: !mailsEmployees
              ? overview.contractsText
              : attention.pendingNotMailed > 0
                ? overview.contractsReminded
                : overview.contractsMailed,
            to: '/links/contracts?statuses=pending',
          },
        ]
      : []),
  ];
}

export function Attention({
  attention,
  isNew,
}: {
  attention: Overview['attention'];
  /** While the company is being set up, nothing to do is no good news. */
  isNew: boolean;
}) {
  const messages = useMessages();
  const { overview } = messages;
  const matters = mattersOf(attention, messages, useFormat(), useMailsEmployees());
  if (matters.length === 0 && isNew) return null;
  if (matters.length === 0)
    return (
      <Callout tone="good" title={overview.calm}>
        {overview.calmText}
      </Callout>
    );
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="hidden-visually">
        {overview.attention}
      </h2>
      <ul className="matters">
        {matters.map(({ key, tone, icon, title, text, to }) => (
          <li key={key}>
            <Link href={to} className={`card matter matter-${tone}`}>
              <span className="matter-icon">
                <Icon name={icon} />
              </span>
              <span className="matter-text">
                <span className="strong">{title}</span>
                <span className="small quiet">{text}</span>
              </span>
              <Icon name="right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
