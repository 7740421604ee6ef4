import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/route-query.ts';
import type { IssuedKey } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Callout } from '../../design/callout.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Modal } from '../../design/modal.tsx';
import { Secret } from '../../design/secret.tsx';
import { useMessages } from '../../language/use-messages.ts';

const FOR_ROSTERS = ['view-employees', 'add-employees', 'update-employees', 'remove-employees'] as const;

/** Shows the password, which the service does not store and cannot show again. */
export function KeySecret({ issued, onClose }: { issued: IssuedKey; onClose: () => void }) {
  const { keys, common } = useMessages();
  const first = useQuery(routeQuery('GET /integrations')).data?.data[0]?.id;
  const integrationId = issued.integrationIds?.[0] ?? first;
  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={keys.secretTitle}
      onSubmit={onClose}
      foot={
        <Button type="submit" kind="primary">
          {keys.saved}
        </Button>
      }
    >
      <Callout tone="warn">{keys.secretText}</Callout>
      <Secret label={keys.username} value={issued.username} />
      <Secret label={common.password} value={issued.password} />
      {curlLines(issued, integrationId, keys).map(({ title, line }) => (
        <div key={title} className="stack-s">
          <h3>{title}</h3>
          <CodeBlock text={line} />
        </div>
      ))}
    </Modal>
  );
}

/** Example requests that the permissions of the key allow. */
function curlLines(
  { username, password, permissions }: IssuedKey,
  integrationId: number | undefined,
  words: { curl: string; curlRoster: string },
): { title: string; line: string }[] {
  const curl = `curl -u '${username}:${password}'`;
  const base = window.location.origin;
  const has = (permission: IssuedKey['permissions'][number]) => permissions.includes(permission);
  const reading = has('view-employees')
    ? '/employees?perPage=1'
    : has('view-hr-integrations')
      ? '/hr-integrations'
      : '/limits';
  return [
    { title: words.curl, line: `${curl} \\\n  '${base}${reading}'` },
    ...(FOR_ROSTERS.every(has)
      ? [
          {
            title: words.curlRoster,
            line: `${curl} \\\n  -H 'Content-Type: application/json' --data-binary @roster.json \\\n  '${base}/hr-integrations/${integrationId ?? 'ID'}/sync'`,
          },
        ]
      : []),
  ];
}
