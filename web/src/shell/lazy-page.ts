import { lazy } from 'react';

/**
 * The file of a page could not be fetched. The usual cause is an update of the service, which removes the old files of pages
 * that have not been loaded yet. Reloading helps.
 */
export class PageNotLoaded extends Error {}

/** A page in a file of its own. */
export const lazyPage: typeof lazy = (load) =>
  lazy(() =>
    load().catch((cause: unknown) => {
      throw new PageNotLoaded('The file of the page could not be fetched.', { cause });
    }),
  );
