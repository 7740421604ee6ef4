import { Link } from 'wouter';
import type { BulkPreview } from '../../api/routes.ts';
import { Callout } from '../../design/callout.tsx';
import { useRefusalText } from '../../domain/use-refusal-text.ts';
import { whyThen } from '../../domain/why-then.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import type { BulkName } from './bulk-names.ts';
import '../../domain/waiting-order.css';

/** What an action would do: for how many, at what cost, and for whom not. */
export function BulkSum({ action, sum }: { action: BulkName; sum: BulkPreview }) {
  const m = useMessages();
  const { employees, vocabulary } = m;
  const format = useFormat();
  const refusalText = useRefusalText();
  return (
    <div className="stack" aria-live="polite">
      <p className="strong">{employees.bulk.possible(sum.possible, sum.people)}</p>
      {sum.possible > 0 && (
        <>
          {sum.groups.length > 0 && (
            <ul className="waiting-groups">
              {sum.groups.map((group) => (
                <li key={`${group.planType} ${group.from}`} className="waiting-group">
                  <div className="strong">
                    {employees.group(group.people, vocabulary.plan[group.planType])}
                  </div>
                  <div className="small quiet">
                    {employees.eachPays(format.money(group.contributionCents))},{' '}
                    {employees.bulk.from(format.day(group.from))}
                    {group.needsContract && `, ${employees.needsContract}`}
                  </div>
                </li>
              ))}
            </ul>
          )}
          {action === 'pause' && sum.from && (
            <p>{employees.bulk.paused(format.day(sum.from), sum.until ? format.day(sum.until) : null)}</p>
          )}
          {action === 'cancel' && sum.until && (
            <p>{[employees.bulk.ends(format.day(sum.until)), ...whyThen(sum.cutOff, m)].join(' ')}</p>
          )}
          {action !== 'send-links' && (
            <>
              <h3>{employees.bulk.costs}</h3>
              <dl className="facts">
                <dt>{employees.bulk.employer}</dt>
                <dd className="numbers strong">{format.moneyChange(sum.monthlyCents.employer)}</dd>
                <dt>{employees.bulk.employees}</dt>
                <dd className="numbers strong">{format.moneyChange(sum.monthlyCents.employees)}</dd>
              </dl>
            </>
          )}
        </>
      )}
      {sum.refusals.length > 0 && (
        <Callout tone="warn" title={employees.bulk.refused(sum.people - sum.possible)}>
          <ul className="stack-s">
            {sum.refusals.map((refusal) => (
              <li key={refusalText(refusal)}>
                <strong>{employees.bulk.people(refusal.people)}</strong> {refusalText(refusal)}
                <div className="small quiet">
                  {refusal.names.map(({ employeeId, firstName, lastName }, index) => (
                    <span key={employeeId}>
                      {index > 0 && ', '}
                      <Link href={`/employees/${employeeId}`}>
                        {firstName} {lastName}
                      </Link>
                    </span>
                  ))}
                  {refusal.people > refusal.names.length &&
                    ` ${employees.bulk.more(refusal.people - refusal.names.length)}`}
                </div>
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}
