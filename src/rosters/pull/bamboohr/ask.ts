import type { Connection } from '../hr-system.ts';
import type { SourceRequest } from '../source-client.ts';

/** The key is the name of the user. BambooHR does not look at the password. */
export function ask({ client, credentials }: Connection, request: SourceRequest): Promise<unknown> {
  const user = Buffer.from(`${credentials['apiKey']}:x`).toString('base64');
  return client.json({ ...request, headers: { authorization: `Basic ${user}` } });
}
