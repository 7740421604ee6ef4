import fastify from 'fastify';
import { pack } from '../portal-pages/pack.ts';
import type { PortalFile } from '../portal-pages/portal-files.ts';

const SCRIPT = '/reference/js/scalar.js';

/**
 * The script of the API reference, which only the plugin can hand out. The plugin itself is not used: its page has
 * a script in the HTML, which our policy forbids, and it neither compresses nor lets browsers cache 4 MB. Loaded
 * when somebody opens the page, so that a node that nobody asks does not hold it in memory.
 */
export async function readReferenceScript(): Promise<PortalFile> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(scalar, { configuration: { url: '/openapi.json' } });
  const { statusCode, rawPayload } = await app.inject(SCRIPT);
  await app.close();
  if (statusCode !== 200) throw new Error(`The API reference has no script at ${SCRIPT}.`);
  return await pack('text/javascript; charset=utf-8', rawPayload);
}
