import type { Connection } from '../hr-system.ts';
import { parseAnswer } from '../parse-answer.ts';
import { objectIn, textIn } from '../read-answer.ts';
import type { SourceRequest } from '../source-client.ts';
import { SourceError, unreadable } from '../source-error.ts';

type Version = 'v1' | 'v2';

const TOKEN = /^[\x21-\x7e]{1,8000}$/;

/** One pull's access to Personio. Both versions of the interface have tokens of their own, for the same credentials. */
export interface Session {
  /** Gets a token. Throws `source-unauthorised` if the credentials are wrong. */
  signIn(version: Version): Promise<void>;
  /** The answer to a GET. The version is the first part of the path. */
  get(version: Version, path: string): Promise<unknown>;
}

export function openSession({ client, credentials }: Connection): Session {
  const tokens: Partial<Record<Version, string>> = {};
  const { partnerId, appId } = credentials;
  const sender = {
    ...(partnerId && { 'x-personio-partner-id': partnerId }),
    ...(appId && { 'x-personio-app-id': appId }),
  };

  async function signIn(version: Version): Promise<void> {
    const client_id = credentials['clientId'] ?? '';
    const client_secret = credentials['clientSecret'] ?? '';
    const body = { client_id, client_secret };
    const token = await (version === 'v1'
      ? askForToken({ path: '/v1/auth', json: body })
      : askForToken({ path: '/v2/auth/token', form: { grant_type: 'client_credentials', ...body } }));
    tokens[version] = token;
  }

  async function askForToken(request: SourceRequest): Promise<string> {
    const answer = await client.tryFetch({ ...request, headers: sender });
    // OAuth allows 400 for wrong credentials.
    if ([400, 401, 403].includes(answer.status))
      throw new SourceError('source-unauthorised', {
        detail: `Personio refuses the credentials: it answered ${answer.status}.`,
      });
    const fields = objectIn(await parseAnswer(answer), 'The answer with the token');
    const token =
      'data' in fields
        ? textIn(objectIn(fields['data'], 'data')['token'], 'data.token')
        : textIn(fields['access_token'], 'access_token');
    if (!TOKEN.test(token)) throw unreadable('The token cannot be sent in a header.');
    return token;
  }

  async function get(version: Version, path: string): Promise<unknown> {
    if (!tokens[version]) await signIn(version);
    try {
      return await getOnce(version, path);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // A token lasts for a day, but it can be withdrawn in the middle of a pull.
      await signIn(version);
      return await getOnce(version, path);
    }
  }

  function getOnce(version: Version, path: string): Promise<unknown> {
    return client.json({ path, headers: { ...sender, authorization: `Bearer ${tokens[version]}` } });
  }

  return { signIn, get };
}

export const isRefusal = (error: unknown) =>
  error instanceof SourceError && error.code === 'source-unauthorised';
