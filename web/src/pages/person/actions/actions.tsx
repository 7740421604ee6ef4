import { useState } from 'react';
import type { Person } from '../../../api/routes.ts';
import { Card } from '../../../design/card.tsx';
import { Icon, type IconName } from '../../../design/icon.tsx';
import type { ActionName } from '../../../domain/vocabulary.ts';
import { useMessages } from '../../../language/use-messages.ts';
import { ActionDialog } from './action-dialog.tsx';

const ICONS: Record<ActionName, IconName> = {
  enrol: 'ticket',
  'change-plan': 'swap',
  pause: 'pause',
  resume: 'play',
  cancel: 'close',
  'withdraw-cancellation': 'undo',
  revoke: 'stop',
  'issue-now': 'bolt',
};
const DANGEROUS: readonly ActionName[] = ['revoke', 'cancel'];

export function Actions({ person }: { person: Person }) {
  const { actions } = useMessages();
  const [chosen, setChosen] = useState<ActionName | null>(null);
  return (
    <Card title={actions.title}>
      {person.actions.length === 0 ? (
        <p className="quiet">{actions.none}</p>
      ) : (
        <ul className="action-list">
          {person.actions.map((action) => (
            <li key={action}>
              <button
                type="button"
                className={
                  DANGEROUS.includes(action) ? 'action-button action-button-danger' : 'action-button'
                }
                onClick={() => setChosen(action)}
              >
                <Icon name={ICONS[action]} />
                <span className="strong">{actions.names[action]}</span>
                <span className="small quiet">{actions.texts[action]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <ActionDialog
          action={chosen}
          person={person}
          isDangerous={DANGEROUS.includes(chosen)}
          onClose={() => setChosen(null)}
        />
      )}
    </Card>
  );
}
