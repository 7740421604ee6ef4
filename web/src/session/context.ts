import { createContext, useContext } from 'react';
import type { Session } from '../api/routes.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in around this part of the page');
  return session;
}

/** Viewers see the same pages without the actions. */
export function useMayChange(): boolean {
  return useSession().user.role === 'admin';
}
