import type { Operation as Documented, OpenApi } from '../../../../route-types/open-api.ts';
import type { Schema } from '../../../../route-types/schema-types.ts';
import type { App } from '../../../../src/http/app.ts';

export const AREAS = ['HR API', 'portal', 'employee page', 'passes'] as const;
export type Area = (typeof AREAS)[number];

/** The parts of a route's schema, as Fastify takes them. */
interface RouteSchema {
  params?: Schema;
  querystring?: Schema;
  headers?: Schema;
  body?: Schema;
  response?: Record<string, Schema>;
}

export interface Operation {
  area: Area;
  method: string;
  /** With parameters as Fastify writes them: `/employees/:id`. */
  url: string;
  schema: RouteSchema;
  /** How often it is chosen among the operations of its area. */
  weight: number;
  /** The operation of the OpenAPI document. The portal's API and most of the employee's page are not in it. */
  documented: Documented | undefined;
}

/** Pages and files that are the same for everybody. */
const STATIC = /^\/(docs|guides|openapi|portal(?!\/api)|me\/(assets|badges))|^\/$/;

function areaOf(url: string): Area {
  if (url.startsWith('/portal/api/')) return 'portal';
  if (url.startsWith('/wallet/')) return 'passes';
  return /^\/(me|contracts|join|unsubscribe)\b/.test(url) ? 'employee page' : 'HR API';
}

/** Few rosters are accepted, so many are sent. Checking a password takes most of a second, and ended sessions are refused. */
function weightOf(method: string, url: string): number {
  if (method === 'POST' && /\/(sync|rosters|acts\/:action)$/.test(url)) return 5;
  if (method === 'DELETE' && /\/sessions?$/.test(url)) return 0.2;
  return method === 'POST' && /\/(session|password|confirm|accept)$/.test(url) ? 0.3 : 1;
}

/** Every route of the app but static pages, each with its schemas and what the OpenAPI document of the service says about it. */
export function listOperations(app: App, document: OpenApi): Operation[] {
  return app.declaredRoutes
    .filter(({ method, url }) => method !== 'HEAD' && !STATIC.test(url))
    .map(({ method, url, schema }) => ({
      area: areaOf(url),
      weight: weightOf(method, url),
      method,
      url,
      schema: schema as RouteSchema,
      documented: document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()],
    }));
}
