import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import type { Needs } from '../services.ts';

/** The address without a path: people are led to the portal, programs to the description of the API. */
export function startRoute(app: App, { config: { baseUrl }, version }: Needs<'config' | 'version'>): void {
  const to = (path: string) => ({ href: `${baseUrl}${path}` });
  app.get('/', { config: { access: OPEN }, schema: { hide: true } }, async (request, reply) => {
    if (request.headers.accept?.includes('text/html')) return reply.redirect('/portal');
    const _links = {
      guides: to('/guides'),
      documentation: to('/docs'),
      openapi: to('/openapi.json'),
      portal: to('/portal'),
    };
    return { data: { name: 'Transit Ticket Service', version, _links } };
  });
}
