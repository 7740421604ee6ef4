import type { Static } from 'typebox';
import type { Transaction } from '../../../../platform/db/types.ts';
import { readDropAccess } from '../../../../rosters/pull/file-drop/drop-access.ts';
import { selectPulls } from '../../../../rosters/pull/pulls-sql.ts';
import { usualSchedule } from '../../../../rosters/pull/schedule.ts';
import type { ChangedIntegration } from '../../../../rosters/pull/set-up-source.ts';
import { selectSource } from '../../../../rosters/pull/sources-sql.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { type OverviewSchema, showAccess, showPortalPull, showSource } from './source-schemas.ts';

type IntegrationRequest = Parameters<typeof companyOf>[0] & { params: { id: number } };
type SourceOverview = Static<typeof OverviewSchema>;

export const integrationOf = (request: IntegrationRequest): ChangedIntegration => ({
  companyId: companyOf(request),
  integrationId: request.params.id,
  actor: actorOf(request),
});

/** The source of an integration, its draft and its latest pulls. */
export async function readSourceOverview(
  { config, database: { sql } }: Needs<'config' | 'database'>,
  { companyId, integrationId: id }: Pick<ChangedIntegration, 'companyId' | 'integrationId'>,
): Promise<SourceOverview> {
  const [active, draft, access, pulls] = await Promise.all([
    selectSource(sql, companyId, id, 'active'),
    selectSource(sql, companyId, id, 'draft'),
    readDropAccess(sql, config, { companyId, integrationId: id }),
    selectPulls(sql, companyId, id, 10),
  ]);
  return {
    active: active ? showSource(active) : null,
    draft: draft ? showSource(draft) : null,
    access: showAccess(access),
    usualSchedule: usualSchedule(id),
    pulls: pulls.map((pull) => showPortalPull(pull, id, config.baseUrl)),
  };
}

/** Changes the source, and returns how it is then. */
export async function changeSource(
  services: Needs<'config' | 'database'>,
  request: IntegrationRequest,
  change: (tx: Transaction, integration: ChangedIntegration) => Promise<void>,
): Promise<{ data: SourceOverview }> {
  const integration = integrationOf(request);
  await services.database.sql.begin((tx) => change(tx, integration));
  return { data: await readSourceOverview(services, integration) };
}
