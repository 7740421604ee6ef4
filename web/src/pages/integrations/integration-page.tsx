import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Card, Tile } from '../../design/card.tsx';
import { CodeBlock } from '../../design/copy.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { AbsenceTypes } from './absence-types.tsx';
import { AttemptList } from './attempt-list.tsx';
import { ConflictList } from './conflict-list.tsx';
import { DecidedList } from './decided-list.tsx';
import { DuplicateList } from './duplicate-list.tsx';
import { IntegrationSettings } from './integration-settings.tsx';
import './integrations.css';
import { Needs, StateBadges } from './needs.tsx';
import { SyncHistory } from './sync-history.tsx';
import { WaitingList } from './waiting-list.tsx';

export default function IntegrationPage({ id }: { id: number }) {
  const query = useQuery(routeQuery('GET /integrations/:id', { params: { id } }));
  if (hasCode(query.error, 'not-found')) return <NotFoundPage />;
  return (
    <div className="page">
      <Loaded query={query} lines={8}>
        {(integration) => <Content integration={integration} />}
      </Loaded>
    </div>
  );
}

function Content({ integration }: { integration: Integration }) {
  const { integrations, vocabulary, common } = useMessages();
  const format = useFormat();
  const refusesNow = integration.refused > 0;
  const canSend = useMayChange() && integration.disconnectedAt === null;
  return (
    <>
      <PageHead
        title={integration.name}
        back={{ to: '/integrations', label: integrations.back }}
        actions={
          canSend && (
            <ButtonLink to={`/integrations/${integration.id}/send`} icon="upload">
              {integrations.sendFile}
            </ButtonLink>
          )
        }
      >
        <div className="row">
          <h1>{integration.name}</h1>
          <StateBadges integration={integration} />
        </div>
        <p className="page-head-text">
          {vocabulary.integrationType[integration.type]}, {integrations.id} {integration.id}
        </p>
      </PageHead>
      <Needs integration={integration} />
      <dl className="tiles">
        <Tile label={integrations.people} number={format.number(integration.people)} />
        <Tile
          label={integrations.lastSync}
          number={
            <span className="tile-date">
              {integration.lastSynced ? format.ago(integration.lastSynced) : common.never}
            </span>
          }
          note={<RunBadge status={integration.lastSyncStatus} />}
        />
      </dl>
      <ConflictList integrationId={integration.id} />
      <DuplicateList integrationId={integration.id} />
      <WaitingList integrationId={integration.id} />
      {refusesNow && <AttemptList integrationId={integration.id} />}
      <SyncHistory integrationId={integration.id} />
      {!refusesNow && <AttemptList integrationId={integration.id} />}
      <DecidedList integrationId={integration.id} />
      <IntegrationSettings integration={integration} />
      <AbsenceTypes integration={integration} />
      <Card title={integrations.curl} text={integrations.curlText}>
        <CodeBlock
          text={`curl -u 'USERNAME:PASSWORD' \\\n  -H 'Content-Type: application/json' --data-binary @roster.json \\\n  '${window.location.origin}/hr-integrations/${integration.id}/sync'`}
        />
      </Card>
    </>
  );
}
