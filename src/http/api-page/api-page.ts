import type { FastifyReply } from 'fastify';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { once } from '../once.ts';
import { loadPages } from '../portal-pages/load-pages.ts';
import { pack } from '../portal-pages/pack.ts';
import type { PortalFile } from '../portal-pages/portal-files.ts';
import { sendFile, sendHtml, sendMissing } from '../portal-pages/send-page.ts';
import { readReferenceScript } from './reference-script.ts';
import { START_SCRIPT } from './start-script.ts';

/** The reference needs inline styles. Scripts, requests and pictures come only from this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API – Transit Ticket Service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/portal/favicon.svg">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. The same content is in <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/reference.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The page that describes the API: it shows `/openapi.json` and sends requests to try. */
export function apiPage(app: App): void {
  const options = { config: { access: OPEN }, schema: { hide: true } };
  const scripts: Record<string, () => Promise<PortalFile>> = {
    'reference.js': once(readReferenceScript),
    'start.js': once(() => pack('text/javascript; charset=utf-8', Buffer.from(START_SCRIPT))),
  };

  for (const path of ['/docs', '/docs/'])
    app.get(path, options, async (_request, reply) =>
      (await loadPages()) ? sendHtml(addPolicy(reply), PAGE) : sendMissing(addPolicy(reply)),
    );

  for (const [name, read] of Object.entries(scripts))
    app.get(`/docs/${name}`, options, async (request, reply) =>
      // Browsers keep it, and ask each time whether it is still the same.
      sendFile(request, addPolicy(reply).header('Cache-Control', 'no-cache'), await read()),
    );

  // Addresses of earlier versions.
  app.get('/docs/json', options, async (_request, reply) => reply.redirect('/openapi.json'));
  app.get('/docs/yaml', options, async (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(app.swagger({ yaml: true })),
  );
}

function addPolicy(reply: FastifyReply): FastifyReply {
  return reply.header('Content-Security-Policy', POLICY);
}
