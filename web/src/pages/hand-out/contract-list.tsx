import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Contract } from '../../api/routes.ts';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { CsvLink, List } from '../../domain/list.tsx';
import { PersonCell } from '../../domain/person-cell.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useMailsEmployees } from '../../domain/use-mails-employees.ts';
import { CONTRACT_STATUSES } from '../../domain/vocabulary.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { OfferNewTerms } from './offer-new-terms.tsx';
import { RemindAll } from './remind-all.tsx';
import { useReminderText } from './use-reminder-text.ts';

const PER_PAGE = 25;
const CHOICES = [...CONTRACT_STATUSES, 'all'] as const;
const TONES = {
  pending: 'info',
  accepted: 'good',
  rejected: 'bad',
  lapsed: 'neutral',
  withdrawn: 'neutral',
} as const;

export function ContractList() {
  const { handOut, documents, vocabulary, common } = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const mayChange = useMay('change-people');
  const address = useListAddress();
  const [offering, setOffering] = useState(false);
  const [reminding, setReminding] = useState(false);
  const reminders = useReminderText();
  const mailsEmployees = useMailsEmployees();
  // The page first shows the contracts that have not been signed.
  const chosen = address.choices('statuses', CHOICES)[0] ?? 'pending';
  const statuses = chosen === 'all' ? [] : [chosen];
  const search = address.get('search');
  const query = useQuery(
    routeQuery('GET /contracts', { query: { statuses, search, page: address.page, perPage: PER_PAGE } }),
  );
  return (
    <div className="stack">
      <Callout>{mailsEmployees ? handOut.contractsMailed : handOut.contractsText}</Callout>
      <div className="row-between">
        <fieldset className="chips" aria-label={common.status}>
          {CHOICES.map((status) => (
            <button
              key={status}
              type="button"
              className="chip"
              aria-pressed={chosen === status}
              onClick={() => address.set({ statuses: status })}
            >
              {status === 'all' ? common.all : vocabulary.contract[status]}
            </button>
          ))}
        </fieldset>
        {mayChange && (
          <div className="row">
            {mailsEmployees && (
              <Button size="small" icon="inbox" onClick={() => setReminding(true)}>
                {reminders.remind}
              </Button>
            )}
            <Button size="small" onClick={() => setOffering(true)}>
              {handOut.newTerms}
            </Button>
            <CsvLink
              size="small"
              href={fileUrl('GET /contracts.csv', { query: { statuses, search, language } })}
            />
          </div>
        )}
      </div>
      <List
        search={handOut.search}
        none={{ icon: 'document', title: handOut.noContracts, text: handOut.noContractsText }}
        noneFound={search !== '' && { title: handOut.nobodyFound }}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { title: documents.person, show: (contract) => <PersonCell person={contract} /> },
          {
            title: handOut.reason,
            show: ({ reason, planType }) => (
              <>
                {vocabulary.contractReason[reason]}
                <div className="small quiet">{vocabulary.planShort[planType]}</div>
              </>
            ),
          },
          {
            title: handOut.amount,
            className: 'numbers nowrap',
            onPhone: 'named',
            show: ({ contributionCents }) => format.money(contributionCents),
          },
          {
            title: handOut.start,
            className: 'numbers nowrap',
            onPhone: 'named',
            show: ({ plannedStart }) => (plannedStart ? format.day(plannedStart) : '–'),
          },
          {
            title: common.status,
            onPhone: 'corner',
            show: ({ status }) => <Badge tone={TONES[status]}>{vocabulary.contract[status]}</Badge>,
          },
          {
            title: reminders.progress,
            className: 'small quiet',
            show: (contract) => <Progress contract={contract} />,
          },
          { title: handOut.link, end: true, show: (contract) => <LinkOrAnswer contract={contract} /> },
        ]}
      />
      {reminding && <RemindAll onClose={() => setReminding(false)} />}
      {offering && <OfferNewTerms onClose={() => setOffering(false)} />}
    </div>
  );
}

/** What has happened to a contract until it is answered. */
function Progress({ contract }: { contract: Contract }) {
  const reminders = useReminderText();
  const format = useFormat();
  const { mailedAt, remindedAt, openedAt, status } = contract;
  const isOpen = status === 'pending';
  const steps = [
    mailedAt ? reminders.mailed(format.date(mailedAt)) : isOpen && reminders.notMailed,
    remindedAt && reminders.reminded(format.date(remindedAt)),
    openedAt ? reminders.opened(format.date(openedAt)) : isOpen && reminders.notOpened,
  ].filter((step) => typeof step === 'string');
  return steps.map((step) => <div key={step}>{step}</div>);
}

function LinkOrAnswer({ contract: { link, status, decidedAt, proof } }: { contract: Contract }) {
  const { handOut } = useMessages();
  const format = useFormat();
  if (link) return <CopyButton text={link} label={handOut.copyLink} />;
  if (status === 'pending') return <span className="quiet small">{handOut.linkForHr}</span>;
  if (!decidedAt) return null;
  return (
    <div className="small">
      <div className="quiet">{handOut.answered(format.date(decidedAt))}</div>
      {proof && <div>{handOut.proofs[proof.by]}</div>}
    </div>
  );
}
