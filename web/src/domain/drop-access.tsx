import { useState } from 'react';
import { call } from '../api/client.ts';
import type { DropAccess, DropPassword } from '../api/routes.ts';
import { useChange } from '../api/use-change.ts';
import { Button } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { ConfirmedButton } from '../design/confirmed-button.tsx';
import { CopyButton } from '../design/copy.tsx';
import { Problem } from '../design/problem.tsx';
import { Secret } from '../design/secret.tsx';
import { SecretDialog } from '../design/secret-dialog.tsx';
import { useMessages } from '../language/use-messages.ts';
import { useMay } from '../session/context.ts';
import { useConnectText } from './use-connect-text.ts';
import './drop-access.css';

/** How a system that drops files signs in. A password is shown once, when it is made. */
export function DropAccessCard({ integrationId, access }: { integrationId: number; access: DropAccess }) {
  const { drop } = useConnectText();
  const { host, port, username, fingerprint, hasPassword } = access;
  const facts: [label: string, value: string][] = [
    [drop.host, host],
    [drop.port, String(port)],
    [drop.username, username],
    [drop.fingerprint, fingerprint],
  ];
  return (
    <Card title={drop.title} text={drop.text}>
      <dl className="facts drop-access">
        {facts.map(([label, value]) => (
          <div key={label} className="facts-pair">
            <dt>{label}</dt>
            <dd className="row">
              <span className="mono">{value}</span> <CopyButton text={value} />
            </dd>
          </div>
        ))}
        <div className="facts-pair">
          <dt>{drop.password}</dt>
          <dd className="stack-s">
            <span>{hasPassword ? drop.hasPassword : drop.noPassword}</span>
            <MakePassword integrationId={integrationId} hasPassword={hasPassword} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function MakePassword({ integrationId, hasPassword }: { integrationId: number; hasPassword: boolean }) {
  const connect = useConnectText();
  const { common } = useMessages();
  const { drop } = connect;
  const mayChange = useMay('change-people');
  const [made, setMade] = useState<DropPassword>();
  const send = () => call('POST /integrations/:id/source/password', { params: { id: integrationId } });
  const first = useChange({ send, next: setMade });
  if (!mayChange) return null;
  return (
    <>
      <Problem error={first.error} />
      <div>
        {hasPassword ? (
          <ConfirmedButton
            size="small"
            label={drop.newPassword}
            title={drop.newPasswordTitle}
            text={drop.newPasswordText}
            danger
            send={send}
            next={setMade}
          />
        ) : (
          <Button size="small" busy={first.isPending} onClick={() => first.mutate(undefined)}>
            {drop.makePassword}
          </Button>
        )}
      </div>
      {made && (
        <SecretDialog
          title={drop.password}
          warning={drop.passwordOnce}
          button={drop.passwordSaved}
          onClose={() => setMade(undefined)}
        >
          <Secret label={drop.username} value={made.username} />
          <Secret label={common.password} value={made.password} />
        </SecretDialog>
      )}
    </>
  );
}
