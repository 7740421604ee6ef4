import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import { Button } from '../../design/button.tsx';
import type { IconName } from '../../design/icon.tsx';
import { useMessages } from '../../language/use-messages.ts';
import { useMay, useSession } from '../../session/context.ts';
import { ChooseGroup } from '../groups/choose-group.tsx';
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
  const [isGrouping, setGrouping] = useState(false);
  const hasGroups = (useQuery(routeQuery('GET /groups')).data?.groups ?? []).length > 0;
  const mayGroup = useMay('administer') && hasGroups;
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
        {mayGroup && (
          <Button size="small" icon="people" onClick={() => setGrouping(true)}>
            {employees.groupTitle}
          </Button>
        )}
      </div>
      {isGrouping && (
        <ChooseGroup
          who={selection.who}
          name={employees.selected(selection.people)}
          onClose={() => setGrouping(false)}
        />
      )}
      {chosen && <BulkDialog action={chosen} selection={selection} onClose={() => setChosen(null)} />}
    </section>
  );
}
