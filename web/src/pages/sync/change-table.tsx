import { Link } from 'wouter';
import type { Change } from '../../api/sync-types.ts';
import { Details } from '../../domain/details.tsx';
import { monthBefore } from '../../domain/months.ts';
import type { Format } from '../../language/format.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import type { Messages } from '../../messages/en/catalogue.ts';
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
            <Row key={change.id} change={change} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ change }: { change: Change }) {
  const { syncs } = useMessages();
  const format = useFormat();
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
        <p>{(syncs.reasons as Record<string, string>)[change.reason] ?? change.reason}</p>
        <Details details={change.fields} />
        {change.consequence && <p className="small">{describe(change.consequence, syncs, format)}</p>}
      </td>
    </tr>
  );
}

/** What it means in tickets. */
function describe(
  { start, end }: NonNullable<Change['consequence']>,
  { starts, ends }: Messages['syncs'],
  format: Format,
): string {
  return [start && starts(format.day(start)), end && ends(format.month(monthBefore(end)))]
    .filter(Boolean)
    .join(' ');
}
