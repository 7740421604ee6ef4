import type { Connection } from '../hr-system.ts';
import { parseAnswer } from '../parse-answer.ts';
import { listIn, objectIn, optionalTextIn } from '../read-answer.ts';
import type { SourceAnswer } from '../source-client.ts';
import { incomplete, SourceError, unreadable } from '../source-error.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Session {
  integrationId: string;
  /** The `data` of an answer. */
  get(path: string): Promise<Fields>;
  /** The results of all pages. */
  pages(path: string, query: Readonly<Record<string, string>>): AsyncGenerator<readonly unknown[]>;
}

/** Kombo allows no more on a page. */
const PAGE_SIZE = 250;
const MAX_CURSOR_LENGTH = 4_000;

export function openSession({ credentials, client }: Connection): Session {
  const { apiKey = '', integrationId = '' } = credentials;
  const headers = { authorization: `Bearer ${apiKey}`, 'x-integration-id': integrationId };

  async function get(path: string): Promise<Fields> {
    const answer = await client.tryFetch({ path, headers });
    if (answer.status < 200 || answer.status >= 300) throw await refusal(answer);
    const fields = objectIn(await parseAnswer(answer), 'The answer');
    if (fields['status'] !== 'success') throw unreadable('The answer says that it is no success.');
    return objectIn(fields['data'], 'data');
  }

  async function* pages(path: string, query: Readonly<Record<string, string>>) {
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const given = new URLSearchParams({
        page_size: String(PAGE_SIZE),
        ...query,
        ...(cursor && { cursor }),
      });
      const data = await get(`${path}?${given}`);
      const results = listIn(data['results'], 'data.results');
      if (results.length > PAGE_SIZE)
        throw incomplete(`A page has ${results.length} items, more than ${PAGE_SIZE}.`);
      yield results;
      // Kombo always sends the cursor. An answer without it is not the last page.
      if (!('next' in data)) throw unreadable('data.next is missing.');
      cursor = optionalTextIn(data['next'], 'data.next');
      if (cursor !== null && cursor.length > MAX_CURSOR_LENGTH) throw unreadable('data.next is too long.');
      if (cursor !== null && seen.has(cursor))
        throw incomplete('The link to the next page leads to a page that came before.');
      seen.add(cursor ?? '');
    } while (cursor !== null);
  }

  return { integrationId, get, pages };
}

const WORDS: Readonly<Record<string, string>> = {
  'PLATFORM.AUTHENTICATION_INVALID': 'Kombo refuses the API key.',
  'PLATFORM.INTEGRATION_NOT_FOUND': 'Kombo knows no integration with this id.',
  'PLATFORM.IP_NOT_WHITELISTED': 'Kombo does not allow the address of this server.',
  'INTEGRATION.AUTHENTICATION_INVALID': 'The HR system refuses the credentials that Kombo has.',
  'INTEGRATION.PERMISSION_MISSING': 'The HR system refuses this to Kombo: a permission is missing.',
  'INTEGRATION.MODEL_NOT_AVAILABLE': 'Kombo does not offer this data of the HR system.',
  'INTEGRATION.MODEL_DISABLED': 'The scopes of the integration in Kombo leave out this data.',
  'INTEGRATION.INACTIVE': 'The integration is switched off in Kombo.',
};
const NOT_READY = ['INTEGRATION.SETUP_INCOMPLETE', 'INTEGRATION.SETUP_SYNC_PENDING', 'INTEGRATION.QA_FAILED'];

/** Kombo asks to go by the code and not by the status. */
async function refusal(answer: SourceAnswer): Promise<SourceError> {
  const code = await codeOf(answer);
  const words = code && WORDS[code];
  const { status } = answer;
  if (words) return new SourceError('source-unauthorised', { detail: words, status });
  if (code && NOT_READY.includes(code))
    return incomplete("Kombo's first synchronisation with the HR system is not complete.");
  const detail = `Kombo answered ${status}.`;
  return status === 401 || status === 403
    ? new SourceError('source-unauthorised', { detail, status })
    : unreadable(detail);
}

/** A server in front of Kombo answers without a code. */
async function codeOf(answer: SourceAnswer): Promise<string | undefined> {
  try {
    const { error } = objectIn(await parseAnswer(answer), 'The answer');
    return optionalTextIn(objectIn(error, 'error')['code'], 'error.code') ?? undefined;
  } catch {
    return undefined;
  }
}
