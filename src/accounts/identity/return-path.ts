const START = '/portal';
const MAX_PATH_LENGTH = 500;

/**
 * The page of the portal to show after signing in; the start page for anything else. Browsers read `//host` and `/\host`
 * as other sites, so the path is compared after the browser's own parsing.
 */
export function returnPath(given: string | undefined): string {
  const origin = 'https://portal.invalid';
  if (given === undefined || given.length > MAX_PATH_LENGTH || !URL.canParse(given, origin)) return START;
  const { origin: found, pathname, search } = new URL(given, origin);
  const isPortal = pathname === START || pathname.startsWith(`${START}/`);
  // The pages of a sign-in lead nowhere, and a path under /portal/api shows no page.
  const leadsSomewhere = !/^\/portal\/(api|signed-in|sign-in|invitation)(\/|$)/.test(pathname);
  const path = `${pathname}${search}`;
  return found === origin && isPortal && leadsSomewhere && path.length <= MAX_PATH_LENGTH ? path : START;
}
