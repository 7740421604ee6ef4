import { Link } from 'wouter';
import type { Change, PreviewedChange } from '../../api/types.ts';
import { ChangedFields } from '../../domain/changed-fields.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** Of a run, or of a preview, in which nothing has happened yet. */
type Shown = Change | PreviewedChange;

export function ChangeTable({ changes }: { changes: Shown[] }) {
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
            <Row
              key={'id' in change ? change.id : `${change.outcome} ${change.hrId} ${change.employeeId}`}
              change={change}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ change }: { change: Shown }) {
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
        <p>{syncs.reasons[change.reason]}</p>
        <ChangedFields fields={change.fields} />
        <Consequence change={change} />
      </td>
    </tr>
  );
}

/** Of a subscription that goes on, its beginning is no news. */
const BEGINS: readonly string[] = ['start', 'reopen'];

/** What it means in tickets, and in a preview also in money. */
function Consequence({ change }: { change: Shown }) {
  const { syncs, actions } = useMessages();
  const format = useFormat();
  const { subscription } = change;
  const lines = [
    subscription?.startAt &&
      BEGINS.includes(subscription.action) &&
      syncs.starts(format.day(subscription.startAt)),
    subscription?.lastTicketMonth && syncs.ends(format.month(subscription.lastTicketMonth)),
    'before' in change &&
      change.before &&
      change.after &&
      change.before.contribution.value !== change.after.contribution.value &&
      actions.happens.contribution(change.before.contribution.label, change.after.contribution.label),
  ].filter(Boolean);
  return lines.length > 0 ? <p className="small">{lines.join(' ')}</p> : null;
}
