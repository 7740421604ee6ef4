import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { SESSION } from '../api/session-key.ts';
import type { Session } from '../api/types.ts';

export function useSessionQuery() {
  return useQuery({
    queryKey: SESSION,
    queryFn: async (): Promise<Session | null> => {
      try {
        return await api.get<Session>('/session');
      } catch (error) {
        if (hasCode(error, 'not-signed-in')) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });
}
