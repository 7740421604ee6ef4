import type { Format } from '../../../texts/format.ts';
import type { EmployeePage, PageContract } from './routes.ts';
import { m } from './words.ts';

/** When it begins, what it costs and how it ends: the text of the contract is long, and perhaps in another language. */
export function ContractSummary({
  contract,
  acts,
  format,
}: {
  contract: PageContract;
  acts: EmployeePage['acts'];
  format: Format;
}) {
  const { summary } = m.contract;
  const { contributionCents, planType, startsOn } = contract;
  const pays = contributionCents === 0 ? m.acts.free : summary.pays(format.money(contributionCents));
  return (
    <dl className="me-summary">
      <div>
        <dt>{summary.from}</dt>
        <dd>{format.day(startsOn)}</dd>
      </div>
      <div>
        <dt>{summary.share}</dt>
        <dd>
          {pays} <span className="me-summary-more">{m.status.paidBy[planType]}</span>
        </dd>
      </div>
      <div>
        <dt>{summary.ending}</dt>
        <dd>
          {acts.mode === 'none' ? summary.byEmployer : summary.here}{' '}
          <span className="me-summary-more">
            {acts.cancelUntilDay !== null && m.acts.cancelUntil(acts.cancelUntilDay)}
          </span>
        </dd>
      </div>
    </dl>
  );
}
