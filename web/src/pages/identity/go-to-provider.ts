import { call } from '../../api/client.ts';

/** Leaves the portal for the page of the provider, which returns to `/signed-in`. */
export async function goToProvider(link: string, email?: string): Promise<void> {
  const { pathname, search } = window.location;
  const { url } = await call('POST /identity/begin', {
    body: { link, returnTo: `${pathname}${search}`.slice(0, 500), ...(email && { email }) },
  });
  window.location.assign(url);
}
