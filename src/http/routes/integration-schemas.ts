import { type Static, Type } from 'typebox';
import {
  CONNECTION_STATUSES,
  INTEGRATION_STATUSES,
  INTEGRATION_TYPES,
  SYNC_STATUSES,
} from '../../company/integrations/integration-types.ts';
import type { Integration } from '../../company/integrations/integrations-sql.ts';
import { link, nullable, oneOf, recordId, toLink } from '../schemas.ts';

/** The header that has the version of an integration, as a number. */
export const ROSTER_VERSION = 'Roster-Version';

export const IntegrationSchema = Type.Object(
  {
    id: recordId,
    name: Type.String(),
    type: oneOf(INTEGRATION_TYPES),
    status: oneOf(INTEGRATION_STATUSES, {
      description:
        '`pending` until a first roster is accepted; `error` after a failed run or pull until one succeeds.',
    }),
    initialConnectionStatus: oneOf(CONNECTION_STATUSES),
    lastSyncId: nullable(Type.String({ description: 'Of the latest roster that was accepted.' })),
    lastSyncStatus: oneOf(SYNC_STATUSES),
    lastSynced: nullable(
      Type.String({
        format: 'date-time',
        description: 'When it finished, or until then when it was accepted.',
      }),
    ),
    canTriggerSync: Type.Boolean({
      description:
        'Whether a pull can be started: the service fetches the rosters of this integration, and is not doing so at the moment.',
    }),
    resource: oneOf(['hr-integration']),
    _links: Type.Object({ self: link('This integration.') }),
  },
  { $id: 'HrIntegration' },
);

export function showIntegration(integration: Integration, baseUrl: string): Static<typeof IntegrationSchema> {
  return {
    id: integration.id,
    name: integration.name,
    type: integration.type,
    status: integration.status,
    initialConnectionStatus: integration.initialConnectionStatus,
    lastSyncId: integration.lastSyncId,
    lastSyncStatus: integration.lastSyncStatus,
    lastSynced: integration.lastSyncedAt?.toISOString() ?? null,
    canTriggerSync: integration.canTriggerSync,
    resource: 'hr-integration',
    _links: { self: toLink(`${baseUrl}/hr-integrations/${integration.id}`) },
  };
}
