import { useState } from 'react';
import { Callout } from '../design/callout.tsx';
import { Card } from '../design/card.tsx';
import { ActsCard } from './acts-card.tsx';
import { forget } from './api.ts';
import { CompanyNote } from './company-note.tsx';
import { ContractCard } from './contract-card.tsx';
import { DocumentList } from './document-list.tsx';
import { MonthStrip } from './month-strip.tsx';
import { News } from './news.tsx';
import { RequestList } from './request-list.tsx';
import type { EmployeePage } from './routes.ts';
import { sumUp } from './sum-up.ts';
import { TicketCard } from './ticket-card.tsx';
import { useFocus } from './use-focus.ts';
import { formatIn, m } from './words.ts';

interface Props {
  page: EmployeePage;
  dateOfBirth: string;
  /** Whether the person has just given the date of birth. */
  isJustOpened: boolean;
  isSpecimen: boolean;
  reload: () => Promise<void>;
  leave: () => void;
}

export function Content({ page, dateOfBirth, isJustOpened, isSpecimen, reload, leave }: Props) {
  const [news, setNews] = useState<readonly string[]>();
  const heading = useFocus<HTMLHeadingElement>(isJustOpened);
  const format = formatIn(page.timeZone);
  const isOpen = ({ answers }: EmployeePage['contracts'][number]) => answers.length > 0;
  const contracts = (open: boolean) =>
    page.contracts
      .filter((contract) => isOpen(contract) === open)
      .map((contract) => (
        <ContractCard
          key={contract.id}
          contract={contract}
          page={page}
          dateOfBirth={dateOfBirth}
          format={format}
          answered={async (answer) => {
            await reload();
            setNews([m.contract.answered[answer]]);
          }}
        />
      ));
  const isRunning = page.status !== 'no-subscription' && page.status !== 'cancelled';
  return (
    <>
      <header className="me-head">
        <img src="/portal/favicon.svg" alt="" width="44" height="44" />
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {m.hello(`${page.firstName} ${page.lastName}`)}
          </h1>
          <p className="quiet">{m.by(page.companyName)}</p>
        </div>
      </header>
      {page.notice && <Callout tone="warn">{m.notices[page.notice]}</Callout>}
      {page.ticket && <TicketCard ticket={page.ticket} format={format} isSpecimen={isSpecimen} />}
      <Card title={m.status.title}>
        <div className="stack">
          <div className="stack-s">
            <p>{sumUp(page, format)}</p>
            {isRunning && (
              <p>
                {page.contributionCents === 0
                  ? m.status.paysNothing
                  : `${m.status.pays(format.money(page.contributionCents))} ${m.status.paidBy[page.planType]}`}
              </p>
            )}
            {isRunning && page.acts.mode === 'none' && (
              <p className="quiet small">
                {m.status.byEmployer}{' '}
                {page.acts.cancelUntilDay !== null && m.acts.cancelUntil(page.acts.cancelUntilDay)}
              </p>
            )}
          </div>
          {page.months.some(({ state }) => state !== 'none') && (
            <MonthStrip months={page.months} today={page.businessDate} format={format} />
          )}
        </div>
      </Card>
      {news && <News lines={news} />}
      {contracts(true)}
      <ActsCard
        page={page}
        format={format}
        chosen={() => setNews(undefined)}
        done={async (lines) => {
          await reload();
          setNews(lines);
        }}
      />
      <RequestList
        page={page}
        format={format}
        reload={reload}
        withdrawn={() => setNews([m.requests.withdrawn])}
      />
      <DocumentList path={page.path} documents={page.documents} format={format} />
      {contracts(false)}
      <footer className="me-foot small quiet">
        <CompanyNote contact={page.contact} privacyNote={page.privacyNote} />
        <div>
          <button
            type="button"
            className="link-like"
            onClick={() => {
              void forget(page.path).then(leave);
            }}
          >
            {m.forget}
          </button>
          <p>{m.forgetText}</p>
        </div>
      </footer>
    </>
  );
}
