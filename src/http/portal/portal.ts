import type { App } from '../app.ts';
import type { Services } from '../services.ts';
import { refuseNul } from './refuse-nul.ts';
import { requireSessions } from './require-session.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { sessionRoutes } from './routes/session.ts';
import { userRoutes } from './routes/users.ts';

const ROUTES = [sessionRoutes, userRoutes, invitationRoutes];

/** What the pages of the portal talk to: docs/portal-api.md. It is no part of the public API, nor of its description. */
export async function portalRoutes(app: App, services: Services): Promise<void> {
  await app.register(
    async (portal: App) => {
      requireSessions(portal, services);
      refuseNul(portal);
      portal.addHook('onRoute', (route) => {
        route.schema = { ...route.schema, hide: true };
      });
      for (const addRoutes of ROUTES) addRoutes(portal, services);
    },
    { prefix: '/portal/api' },
  );
}
