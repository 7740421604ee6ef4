import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';

interface Route {
  path: RegExp;
  method: string;
}

/** Distinguishes a wrong method from a wrong path: finds routes with the same path and other methods. */
export function createMethodCheck(app: FastifyInstance): (url: string) => AppError | undefined {
  let routes: readonly Route[] | undefined;
  return (url) => {
    // Read at the first wrong request: all routes are declared by then.
    routes ??= app.declaredRoutes.map(({ url: route, method }) => ({ path: pathOf(route), method }));
    const path = url.split('?', 1)[0] ?? '';
    const methods = new Set(routes.filter((route) => route.path.test(path)).map(({ method }) => method));
    if (methods.size === 0) return undefined;
    const allow = [...methods].sort();
    return new AppError('method-not-allowed', `This address takes ${allow.join(', ')}.`, { allow });
  };
}

/** A parameter is one segment. The portal's pages take every path but those of its API. */
function pathOf(url: string): RegExp {
  const pattern = url
    .split('/')
    .map((part) =>
      part === '*' ? '(?!api(?:/|$)).*' : part.startsWith(':') ? '[^/]+' : part.replaceAll('.', '\\.'),
    )
    .join('/');
  return new RegExp(`^${pattern}$`);
}
