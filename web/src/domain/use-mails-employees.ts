import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../api/route-query.ts';
import { useSession } from '../session/context.ts';

/** Whether the service mails contracts and links to employees, so that nobody has to hand them out. */
export function useMailsEmployees(): boolean {
  const { mail } = useSession();
  return useQuery(routeQuery('GET /company')).data?.mailEmployees === true && mail !== null;
}
