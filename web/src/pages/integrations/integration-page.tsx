import { Tabs } from '@base-ui/react/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { hasCode } from '../../api/api-error.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration } from '../../api/routes.ts';
import { ButtonLink } from '../../design/button.tsx';
import { Tile } from '../../design/card.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useSource } from '../../domain/use-source.ts';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { NotFoundPage } from '../not-found/not-found-page.tsx';
import { AbsenceTypes } from './absence-types.tsx';
import { DecidePart } from './decide-part.tsx';
import { IntegrationSettings } from './integration-settings.tsx';
import './integrations.css';
import { Needs, StateBadges } from './needs.tsx';
import { RostersPart } from './rosters-part.tsx';
import { SourcePart } from './source-part.tsx';

const PARTS = ['decide', 'rosters', 'source', 'settings'] as const;
const FOLLOW_MS = 1_500;

export default function IntegrationPage({ id, part }: { id: number; part?: string }) {
  const query = useQuery({
    ...routeQuery('GET /integrations/:id', { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? FOLLOW_MS : false),
  });
  if (hasCode(query.error, 'not-found')) return <NotFoundPage />;
  return (
    <div className="page">
      <Loaded query={query} lines={8}>
        {(integration) => <Content integration={integration} asked={part} />}
      </Loaded>
    </div>
  );
}

const isUnderWay = ({ lastSyncStatus }: Integration) =>
  lastSyncStatus === 'queued' || lastSyncStatus === 'running';

function Content({ integration, asked }: { integration: Integration; asked: string | undefined }) {
  const { integrations } = useMessages();
  const [, go] = useLocation();
  const { id, decisions, type } = integration;
  const source = useSource(id, type === 'hr-integration').data;
  const hasSource = integration.source !== null || Boolean(source?.draft);
  const parts = PARTS.filter((part) => part !== 'source' || hasSource);
  // The last decision must not take its part away.
  const [first] = useState(decisions > 0 ? 'decide' : 'rosters');
  const part = parts.find((each) => each === (asked ?? first)) ?? 'rosters';
  return (
    <>
      <Head integration={integration} />
      <Needs integration={integration} part={part} />
      <Facts integration={integration} />
      <Tabs.Root
        className="page"
        value={part}
        onValueChange={(value) => go(`/integrations/${id}/${String(value)}`)}
      >
        <Tabs.List className="tabs">
          {parts.map((each) => (
            <Tabs.Tab key={each} className="tab" value={each}>
              {integrations.parts[each]}
              {each === 'decide' && decisions > 0 && ` (${decisions})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel className="page" value="decide">
          <DecidePart integration={integration} />
        </Tabs.Panel>
        <Tabs.Panel className="page" value="rosters">
          <RostersPart integration={integration} hasDraft={Boolean(source?.draft)} />
        </Tabs.Panel>
        {hasSource && (
          <Tabs.Panel className="page" value="source">
            {source && <SourcePart integration={integration} source={source} />}
          </Tabs.Panel>
        )}
        <Tabs.Panel className="page" value="settings">
          <IntegrationSettings integration={integration} />
          <AbsenceTypes integration={integration} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  );
}

function Head({ integration }: { integration: Integration }) {
  const { integrations, vocabulary } = useMessages();
  const textOf = useSystemText();
  const { id, name, type, source, disconnectedAt } = integration;
  // Rosters from two places would contradict each other.
  const canSend = useMay('change-people') && disconnectedAt === null && source === null;
  return (
    <PageHead
      title={name}
      back={{ to: '/integrations', label: integrations.back }}
      actions={
        canSend && (
          <ButtonLink to={`/integrations/${id}/send`} icon="upload">
            {integrations.sendFile}
          </ButtonLink>
        )
      }
    >
      <div className="row">
        <h1>{name}</h1>
        <StateBadges integration={integration} />
      </div>
      <p className="page-head-text">
        {source === null ? vocabulary.integrationType[type] : textOf(source).name}, {integrations.id} {id}
      </p>
    </PageHead>
  );
}

function Facts({ integration: { people, lastSynced, lastSyncStatus } }: { integration: Integration }) {
  const { integrations, common } = useMessages();
  const format = useFormat();
  return (
    <dl className="tiles">
      <Tile label={integrations.people} number={format.number(people)} />
      <Tile
        label={integrations.lastSync}
        number={<span className="tile-date">{lastSynced ? format.ago(lastSynced) : common.never}</span>}
        note={<RunBadge status={lastSyncStatus} />}
      />
    </dl>
  );
}
