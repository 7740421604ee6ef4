import { ApiError, hasCode, UnreachableError } from './api-error.ts';
import type { Routes } from './routes.ts';

const BASE = '/portal/api';

type Route = keyof Routes;
type RequestOf<R extends Route> = Routes[R]['request'];
export type Answer<R extends Route> = Routes[R]['answer'];
export type Body<R extends Route> = RequestOf<R> extends { body: infer Given } ? Given : never;

/** Routes that answer with a file. The pages link to them. */
type FileRoute = { [R in Route]: Answer<R> extends Blob ? R : never }[Route];
export type DataRoute = Exclude<Route, FileRoute>;

/** The request may be left out where it has no required part. */
export type Arguments<R extends Route> =
  Record<string, never> extends RequestOf<R> ? [request?: RequestOf<R>] : [request: RequestOf<R>];

type Value = string | number | boolean;

interface Parts {
  params?: Record<string, string | number>;
  query?: Record<string, Value | readonly Value[]>;
  headers?: Record<string, string>;
  body?: object;
}

/** Asks for the password again; false if the person cancels. The dialog that asks sets it. */
let confirm: () => Promise<boolean> = async () => false;

export function setConfirmation(ask: () => Promise<boolean>): void {
  confirm = ask;
}

/** `call('PATCH /users/:id', { params: { id }, body: { role } })` resolves to the data of the answer. */
export function call<R extends DataRoute>(route: R, ...[request]: Arguments<R>): Promise<Answer<R>> {
  return send(route, request);
}

export async function send<R extends DataRoute>(
  route: R,
  request: RequestOf<R> | undefined,
  signal?: AbortSignal,
): Promise<Answer<R>> {
  try {
    return await sendOnce(route, request, signal);
  } catch (error) {
    if (!hasCode(error, 'confirmation-required') || !(await confirm())) throw error;
    return await sendOnce(route, request, signal);
  }
}

/** The address of a file, for a link. */
export function fileUrl<R extends FileRoute>(route: R, ...[request]: Arguments<R>): string {
  return urlOf(route, request);
}

async function sendOnce<R extends DataRoute>(
  route: R,
  request: RequestOf<R> | undefined,
  signal: AbortSignal | undefined,
): Promise<Answer<R>> {
  const { headers, body }: Parts = request ?? {};
  const [method = ''] = route.split(' ');
  const response = await reach(urlOf(route, request), {
    method,
    headers: { accept: 'application/json', ...contentType(body), ...headers },
    ...(body && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  // The service checks its answers against the schemas that these types are generated from.
  return (await read(response)) as Answer<R>;
}

function contentType(body: object | undefined) {
  return body && { 'content-type': body instanceof Blob ? 'application/octet-stream' : 'application/json' };
}

export function urlOf(route: Route, request: Parts = {}): string {
  const { params = {}, query = {} } = request;
  const [, path = ''] = route.split(' ');
  const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // The values of a list are separated by commas, unless they have some themselves.
    if (Array.isArray(value) && value.some((each) => String(each).includes(',')))
      for (const each of value) search.append(`${name}[]`, String(each));
    else if (String(value) !== '') search.set(name, String(value));
  }
  return `${BASE}${filled}${search.size > 0 ? `?${search}` : ''}`;
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
