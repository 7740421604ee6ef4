import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import type { IconName } from '../../design/icon.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkName } from './bulk-names.ts';
import type { Selection } from './selection.ts';

const ACTIONS: readonly { action: BulkName; icon: IconName }[] = [
  { action: 'enrol', icon: 'ticket' },
  { action: 'change-plan', icon: 'swap' },
  { action: 'pause', icon: 'pause' },
  { action: 'cancel', icon: 'close' },
  { action: 'send-links', icon: 'link' },
];

/** How many people are selected, and what can be done with them. */
export function SelectionBar({ selection, total }: { selection: Selection; total: number }) {
  const { employees } = useMessages();
  const { mail } = useSession();
  const [chosen, setChosen] = useState<BulkName | null>(null);
  if (selection.people === 0) return null;
  return (
    <section className="selection-bar" aria-label={employees.selection}>
      <div className="row">
        <strong role="status">{employees.selected(selection.people)}</strong>
        {!selection.isAll && selection.people < total && (
          <Button size="small" kind="quiet" onClick={selection.selectAll}>
            {employees.selectAll(total)}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={selection.clear}>
          {employees.selectNobody}
        </Button>
      </div>
      <div className="row">
        {ACTIONS.filter(({ action }) => action !== 'send-links' || mail !== null).map(({ action, icon }) => (
          <Button key={action} size="small" icon={icon} onClick={() => setChosen(action)}>
            {employees.bulk.names[action]}
          </Button>
        ))}
      </div>
      {chosen && <BulkDialog action={chosen} selection={selection} onClose={() => setChosen(null)} />}
    </section>
  );
}
