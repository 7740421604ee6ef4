import type { IncomingHttpHeaders } from 'node:http';
import type { Faults, Part } from './faults.ts';
import type { Company } from './people.ts';

/** How one vendor's server behaves, by the vendor's documents. */
export interface Vendor {
  /** What the server accepts, by the names of the system's inputs. */
  credentials: Readonly<Record<string, string>>;
  /** The path of the input `address`, if the system has one. */
  addressPath?: string;
  /** Every server gets routes of its own: tokens are not shared. */
  routes(world: World): readonly Route[];
  /** An error in the vendor's words. */
  problem(status: number, detail: string, part: Part | undefined): VendorAnswer;
}

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  part: Part;
  answer(request: VendorRequest): VendorAnswer | Promise<VendorAnswer>;
}

/** What a vendor's server shows. */
export interface World {
  company: Company;
  readonly faults: Faults;
  /** Such as `http://127.0.0.1:4711`, for links to the next page. */
  readonly url: string;
}

export interface VendorRequest {
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface VendorAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  json?: unknown;
  /** Instead of `json`. */
  body?: string | Uint8Array;
}

/** The vendor refuses the request: its documents do not allow it. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Refuses parameters that the vendor's documents do not know, and several of one that is single. */
export function checkParameters(
  { query }: VendorRequest,
  single: readonly string[],
  several: readonly string[] = [],
): void {
  for (const name of new Set(query.keys())) {
    if (several.includes(name)) continue;
    if (!single.includes(name)) throw new Refused(400, `unknown parameter ${name}`);
    if (query.getAll(name).length > 1) throw new Refused(400, `parameter ${name} comes twice`);
  }
}

/** A whole number of a range, or the default if it is not given. */
export function wholeNumber(
  given: unknown,
  name: string,
  min: number,
  max: number,
  byDefault: number,
): number {
  if (given === null || given === undefined) return byDefault;
  const value = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new Refused(400, `${name} must be a whole number from ${min} to ${max}`);
  return value;
}

export function jsonOf(request: VendorRequest): Record<string, unknown> {
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new Refused(415, 'the body must be JSON');
  try {
    const body: unknown = JSON.parse(request.text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  } catch {}
  throw new Refused(400, 'the body must be a JSON object');
}

export function formOf(request: VendorRequest): URLSearchParams {
  if (request.headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw new Refused(415, 'the body must be a form');
  return new URLSearchParams(request.text);
}

export interface PageOfItems<T> {
  items: readonly T[];
  /** From 0. */
  number: number;
  pages: number;
  total: number;
}

/** A page of a list, with the faults that pages can have. `number` is counted from 0. */
export function pageOf<T>(
  { faults }: World,
  part: Part,
  all: readonly T[],
  number: number,
  size: number,
): PageOfItems<T> {
  const listed = faults.happens('empty', part) ? [] : all;
  const shown = faults.happens('repeated-page', part) ? 0 : number;
  const items = listed.slice(shown * size, (shown + 1) * size);
  if (faults.happens('person-twice', part)) items.splice(-1, 1, ...items.slice(0, 1));
  return {
    items,
    number: shown,
    pages: Math.ceil(listed.length / size),
    total: listed.length + (faults.happens('wrong-total', part) ? 1 : 0),
  };
}

/** For systems with a fixed key. Throws if it is refused now. */
export function checkKey(world: World, isRight: boolean, part: Part): void {
  const { faults } = world;
  const hasExpired = faults.has('expired-token') && faults.answered('people') > 0;
  if (!isRight || faults.has('wrong-token') || hasExpired)
    throw new Refused(401, `the key is not valid (${part})`);
}

/** For systems that give tokens. */
export function createTokens(world: World) {
  const valid = new Set<string>();
  let given = 0;
  return {
    issue(prefix: string): string {
      given += 1;
      const token = `${prefix}-${given}`;
      valid.add(token);
      return token;
    },
    /** `prefix`: of which kind the token has to be. */
    check({ headers }: VendorRequest, prefix: string, part: Part): void {
      if (world.faults.answered(part) > 0 && world.faults.happens('expired-token', part)) valid.clear();
      const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
      if (!valid.has(token) || !token.startsWith(`${prefix}-`))
        throw new Refused(401, 'the token is not valid');
    },
  };
}
