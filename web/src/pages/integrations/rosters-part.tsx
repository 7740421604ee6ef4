import type { Integration } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { curlRoster } from '../../domain/curl-roster.ts';
import { useHrSourceText } from '../../domain/use-hr-source-text.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { AttemptList } from './attempt-list.tsx';
import { SyncHistory } from './sync-history.tsx';

/** The rosters that came, and those that did not. */
export function RostersPart({ integration, hasDraft }: { integration: Integration; hasDraft: boolean }) {
  const { integrations } = useMessages();
  const { id, refused, source } = integration;
  const attempts = <AttemptList integration={integration} />;
  return (
    <>
      {refused > 0 && attempts}
      <SyncHistory integration={integration} />
      {refused === 0 && attempts}
      {source === null && (
        <>
          <Card title={integrations.curl} text={integrations.curlText}>
            <CodeBlock
              text={curlRoster({
                ...{ username: 'USERNAME', password: 'PASSWORD', integrationId: id },
                origin: window.location.origin,
              })}
            />
          </Card>
          {!hasDraft && <CouldBeFetched integration={integration} />}
        </>
      )}
    </>
  );
}

/** Only integrations of HR systems can be fetched. Others are replaced by a new one. */
function CouldBeFetched({ integration: { id, type, disconnectedAt } }: { integration: Integration }) {
  const hrSource = useHrSourceText();
  const mayChange = useMay('change-people');
  const isOwn = type === 'hr-integration';
  if (!mayChange || disconnectedAt !== null) return null;
  return (
    <Card title={hrSource.hint} text={isOwn ? hrSource.hintText : `${hrSource.hintText} ${hrSource.hintNew}`}>
      <ButtonLink to={isOwn ? `/integrations/${id}/connect` : '/integrations/connect'} icon="plug">
        {hrSource.connect}
      </ButtonLink>
    </Card>
  );
}
