import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, hasCode } from './api-error.ts';
import { SESSION } from './session-key.ts';

/** Data stays fresh for a moment, so that going back and forth sends no request twice. */
const FRESH_MS = 5_000;

export function createQueryClient(): QueryClient {
  const endSession = (error: unknown) => {
    if (hasCode(error, 'not-signed-in')) client.setQueryData(SESSION, null);
    // The session says that a passkey is missing, and the page asks for one.
    if (hasCode(error, 'passkey-required')) void client.invalidateQueries({ queryKey: SESSION });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: endSession }),
    mutationCache: new MutationCache({ onError: endSession }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The service's refusals are final. Only a lost connection or a server error is worth another try.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
      },
    },
  });
  return client;
}
