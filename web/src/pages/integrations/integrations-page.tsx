import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { Integration } from '../../api/routes.ts';
import { Button, ButtonLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Table } from '../../design/table.tsx';
import { RunBadge } from '../../domain/run-badge.tsx';
import { useConnectText } from '../../domain/use-connect-text.ts';
import { useNewDialog } from '../../domain/use-new-dialog.ts';
import { useSystemText } from '../../domain/use-system-text.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { CreateIntegration } from './create-integration.tsx';
import { StateBadges } from './needs.tsx';

export default function IntegrationsPage() {
  const connect = useConnectText();
  const { integrations } = useMessages();
  const mayChange = useMay('change-people');
  const query = useQuery(routeQuery('GET /integrations'));
  const [creating, setCreating] = useNewDialog();
  const create = mayChange && (
    <div className="row">
      <ButtonLink to="/integrations/connect" kind="primary" icon="plug">
        {connect.title}
      </ButtonLink>
      <Button icon="plus" onClick={() => setCreating(true)}>
        {integrations.create}
      </Button>
    </div>
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
      {mayChange && creating && <CreateIntegration onClose={() => setCreating(false)} />}
    </div>
  );
}

function IntegrationTable({ integrations: all }: { integrations: Integration[] }) {
  const { integrations, common, vocabulary } = useMessages();
  const format = useFormat();
  const systemText = useSystemText();
  return (
    <Table
      items={all}
      keyOf={({ id }) => id}
      columns={[
        {
          title: common.name,
          show: ({ id, name, type, source }) => (
            <>
              <Link href={`/integrations/${id}`} className="row-link">
                {name}
              </Link>
              <div className="small quiet">
                {source === null ? vocabulary.integrationType[type] : systemText(source).name}
              </div>
            </>
          ),
        },
        {
          title: common.status,
          onPhone: 'corner',
          show: (integration) => <StateBadges integration={integration} />,
        },
        {
          title: integrations.people,
          end: true,
          className: 'numbers',
          onPhone: 'named',
          show: ({ people }) => format.number(people),
        },
        {
          title: integrations.lastSync,
          className: 'quiet numbers',
          onPhone: 'named',
          show: ({ lastSynced }) => (lastSynced ? format.moment(lastSynced) : common.never),
        },
        {
          title: integrations.result,
          show: ({ lastSyncStatus }) => <RunBadge status={lastSyncStatus} />,
        },
      ]}
    />
  );
}
