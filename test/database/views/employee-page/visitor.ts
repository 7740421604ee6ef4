import assert from 'node:assert/strict';
import type { Static } from 'typebox';
import type { PageData } from '../../../../src/http/employee-page/page-data.ts';
import { buildPortal } from '../../../../src/http/portal-pages/build-portal.ts';
import { until } from '../../../pure/support/until.ts';
import type { TestService } from '../../support/service.ts';

export const ORIGIN = 'https://tickets.example.com';
const COOKIE = '__Host-transit-employee';
/** Of everybody whom `addPerson` adds. */
export const BORN = '1990-02-03';

type Page = NonNullable<Static<typeof PageData>['page']>;

export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'accept-language': 'de-DE,de;q=0.9,en;q=0.8',
};

interface From {
  address?: string;
  headers?: Record<string, string>;
}

/** A browser: it keeps the cookie, and sends what the page sends. */
export function createVisitor({ app }: TestService, { address = '192.0.2.1' }: { address?: string } = {}) {
  let cookie: string | undefined;
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    { headers, ...from }: From,
    payload?: object | string,
  ) => {
    const answer = await app.inject({
      method,
      url,
      headers: {
        'user-agent': 'Test browser',
        ...(cookie && { cookie: `${COOKIE}=${cookie}` }),
        ...(method === 'POST' && { origin: ORIGIN }),
        ...headers,
      },
      remoteAddress: from.address ?? address,
      ...(payload !== undefined && { payload }),
    });
    const [set] = [answer.headers['set-cookie'] ?? []].flat();
    if (set) cookie = new RegExp(`^${COOKIE}=([^;]*);`).exec(set)?.[1] || undefined;
    return answer;
  };
  const get = (url: string, from: From = {}) => send('GET', url, from);
  const post = (url: string, body?: object, from: From = {}) => send('POST', url, from, body);
  const prove = (path: string, dateOfBirth = BORN, from: From = {}) =>
    post(`${path}/proof`, { dateOfBirth }, from);
  return {
    get,
    post,
    prove,
    /** The page as a browser asks for it. */
    open: (path: string, headers: Record<string, string> = BROWSER) => get(path, { headers }),
    /** Gives the date of birth if necessary, and reads the page. */
    read: async (path: string): Promise<Page> => {
      const first = (await get(`${path}/data`)).json();
      if (!first.data.page) assert.equal((await prove(path)).statusCode, 204);
      const { page } = (await get(`${path}/data`)).json().data;
      assert(page);
      return page;
    },
    sign: (path: string, form: Record<string, string> | string, from: From = {}) =>
      send(
        'POST',
        path,
        { ...from, headers: { 'content-type': 'application/x-www-form-urlencoded', ...from.headers } },
        typeof form === 'string' ? form : new URLSearchParams({ dateOfBirth: BORN, ...form }).toString(),
      ),
    cookie: () => cookie,
    setCookie: (value: string | undefined) => {
      cookie = value;
    },
  };
}

/** Waits until the pages are built and read. */
export async function pagesOf({ app }: TestService): Promise<void> {
  await buildPortal();
  await until('the pages are read', async () => (await app.inject('/me')).statusCode === 200);
}
