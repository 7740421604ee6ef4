import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../api/api-error.ts';
import { call } from '../api/client.ts';
import type { Session } from '../api/routes.ts';
import { SESSION } from '../api/session-key.ts';

export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: async (): Promise<Session | null> => {
      try {
        return await call('GET /session');
      } catch (error) {
        if (hasCode(error, 'not-signed-in')) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}
