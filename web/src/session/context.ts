import { createContext, useContext } from 'react';
import type { Session } from '../api/routes.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in around this part of the page');
  return session;
}

export type Right = Session['rights'][number];

/** Users without the right see the same pages without the actions. */
export function useMay(right: Right): boolean {
  return useSession().rights.includes(right);
}
