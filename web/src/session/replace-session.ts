import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '../api/routes.ts';
import { SESSION } from '../api/session-key.ts';

/** Signs in or out, and removes the data that was loaded for the previous user. */
export function replaceSession(client: QueryClient, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  client.setQueryData(SESSION, session);
}
