import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedKey } from '../../api/routes.ts';
import { CodeBlock } from '../../design/copy.tsx';
import { SelectField } from '../../design/field.tsx';
import { Secret } from '../../design/secret.tsx';
import { SecretDialog } from '../../design/secret-dialog.tsx';
import { curlRoster } from '../../domain/curl-roster.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useKeysText } from './use-keys-text.ts';

/** Shows the password, which the service does not store and cannot show again. */
export function KeySecret({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { common } = useMessages();
  const keys = useKeysText();
  const all = useQuery(routeQuery('GET /integrations')).data?.data ?? [];
  const allowed = all.filter(({ id }) => issued.integrationIds?.includes(id) ?? true);
  const [chosen, setChosen] = useState('');
  const integrationId = chosen || allowed[0]?.id;
  return (
    <SecretDialog title={keys.secretTitle} warning={keys.secretText} button={keys.saved} onClose={onClose}>
      <Secret label={keys.username} value={issued.username} />
      <Secret label={common.password} value={issued.password} />
      <div className="stack-s">
        <h3>{keys.curl}</h3>
        <CodeBlock text={readingLine(issued)} />
      </div>
      {sendsRosters(issued) && (
        <div className="stack-s">
          <h3>{keys.curlRoster}</h3>
          {allowed.length > 1 && (
            <SelectField
              label={keys.curlIntegration}
              value={String(integrationId)}
              options={allowed.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={setChosen}
            />
          )}
          <CodeBlock
            text={curlRoster({
              ...issued,
              origin: window.location.origin,
              integrationId: integrationId ?? 'ID',
            })}
          />
        </div>
      )}
    </SecretDialog>
  );
}

type Permission = IssuedKey['permissions'][number];

const FOR_ROSTERS: readonly Permission[] = [
  'view-employees',
  'add-employees',
  'update-employees',
  'remove-employees',
];

const sendsRosters = ({ permissions }: IssuedKey) =>
  FOR_ROSTERS.every((permission) => permissions.includes(permission));

const curl = ({ username, password }: IssuedKey) => `curl -u '${username}:${password}'`;

/** A request that the permissions of the key allow. */
function readingLine(issued: IssuedKey): string {
  const has = (permission: Permission) => issued.permissions.includes(permission);
  const path = has('view-employees')
    ? '/employees?perPage=1'
    : has('view-hr-integrations')
      ? '/hr-integrations'
      : '/limits';
  return `${curl(issued)} \\\n  '${window.location.origin}${path}'`;
}
