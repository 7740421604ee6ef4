import { useQuery } from '@tanstack/react-query';
import { Fragment, lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { type Answer, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Costs, CostsOfMonth } from '../../api/routes.ts';
import { DownloadLink } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { Card, Tile } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMay } from '../../session/context.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import './costs.css';
import { HandoverCard } from './handover-card.tsx';
import { LineList } from './line-list.tsx';
import { PayrollFiles } from './payroll-files.tsx';
import { useCostsText } from './use-costs-text.ts';

const CostChart = lazy(() => import('./cost-chart.tsx'));

export default function CostsPage() {
  const costs = useCostsText();
  const query = useQuery(routeQuery('GET /costs'));
  return (
    <div className="page">
      <PageHead title={costs.title} text={costs.text} />
      <Loaded query={query} lines={10}>
        {(data) =>
          data.months.length === 0 ? (
            <div className="card">
              <Empty icon="ticket" title={costs.none}>
                {costs.noneText}
              </Empty>
            </div>
          ) : (
            <Months data={data} />
          )
        }
      </Loaded>
    </div>
  );
}

function Months({ data: { comparison, months } }: { data: Answer<'GET /costs'> }) {
  const costs = useCostsText();
  const format = useFormat();
  const address = useListAddress();
  const { current } = comparison;
  // The running month has no charges before its tickets are issued.
  const shown = months.some(({ month }) => month === current.month) ? months : [...months, current];
  const place = shown.findIndex(({ month }) => month === address.get('month'));
  const chosen = shown.at(place) ?? current;
  const before = shown[shown.indexOf(chosen) - 1];
  const choose = (month: string) => address.set({ month });
  return (
    <>
      <Card
        title={costs.byMonth}
        text={costs.byMonthText}
        actions={
          <select
            className="input filter-select"
            aria-label={costs.month}
            value={chosen.month}
            onChange={(event) => choose(event.target.value)}
          >
            {shown.toReversed().map(({ month }) => (
              <option key={month} value={month}>
                {format.month(month)}
              </option>
            ))}
          </select>
        }
      >
        <Suspense fallback={<Skeleton lines={6} />}>
          <CostChart months={shown} chosen={chosen.month} onChoose={choose} />
        </Suspense>
      </Card>
      <HandoverCard onChoose={choose} />
      <MonthHead costs={chosen} />
      <Numbers costs={chosen} before={before} />
      <Beyond cents={chosen.totals.beyondSubsidyCents} />
      <BreakdownCard costs={chosen} />
      <PayrollFiles key={chosen.month} month={chosen.month} />
      <LineList month={chosen.month} />
    </>
  );
}

function MonthHead({ costs: { month, isFinal } }: { costs: Costs }) {
  const costs = useCostsText();
  const format = useFormat();
  const { language } = useLanguage();
  const company = useQuery(routeQuery('GET /company')).data;
  const lacksWageType = company?.wageType === null && company.payrollColumns.includes('wage-type');
  const withoutNumber = useQuery(routeQuery('GET /costs/:month', { params: { month } })).data?.withoutNumber;
  return (
    <div className="row-between cost-head">
      <div>
        <h2>{format.month(month)}</h2>
        <p className="quiet">{isFinal ? costs.final : costs.running}</p>
        {lacksWageType && (
          <p className="small">
            {costs.noWageType} <Link href="/company">{costs.noWageTypeLink}</Link>
          </p>
        )}
        {withoutNumber && withoutNumber.lines > 0 && company?.payrollColumns.includes('personnel-number') && (
          <p className="small">
            {costs.noNumber(withoutNumber.lines)} <WithoutNumber {...withoutNumber} />
          </p>
        )}
      </div>
      <div className="row">
        <DownloadLink
          href={fileUrl('GET /costs/:month/file', { params: { month }, query: { format: 'csv', language } })}
        >
          {costs.exportLines}
        </DownloadLink>
      </div>
    </div>
  );
}

/** The people whose lines payroll cannot book, each with a link. */
function WithoutNumber({ lines, people }: CostsOfMonth['withoutNumber']) {
  const costs = useCostsText();
  const mayOpen = useMay('see-people');
  return (
    <>
      {people.map(({ employeeId, firstName, lastName }, index) => (
        <Fragment key={employeeId ?? -index}>
          {index > 0 && ', '}
          {employeeId === null && costs.erased}
          {employeeId !== null && !mayOpen && `${firstName} ${lastName}`}
          {employeeId !== null && mayOpen && (
            <Link href={`/employees/${employeeId}`}>
              {firstName} {lastName}
            </Link>
          )}
        </Fragment>
      ))}
      {lines > people.length && ` ${costs.andMore(lines - people.length)}`}
    </>
  );
}

function Numbers({ costs: { totals }, before }: { costs: Costs; before: Costs | undefined }) {
  const costs = useCostsText();
  const format = useFormat();
  const against = (now: number, then: number | undefined, show: (change: number) => string) => {
    if (!before || then === undefined) return undefined;
    const month = format.month(before.month);
    if (now === then) return costs.unchanged(month);
    return costs.since(show(now - then), month);
  };
  const { employerCents, employeeCents, withheldCents, tickets, refunds } = totals;
  const sum = employerCents + employeeCents;
  return (
    <dl className="tiles cost-numbers">
      <Tile
        label={costs.employer}
        number={<Amount cents={employerCents} />}
        note={against(employerCents, before?.totals.employerCents, format.moneyChange)}
      />
      <Tile
        label={costs.employees}
        number={<Amount cents={employeeCents} />}
        note={costs.ofThatWithheld(format.money(withheldCents))}
      />
      <Tile
        label={costs.together}
        number={<Amount cents={sum} />}
        note={against(
          sum,
          before && before.totals.employerCents + before.totals.employeeCents,
          format.moneyChange,
        )}
      />
      <Tile
        label={costs.ticketCount}
        number={format.number(tickets)}
        note={
          refunds > 0
            ? costs.refunded(refunds)
            : against(tickets, before?.totals.tickets, format.numberChange)
        }
      />
    </dl>
  );
}

/** Small enough for its tile, also if it has seven digits. */
function Amount({ cents }: { cents: number }) {
  return <span className="cost-amount">{useFormat().money(cents)}</span>;
}

function Beyond({ cents }: { cents: number }) {
  const costs = useCostsText();
  const format = useFormat();
  const mayOffer = useMay('change-people');
  if (cents === 0) return null;
  return (
    <Callout tone="warn" title={costs.beyondTitle(format.money(cents))}>
      <p>
        {costs.beyondText} {mayOffer && <Link href="/links/contracts">{costs.beyondLink}</Link>}
      </p>
    </Callout>
  );
}
