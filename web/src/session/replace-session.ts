import type { QueryClient } from '@tanstack/react-query';
import { SESSION } from '../api/session-key.ts';
import type { Session } from '../api/types.ts';

/** Signing in or out: nothing that one person was shown stays for the next. */
export function replaceSession(client: QueryClient, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  client.setQueryData(SESSION, session);
}
