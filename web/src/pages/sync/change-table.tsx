import { Link } from 'wouter';
import type { Change } from '../../api/sync-types.ts';
import { Details } from '../../domain/details.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

export function ChangeTable({ changes }: { changes: Change[] }) {
  const { syncs } = useMessages();
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{syncs.person}</th>
            <th>{syncs.outcome}</th>
            <th>{syncs.why}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <Row key={change.id ?? `${change.outcome} ${change.hrId} ${change.employeeId}`} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ change }: { change: Change }) {
  const { syncs } = useMessages();
  const name = [change.firstName, change.lastName].filter(Boolean).join(' ') || syncs.unknownPerson;
  return (
    <tr>
      <td>
        {change.employeeId ? (
          <Link href={`/employees/${change.employeeId}`} className="strong">
            {name}
          </Link>
        ) : (
          <span className="strong">{name}</span>
        )}
        {change.hrId && <div className="small quiet mono">{change.hrId}</div>}
      </td>
      <td>
        <OutcomeBadge outcome={change.outcome} />
      </td>
      <td>
        <p>{(syncs.reasons as Record<string, string>)[change.reason] ?? change.message}</p>
        <Details details={change.fields} />
        <Consequence change={change} />
      </td>
    </tr>
  );
}

/** What it means in tickets, and in a preview also in money. */
function Consequence({ change: { subscription, before, after } }: { change: Change }) {
  const { syncs, actions } = useMessages();
  const format = useFormat();
  const lines = [
    subscription?.startAt && syncs.starts(format.day(subscription.startAt)),
    subscription?.lastTicketMonth && syncs.ends(format.month(subscription.lastTicketMonth)),
    before &&
      after &&
      before.contribution.value !== after.contribution.value &&
      actions.happens.contribution(before.contribution.label, after.contribution.label),
  ].filter(Boolean);
  return lines.length > 0 ? <p className="small">{lines.join(' ')}</p> : null;
}
