/** For queries that must be sent once: a sign-in can be finished once, and every begun one counts. */
export const ONCE = {
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchOnMount: false,
} as const;
