import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { noSuchRoute } from '../problems.ts';
import { loadPages } from './load-pages.ts';
import { addPageHeaders, sendFile, sendMissing } from './send-page.ts';

const INDEX = 'index.html';

/** Serves the portal's files. Its data comes from `/portal/api`. */
export function portalPages(app: App): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const name = pathOf(request);
    if (name === 'api' || name.startsWith('api/')) throw noSuchRoute();
    addPageHeaders(reply, { isPortal: true });
    const pages = await loadPages();
    if (!pages) return sendMissing(reply);
    const file = pages.portal.get(name);
    // A page from before an update may request a removed file; answering with the start page would not help.
    if (!file && name.startsWith('assets/')) throw noSuchRoute();
    const sent = file ?? pages.portal.get(INDEX);
    if (!sent) throw noSuchRoute();
    return sendFile(request, reply, sent);
  };

  const options = { config: { access: OPEN }, schema: { hide: true } };
  app.get('/portal', options, answer);
  app.get('/portal/*', options, answer);
}

function pathOf(request: FastifyRequest): string {
  return (request.params as { '*'?: string })['*'] ?? '';
}
