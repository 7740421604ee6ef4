import { Link } from 'wouter';
import type { Change, PreviewedChange } from '../../api/routes.ts';
import type { Column } from '../../design/table.tsx';
import { ChangedFields } from '../../domain/changed-fields.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

/** A change of a run or of a preview. */
type Shown = Change | PreviewedChange;

export function useChangeColumns(): Column<Shown>[] {
  const { syncs } = useMessages();
  return [
    { title: syncs.person, className: 'roomy', show: (change) => <Who change={change} /> },
    {
      title: syncs.outcome,
      onPhone: 'corner',
      show: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    },
    {
      title: syncs.why,
      show: (change) => (
        <>
          <p>{syncs.reasons[change.reason]}</p>
          <ChangedFields fields={change.fields} />
          <Consequence change={change} />
        </>
      ),
    },
  ];
}

export const changeKey = (change: Shown) =>
  'id' in change ? change.id : `${change.outcome} ${change.hrId} ${change.employeeId}`;

function Who({ change }: { change: Shown }) {
  const { syncs } = useMessages();
  const name = [change.firstName, change.lastName].filter(Boolean).join(' ') || syncs.unknownPerson;
  return (
    <>
      {change.employeeId ? (
        <Link href={`/employees/${change.employeeId}`} className="strong">
          {name}
        </Link>
      ) : (
        <span className="strong">{name}</span>
      )}
      {change.hrId && <div className="small quiet mono">{change.hrId}</div>}
    </>
  );
}

/** The start is shown only for subscriptions that begin. */
const BEGINS: readonly string[] = ['start', 'reopen'];

/** The effect on the subscription, and in a preview on the contribution. */
function Consequence({ change }: { change: Shown }) {
  const { syncs, actions } = useMessages();
  const format = useFormat();
  const { subscription } = change;
  const lines = [
    subscription?.startAt &&
      BEGINS.includes(subscription.action) &&
      syncs.starts(format.day(subscription.startAt)),
    subscription?.startAt &&
      subscription.action === 'offer' &&
      syncs.offers(format.day(subscription.startAt)),
    subscription?.lastTicketMonth && syncs.ends(format.month(subscription.lastTicketMonth)),
    'before' in change &&
      change.before &&
      change.after &&
      change.before.contribution.value !== change.after.contribution.value &&
      actions.happens.contribution(change.before.contribution.label, change.after.contribution.label),
  ].filter(Boolean);
  return lines.length > 0 ? <p className="small">{lines.join(' ')}</p> : null;
}
