import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { limitExports } from './csv.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';
import { requireSessions } from './require-session.ts';
import { identityProviderRoutes } from './routes/accounts/identity-provider.ts';
import { identitySignInRoutes } from './routes/accounts/identity-sign-in.ts';
import { invitationRoutes } from './routes/accounts/invitations.ts';
import { ownSettingsRoutes } from './routes/accounts/own-settings.ts';
import { passkeySignInRoutes } from './routes/accounts/passkey-sign-in.ts';
import { passkeyRoutes } from './routes/accounts/passkeys.ts';
import { sessionRoutes } from './routes/accounts/session.ts';
import { ownSessionRoutes } from './routes/accounts/sessions.ts';
import { signInSettingsRoutes } from './routes/accounts/sign-in-settings.ts';
import { userRoutes } from './routes/accounts/users.ts';
import { auditLogRoutes } from './routes/company/audit-log.ts';
import { clockRoutes } from './routes/company/clock.ts';
import { companyRoutes } from './routes/company/company.ts';
import { datevRoutes } from './routes/company/datev.ts';
import { groupRoutes } from './routes/company/groups.ts';
import { integrationRoutes } from './routes/company/integrations.ts';
import { joinLinkRoutes } from './routes/company/join-link.ts';
import { keyRoutes } from './routes/company/keys.ts';
import { overviewRoutes } from './routes/company/overview.ts';
import { searchRoutes } from './routes/company/search.ts';
import { outboxRoutes } from './routes/notifications/outbox.ts';
import { webhookRoutes } from './routes/notifications/webhooks.ts';
import { employeeRoutes } from './routes/people/employees.ts';
import { requestRoutes } from './routes/people/requests.ts';
import { attemptRoutes } from './routes/rosters/attempts.ts';
import { changeRoutes } from './routes/rosters/changes.ts';
import { conflictRoutes } from './routes/rosters/conflicts.ts';
import { duplicateRoutes } from './routes/rosters/duplicates.ts';
import { earlierRosterRoutes } from './routes/rosters/earlier.ts';
import { fileMappingRoutes } from './routes/rosters/file-mapping.ts';
import { pullRoutes } from './routes/rosters/pulls.ts';
import { rosterRoutes } from './routes/rosters/rosters.ts';
import { sourceDraftRoutes } from './routes/rosters/source-drafts.ts';
import { sourceRoutes } from './routes/rosters/sources.ts';
import { syncRoutes } from './routes/rosters/syncs.ts';
import { waitingRoutes } from './routes/rosters/waiting.ts';
import { actionRoutes } from './routes/tickets/actions.ts';
import { bulkActionRoutes } from './routes/tickets/bulk-actions.ts';
import { contractRoutes } from './routes/tickets/contracts.ts';
import { costBreakdownRoutes } from './routes/tickets/cost-breakdown.ts';
import { costFileRoutes } from './routes/tickets/cost-files.ts';
import { costRoutes } from './routes/tickets/costs.ts';
import { documentRoutes } from './routes/tickets/documents.ts';
import { handoverRoutes } from './routes/tickets/handovers.ts';
import { pageLinkRoutes } from './routes/tickets/page-links.ts';
import { walletLinkRoutes } from './routes/tickets/wallet-links.ts';

const ROUTES = [
  sessionRoutes,
  ownSettingsRoutes,
  passkeySignInRoutes,
  identitySignInRoutes,
  ownSessionRoutes,
  passkeyRoutes,
  userRoutes,
  invitationRoutes,
  overviewRoutes,
  searchRoutes,
  employeeRoutes,
  actionRoutes,
  requestRoutes,
  bulkActionRoutes,
  fileMappingRoutes,
  integrationRoutes,
  syncRoutes,
  earlierRosterRoutes,
  attemptRoutes,
  changeRoutes,
  conflictRoutes,
  duplicateRoutes,
  waitingRoutes,
  rosterRoutes,
  sourceRoutes,
  sourceDraftRoutes,
  pullRoutes,
  keyRoutes,
  webhookRoutes,
  documentRoutes,
  costRoutes,
  costBreakdownRoutes,
  costFileRoutes,
  handoverRoutes,
  contractRoutes,
  walletLinkRoutes,
  pageLinkRoutes,
  companyRoutes,
  joinLinkRoutes,
  datevRoutes,
  groupRoutes,
  signInSettingsRoutes,
  identityProviderRoutes,
  auditLogRoutes,
  clockRoutes,
  outboxRoutes,
];

/** Fields that the schema does not name are removed, so they cannot reach a setting or the audit log. */
function onlyNamedFields(body: unknown) {
  return isObjectSchema(body) ? { body: { ...body, additionalProperties: false } } : {};
}

function isObjectSchema(body: unknown): body is { type: 'object' } {
  return typeof body === 'object' && body !== null && 'type' in body && body.type === 'object';
}

/** The portal's internal API: only its pages call it, so it is not in the OpenAPI document. `web/src/api/routes.ts` has its types. */
export async function portalRoutes(app: App, services: Services): Promise<void> {
  await app.register(
    async (portal: App) => {
      requireSessions(portal, services);
      refuseUnstorable(portal);
      limitExports(portal);
      portal.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true, ...onlyNamedFields(route.schema?.body) };
      });
      for (const addRoutes of ROUTES) await addRoutes(portal, services);
    },
    { prefix: '/portal/api' },
  );
}
