import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { integrationsQuery } from '../../api/queries.ts';
import type { Integration } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { IntegrationBadge } from '../../domain/integration-badge.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';
import { CreateIntegration } from './create-integration.tsx';

export default function IntegrationsPage() {
  const { integrations } = useMessages();
  const mayChange = useMayChange();
  const query = useQuery(integrationsQuery());
  const [creating, setCreating] = useState(false);
  const create = mayChange && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {integrations.create}
    </Button>
  );
  return (
    <div className="page">
      <PageHead title={integrations.title} text={integrations.text} actions={create} />
      <div className="card">
        <Loaded query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <Empty icon="plug" title={integrations.none} action={create}>
                {integrations.noneText}
              </Empty>
            ) : (
              <IntegrationTable integrations={data} />
            )
          }
        </Loaded>
      </div>
      {creating && <CreateIntegration onClose={() => setCreating(false)} />}
    </div>
  );
}

function IntegrationTable({ integrations: all }: { integrations: Integration[] }) {
  const { integrations, common, vocabulary } = useMessages();
  const format = useFormat();
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{common.name}</th>
            <th>{common.status}</th>
            <th className="end">{integrations.people}</th>
            <th>{integrations.lastSync}</th>
            <th>{integrations.result}</th>
          </tr>
        </thead>
        <tbody>
          {all.map((integration) => (
            <tr key={integration.id}>
              <td>
                <Link href={`/integrations/${integration.id}`} className="row-link">
                  {integration.name}
                </Link>
                <div className="small quiet">{vocabulary.integrationType[integration.type]}</div>
              </td>
              <td>
                <IntegrationBadge status={integration.status} />
              </td>
              <td className="end numbers" data-label={integrations.people}>
                {format.number(integration.people)}
              </td>
              <td className="quiet numbers" data-label={integrations.lastSync}>
                {integration.lastSynced ? format.moment(integration.lastSynced) : common.never}
              </td>
              <td>
                <RunBadge status={integration.lastSyncStatus} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
