import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { type Arguments, type DataRoute, send } from './client.ts';

/** Routes that change nothing. */
type ReadingRoute = Extract<DataRoute, `GET ${string}` | `POST ${string}/preview`>;

/** `useQuery(routeQuery('GET /employees/:id', { params: { id } }))`. The route and its request are the key of the cache. */
export function routeQuery<R extends ReadingRoute>(route: R, ...[request]: Arguments<R>) {
  const hasFilters = request !== undefined && 'query' in request;
  const queryKey: QueryKey = [route, request];
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => send(route, request, signal),
    // A list keeps showing its last page until the next one has been loaded.
    ...(hasFilters && { placeholderData: keepPreviousData }),
  });
}
