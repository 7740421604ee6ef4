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

interface Words extends Pick<Messages, 'overview' | 'integrations' | 'vocabulary'> {
  format: Format;
  mailsEmployees: boolean;
}

type Matters = (attention: Overview['attention'], words: Words) => Matter | readonly Matter[];

/** What there is of each kind; the most urgent first. */
const MATTERS: Readonly<Record<string, Matters>> = {
  heldRuns: (attention, { overview }) =>
    attention.heldRuns.map((run) => ({
      key: `held-${run.id}`,
      tone: 'warn',
      icon: 'pause',
      title: (run.heldNumbers > 0 ? overview.heldNumbers : overview.held)(
        run.integrationName,
        run.heldPeople,
      ),
      text: run.heldNumbers > 0 ? overview.heldNumbersText : overview.heldText,
      to: `/integrations/${run.integrationId}/syncs/${run.id}`,
    })),
  heldGroupMoves: (attention, { overview }) =>
    attention.heldGroupMoves
      ? {
          key: 'groups',
          tone: 'warn',
          icon: 'people',
          title: overview.groupMoves(attention.heldGroupMoves.people, attention.heldGroupMoves.outOf),
          text: overview.groupMovesText,
          to: '/groups',
        }
      : [],
  largeOffboardings: (attention, { overview }) =>
    attention.largeOffboardings.map(({ id, integrationId, integrationName, people, outOf }) => ({
      key: `left-${id}`,
      tone: 'bad',
      icon: 'people',
      title: overview.manyLeft(integrationName, people, outOf),
      text: overview.manyLeftText,
      to: `/integrations/${integrationId}/syncs/${id}`,
    })),
  failedRuns: (attention, { overview }) =>
    attention.failedRuns.map((run) => ({
      key: `failed-${run.id}`,
      tone: 'bad',
      icon: 'warn',
      title: overview.failed(run.integrationName),
      text: run.failure ?? overview.failedText,
      to: `/integrations/${run.integrationId}/syncs/${run.id}`,
    })),
  refusingIntegrations: (attention, { overview, vocabulary }) =>
    attention.refusingIntegrations.map(({ id, name, refused, refusedCode, refusedField }) => ({
      key: `refusing-${id}`,
      tone: 'bad',
      icon: 'warn',
      title: refusedCode?.startsWith('source-') ? overview.notFetched(name) : overview.refused(name, refused),
      text: overview.refusedText(rosterRefusal(refusedCode, vocabulary, refusedField)),
      to: `/integrations/${id}/${refusedCode?.startsWith('source-') ? 'source' : 'rosters'}`,
    })),
  silentIntegrations: (attention, { overview, integrations, format }) =>
    attention.silentIntegrations
      // The refusals are the reason for the silence.
      .filter(({ id }) => !attention.refusingIntegrations.some((refusing) => refusing.id === id))
      .map(({ id, name, lastRosterAt, pace }) => ({
        key: `silent-${id}`,
        tone: 'bad',
        icon: 'clock',
        title: lastRosterAt
          ? overview.silent(name, format.shortMoment(lastRosterAt))
          : overview.silentFromStart(name),
        text: `${pace ? `${integrations.usually(paceText(pace, integrations.pace, format))} ` : ''}${integrations.silentText}`,
        to: `/integrations/${id}`,
      })),
  openDecisions: (attention, { overview }) =>
    attention.openDecisions.map(({ id, name, decisions }) => ({
      key: `decisions-${id}`,
      tone: 'warn',
      icon: 'people',
      title: overview.decisions(name, decisions),
      text: overview.decisionsText,
      to: `/integrations/${id}/decide`,
    })),
  disconnectedIntegrations: (attention, { overview }) =>
    attention.disconnectedIntegrations.map(({ id, name }) => ({
      key: `disconnected-${id}`,
      tone: 'warn',
      icon: 'plug',
      title: overview.disconnected(name),
      text: overview.disconnectedText,
      to: `/integrations/${id}`,
    })),
  expiringKeys: (attention, { overview, format }) =>
    attention.expiringKeys.map(({ id, name, expiresAt }) => ({
      key: `key-${id}`,
      tone: 'warn',
      icon: 'key',
      ...(Date.parse(expiresAt) > Date.now()
        ? { title: overview.key(name, format.date(expiresAt)), text: overview.keyText }
        : { title: overview.keyExpired(name, format.date(expiresAt)), text: overview.keyExpiredText }),
      to: '/keys',
    })),
  disabledWebhooks: (attention, { overview, format }) =>
    attention.disabledWebhooks.map(({ id, host, disabledAt, disabledBecause }) => ({
      key: `webhook-${id}`,
      tone: 'warn',
      icon: 'bolt',
      title: overview.webhook(host),
      text: overview.webhookText[disabledBecause](format.shortMoment(disabledAt)),
      to: `/webhooks/${id}`,
    })),
  waitingMails: (attention, { overview, format }) =>
    attention.waitingMails
      ? {
          key: 'mails',
          tone: 'info',
          icon: 'clock',
          title: overview.mails(attention.waitingMails.count),
          text: overview.mailsText(format.shortMoment(attention.waitingMails.nextAt)),
          to: '/links/contracts',
        }
      : [],
  undeliverable: (attention, { overview }) =>
    attention.undeliverable > 0
      ? {
          key: 'undeliverable',
          tone: 'warn',
          icon: 'inbox',
          title: overview.undeliverable(attention.undeliverable),
          text: overview.undeliverableText,
          to: '/links/undeliverable',
        }
      : [],
  monthToHandOver: (attention, { overview, format }) =>
    attention.monthToHandOver
      ? {
          key: 'month',
          tone: 'info',
          icon: 'coins',
          title: overview.monthReady(format.month(attention.monthToHandOver)),
          text: overview.monthReadyText,
          to: `/costs?month=${attention.monthToHandOver}`,
        }
      : [],
  openRequests: (attention, { overview }) =>
    attention.openRequests > 0
      ? {
          key: 'requests',
          tone: 'info',
          icon: 'inbox',
          title: overview.requests(attention.openRequests),
          text: overview.requestsText,
          to: '/requests',
        }
      : [],
  waitingForEnrolment: (attention, { overview }) =>
    attention.waitingForEnrolment > 0
      ? {
          key: 'waiting',
          tone: 'info',
          icon: 'people',
          title: overview.waiting(attention.waitingForEnrolment),
          text: overview.waitingText(attention.waitingForEnrolment),
          to: '/employees?waiting=true',
        }
      : [],
  contractsNotMailed: (attention, { overview, mailsEmployees }) =>
    attention.pendingNotMailed > 0 && mailsEmployees
      ? {
          key: 'not-mailed',
          tone: 'warn',
          icon: 'document',
          title: overview.contractsNotMailed(attention.pendingNotMailed),
          text: overview.contractsNotMailedText,
          to: '/employees?contractSigningStatuses=pending',
        }
      : [],
  pendingContracts: (attention, { overview, mailsEmployees }) =>
    attention.pendingContracts > 0
      ? {
          key: 'contracts',
          tone: 'info',
          icon: 'document',
          title: overview.contracts(attention.pendingContracts),
          text: !mailsEmployees
            ? overview.contractsText
            : attention.pendingNotMailed > 0
              ? overview.contractsReminded
              : overview.contractsMailed,
          to: '/links/contracts?statuses=pending',
        }
      : [],
};

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
  const words = { ...messages, format: useFormat(), mailsEmployees: useMailsEmployees() };
  const matters = Object.values(MATTERS).flatMap((mattersOf) => mattersOf(attention, words));
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
