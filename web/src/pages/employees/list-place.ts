const KEY = 'transit-people-list';

/** Remembers where in the list the reader is, so that a person's page leads back to it. */
export function rememberPlace(query: string): void {
  sessionStorage.setItem(KEY, query);
}

/** The address of the list as the reader left it. */
export function listPlace(): string {
  const query = sessionStorage.getItem(KEY);
  return query ? `/employees?${query}` : '/employees';
}
