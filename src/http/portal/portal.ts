import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { refuseUnstorable } from './refuse-unstorable.ts';
import { requireSessions } from './require-session.ts';
import { actionRoutes } from './routes/actions.ts';
import { auditLogRoutes } from './routes/audit-log.ts';
import { bulkActionRoutes } from './routes/bulk-actions.ts';
import { clockRoutes } from './routes/clock.ts';
import { companyRoutes } from './routes/company.ts';
import { conflictRoutes } from './routes/conflicts.ts';
import { contractRoutes } from './routes/contracts.ts';
import { costRoutes } from './routes/costs.ts';
import { documentRoutes } from './routes/documents.ts';
import { duplicateRoutes } from './routes/duplicates.ts';
import { employeeRoutes } from './routes/employees.ts';
import { fileMappingRoutes } from './routes/file-mapping.ts';
import { identityProviderRoutes } from './routes/identity-provider.ts';
import { identitySignInRoutes } from './routes/identity-sign-in.ts';
import { integrationRoutes } from './routes/integrations.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { keyRoutes } from './routes/keys.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { overviewRoutes } from './routes/overview.ts';
import { pageLinkRoutes } from './routes/page-links.ts';
import { passkeySignInRoutes } from './routes/passkey-sign-in.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { rosterRoutes } from './routes/rosters.ts';
import { sessionRoutes } from './routes/session.ts';
import { ownSessionRoutes } from './routes/sessions.ts';
import { signInSettingsRoutes } from './routes/sign-in-settings.ts';
import { syncRoutes } from './routes/syncs.ts';
import { userRoutes } from './routes/users.ts';
import { waitingRoutes } from './routes/waiting.ts';
import { walletLinkRoutes } from './routes/wallet-links.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const ROUTES = [
  sessionRoutes,
  passkeySignInRoutes,
  identitySignInRoutes,
  ownSessionRoutes,
  passkeyRoutes,
  userRoutes,
  invitationRoutes,
  overviewRoutes,
  employeeRoutes,
  actionRoutes,
  bulkActionRoutes,
  fileMappingRoutes,
  integrationRoutes,
  syncRoutes,
  conflictRoutes,
  duplicateRoutes,
  waitingRoutes,
  rosterRoutes,
  keyRoutes,
  webhookRoutes,
  documentRoutes,
  costRoutes,
  contractRoutes,
  walletLinkRoutes,
  pageLinkRoutes,
  companyRoutes,
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

/**
 * The portal's internal API (docs/portal-api.md). It is neither part of the public API nor of its OpenAPI
 * document.
 */
export async function portalRoutes(app: App, services: Services): Promise<void> {
  await app.register(
    async (portal: App) => {
      requireSessions(portal, services);
      refuseUnstorable(portal);
      portal.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true, ...onlyNamedFields(route.schema?.body) };
      });
      for (const addRoutes of ROUTES) await addRoutes(portal, services);
    },
    { prefix: '/portal/api' },
  );
}
