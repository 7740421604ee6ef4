import { ApiError, hasCode, UnreachableError } from './api-error.ts';

const BASE = '/portal/api';

type Value = string | number | boolean | null | undefined;
export type Query = Record<string, Value | readonly (string | number)[]>;

interface Sent {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
}

/** Asks for the password again; false if the person would rather not. Set by the dialog that does it. */
let confirm: () => Promise<boolean> = async () => false;

export function setConfirmation(ask: () => Promise<boolean>): void {
  confirm = ask;
}

export function urlOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) search.set(name, value.join(','));
    } else search.set(name, String(value));
  }
  const text = search.toString();
  return `${BASE}${path}${text && `?${text}`}`;
}

async function send(sent: Sent): Promise<unknown> {
  try {
    return await sendOnce(sent);
  } catch (error) {
    if (!hasCode(error, 'confirmation-required') || !(await confirm())) throw error;
    return await sendOnce(sent);
  }
}

async function sendOnce({ method, path, query, body, signal }: Sent): Promise<unknown> {
  const response = await reach(urlOf(path, query), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  return await read(response);
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new UnreachableError('The service did not answer.');
  }
}

async function read(response: Response): Promise<unknown> {
  if (response.ok) {
    if (response.status === 204) return undefined;
    return ((await response.json()) as { data: unknown }).data;
  }
  const problem = await response.json().catch(() => ({}));
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  throw new ApiError(response.status, problem, retryAfter);
}

export const api = {
  get: async <T>(path: string, query?: Query, signal?: AbortSignal) =>
    (await send({ method: 'GET', path, ...(query && { query }), ...(signal && { signal }) })) as T,
  post: async <T>(path: string, body: unknown = {}) => (await send({ method: 'POST', path, body })) as T,
  patch: async <T>(path: string, body: unknown) => (await send({ method: 'PATCH', path, body })) as T,
  delete: async (path: string) => {
    await send({ method: 'DELETE', path });
  },
  upload: async <T>(path: string, file: Blob, headers: Record<string, string>) =>
    (await read(
      await reach(urlOf(path), {
        method: 'POST',
        body: file,
        headers: { accept: 'application/json', 'content-type': 'application/octet-stream', ...headers },
      }),
    )) as T,
};
