interface Target {
  /** The address of the service. */
  origin: string;
  username: string;
  password: string;
  integrationId: number | string;
}

/**
 * Lines for a terminal that send the employees in roster.json, a list as in the guide about the nightly sync. The body of the request is
 * an object with the list and a `syncId`.
 */
export function curlRoster({ origin, username, password, integrationId }: Target): string {
  return `printf '{"syncId": "%s", "employees": %s}' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(cat roster.json)" |
  curl -u '${username}:${password}' -H 'Content-Type: application/json' --data-binary @- \\
  '${origin}/hr-integrations/${integrationId}/sync'`;
}
