import type { Waiting } from '../api/types.ts';
import { useFormat } from '../language/use-format.ts';
import { useMessages } from '../language/use-messages.ts';
import './waiting-order.css';

/** What ordering for everybody who waits would buy: whose plan, from when, and what a month costs then. */
export function WaitingOrder({ waiting }: { waiting: Waiting }) {
  const { employees, vocabulary } = useMessages();
  const format = useFormat();
  return (
    <>
      <ul className="waiting-groups">
        {waiting.groups.map((group) => (
          <li key={`${group.planType} ${group.start}`} className="waiting-group">
            <div className="strong">{employees.group(group.people, vocabulary.plan[group.planType])}</div>
            <div className="small quiet">
              {employees.eachPays(format.money(group.contributionCents))},{' '}
              {employees.startsOn(format.day(group.start))}
              {group.needsContract && `, ${employees.needsContract}`}
            </div>
          </li>
        ))}
      </ul>
      <h3>{employees.perMonth}</h3>
      <dl className="facts">
        <dt>{employees.companyPays}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employer)}</dd>
        <dt>{employees.employeesPay}</dt>
        <dd className="numbers strong">{format.money(waiting.monthlyCents.employees)}</dd>
      </dl>
    </>
  );
}
