import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, HrIntegration, Operations, Page, RecordList, Sync } from './api.ts';
import { EventsMissed, SyncIdReused } from './problem.ts';
import { type Retry, type RetryRules, repeating } from './retry.ts';
import { RosterBodies, type RosterSource } from './roster-body.ts';
import { type Answer, send } from './transport.ts';

export interface ClientOptions {
  /** The address of the service, such as https://tickets.example.com */
  url: string;
  /** Of an API key. */
  username: string;
  password: string;
  /** How often a request is repeated that failed for a passing reason. Default: 8, which takes about a minute and a half. */
  retries?: number;
  /** The first pause before a repetition, in milliseconds. Each further one is twice as long, up to 30 s. Default: 500. */
  retryDelayMs?: number;
  /** Is called before each repetition. */
  onRetry?: (retry: Retry) => void;
  /** Of Node: for a proxy, or for certificates of your own. */
  agent?: HttpAgent;
}

interface CallOptions {
  signal?: AbortSignal;
}

export interface RosterOptions extends CallOptions {
  /** Names the roster for good. Default: a random one. It stays the same when the roster has to be sent again. */
  syncId?: string;
  /** What becomes of a roster with a few invalid entries. Default: the setting of the integration. */
  onInvalid?: 'reject' | 'keep';
  /** The version of the integration that the roster follows (`readVersion`). The service refuses it with 412 `roster-outdated` if another one was accepted since. */
  ifVersion?: string;
  /** What happens if the service has another roster under this `syncId` and ignores this one. Default: `throw`. */
  onReusedSyncId?: 'throw' | 'return';
}

export interface Accepted {
  syncId: string;
  /** The version of the integration that this roster made. With it the next roster can follow. */
  version: string;
  /**
   * Set if the service knew the `syncId`: nothing runs twice. `same-body`: it has this roster. `other-body`: it has another one, and has
   * ignored this one. `queued-again`: the earlier one failed, and this one is applied. `superseded`: the earlier one failed, and
   * a later roster was accepted.
   */
  resubmitted: 'same-body' | 'other-body' | 'queued-again' | 'superseded' | undefined;
  /** SHA-256 of what was sent. The sync has the same `bodyDigest`, unless it is another roster of the same `syncId`. */
  bodyDigest: string;
}

export interface WaitOptions extends CallOptions {
  /** The longest pause between two looks, in milliseconds. Default: 5000. */
  intervalMs?: number;
  /** Is called after each look. */
  onLook?: (sync: Sync) => void;
}

export interface Changes<Item> {
  /** Reads them page by page. */
  records: AsyncGenerator<Item, void, undefined>;
  /** From here on, the next call continues. */
  since: string;
}

export interface Download {
  contentType: string;
  bytes: Buffer;
}

export type RosterPreview = Operations['POST /hr-integrations/{id}/sync/preview']['answer'];

type Name = keyof Operations;
type PathOf<Method extends string> = Name extends infer Each
  ? Each extends `${Method} ${infer Path}`
    ? Path
    : never
  : never;
type Request<Of extends Name> = Operations[Of]['request'] & CallOptions;
/** The options of a call can be left out if none of them is required. */
type Options<Of extends Name> =
  Record<never, never> extends Request<Of> ? [options?: Request<Of>] : [options: Request<Of>];
type AnswerOf<Of extends Name> = Operations[Of]['answer'];

type ListPath = {
  [Path in PathOf<'GET'>]: AnswerOf<`GET ${Path}`> extends Page<unknown> ? Path : never;
}[PathOf<'GET'>];
type RecordListPath = {
  [Path in PathOf<'GET'>]: AnswerOf<`GET ${Path}`> extends RecordList<unknown> ? Path : never;
}[PathOf<'GET'>];
type ItemOf<Path extends ListPath> = AnswerOf<`GET ${Path}`> extends Page<infer Item> ? Item : never;

/** What a request contains, whatever its route. */
interface AnyRequest extends CallOptions {
  params?: Record<string, string | number>;
  query?: object;
  body?: unknown;
}

const BY_ID = { sortField: 'id', sortOrder: 'asc' };
const BY_CHANGE = { sortField: 'updatedAt', sortOrder: 'asc' };
const IDLE_MS = 60_000;
/** A roster may have to wait for its turn for five minutes. */
const ROSTER_IDLE_MS = 10 * 60_000;
/** Sent twice, these do the same as sent once. */
const REPEATABLE = /\/sync(?:\/preview)?$/;

/** Calls the service with one API key. Keeps connections open between calls. */
export class TransitClient {
  readonly #url: string;
  readonly #authorization: string;
  readonly #agent: HttpAgent;
  readonly #retries: RetryRules;

  constructor({ url, username, password, retries, retryDelayMs, onRetry, agent }: ClientOptions) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new TypeError('The address must begin with http:// or https://');
    this.#url = url.replace(/(?<!\/)\/+$/, '');
    this.#authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const Agent = this.#url.startsWith('https:') ? HttpsAgent : HttpAgent;
    this.#agent = agent ?? new Agent({ keepAlive: true });
    this.#retries = {
      retries: retries ?? 8,
      retryDelayMs: retryDelayMs ?? 500,
      onRetry: onRetry ?? (() => {}),
    };
  }

  /** Reads one record, or one page of a list. */
  async get<Path extends PathOf<'GET'>>(
    path: Path,
    ...[options]: Options<`GET ${Path}`>
  ): Promise<AnswerOf<`GET ${Path}`>> {
    return readData(await this.#call('GET', path, options));
  }

  /** For the other routes. Send rosters with `submitRoster`. */
  async post<Path extends PathOf<'POST'>>(
    path: Path,
    ...[options]: Options<`POST ${Path}`>
  ): Promise<AnswerOf<`POST ${Path}`>> {
    return readData(await this.#call('POST', path, options));
  }

  /**
   * Reads all records of a list, page by page, ordered by id unless the query says otherwise. Pages are read by key, so no
   * record is skipped or repeated although others are added or deleted meanwhile. Statements have an order of their own and
   * are read by page number.
   */
  async *list<Path extends ListPath>(
    path: Path,
    ...[options]: Options<`GET ${Path}`>
  ): AsyncGenerator<ItemOf<Path>, void, undefined> {
    const { query, ...others }: AnyRequest = options ?? {};
    if (!path.startsWith('/statements')) {
      const request = { ...others, query: { perPage: 100, ...BY_ID, ...query } };
      const { records } = await this.#pagesByKey<ItemOf<Path>>(path, request);
      yield* records;
      return;
    }
    for (let page = 1, pages = 1; page <= pages; page++) {
      const request = { ...others, query: { perPage: 100, ...query, page } };
      const { data, totalPages } = readData<Page<ItemOf<Path>>>(await this.#call('GET', path, request));
      yield* data;
      pages = totalPages;
    }
  }

  /**
   * Reads the records of a list that have changed since an earlier call, and all of them without `since`. Process `records`,
   * then store `since` for the next call. Nothing is missed, even while a roster is being applied; a record may come
   * again that you know already.
   */
  async changes<Path extends RecordListPath>(
    path: Path,
    options: Request<`GET ${Path}`> & { since?: string | undefined },
  ): Promise<Changes<ItemOf<Path>>> {
    const { since, query, ...others }: AnyRequest & { since?: string | undefined } = options;
    const given = { ...query, ...(since !== undefined && { updatedSince: since }) };
    return await this.#pagesByKey<ItemOf<Path>>(path, {
      ...others,
      query: { perPage: 100, ...given, ...BY_CHANGE },
    });
  }

  async #pagesByKey<Item>(path: string, request: AnyRequest): Promise<Changes<Item>> {
    const read = async (cursor: string) =>
      readData<RecordList<Item>>(
        await this.#call('GET', path, { ...request, query: { ...request.query, cursor } }),
      );
    const first = await read('');
    async function* records() {
      for (let page = first; ; ) {
        yield* page.data;
        const { next } = page._links;
        if (!next) return;
        page = await read(parameterOf(next.href, 'cursor'));
      }
    }
    return { records: records(), since: parameterOf(first._links.changes.href, 'updatedSince') };
  }

  /**
   * Sends the complete roster of an integration, compressed, while it is read. Returns when the service has stored it; the
   * service applies it in the background (`waitForSync`). People who are not listed are offboarded. Throws `SyncIdReused` if the
   * service has another roster under the same `syncId`.
   */
  async submitRoster(
    integrationId: number,
    employees: RosterSource,
    { syncId = randomUUID(), onReusedSyncId = 'throw', ...options }: RosterOptions = {},
  ): Promise<Accepted> {
    const bodies = new RosterBodies(syncId, employees);
    const { headers } = await this.#sendRoster('/hr-integrations/{id}/sync', integrationId, bodies, options);
    const resubmitted = headers['x-sync-resubmitted'] as Accepted['resubmitted'];
    if (resubmitted === 'other-body' && onReusedSyncId === 'throw') throw new SyncIdReused(syncId);
    return { syncId, version: versionIn(headers), resubmitted, bodyDigest: bodies.digest };
  }

  /** Reads an integration and its version, which every accepted roster changes. */
  async readVersion(
    integrationId: number,
    { signal }: CallOptions = {},
  ): Promise<{ version: string; integration: HrIntegration }> {
    const answer = await this.#call('GET', '/hr-integrations/{id}', {
      params: { id: integrationId },
      ...(signal && { signal }),
    });
    return { version: versionIn(answer.headers), integration: readData(answer) };
  }

  /** Tells what a roster would do. Changes nothing. */
  async previewRoster(
    integrationId: number,
    employees: RosterSource,
    { syncId = 'preview', ...options }: RosterOptions = {},
  ): Promise<RosterPreview> {
    const bodies = new RosterBodies(syncId, employees);
    return readData(
      await this.#sendRoster('/hr-integrations/{id}/sync/preview', integrationId, bodies, options),
    );
  }

  /**
   * Waits until a roster has been applied, is held for approval, or has failed: look at `status`. It waits as long as that
   * takes; `signal: AbortSignal.timeout(…)` limits it.
   */
  async waitForSync(
    integrationId: number,
    syncId: string,
    { signal, intervalMs = 5_000, onLook }: WaitOptions = {},
  ): Promise<Sync> {
    for (let pauseMs = 200; ; pauseMs = Math.min(intervalMs, pauseMs * 1.5)) {
      const sync = await this.get('/hr-integrations/{id}/syncs/{syncId}', {
        params: { id: integrationId, syncId },
        ...(signal && { signal }),
      });
      onLook?.(sync);
      if (sync.status !== 'queued' && sync.status !== 'running') return sync;
      await sleep(pauseMs, undefined, { ...(signal && { signal }) });
    }
  }

  /**
   * Reads all events after the one with this id, oldest first, and ends. Store the id of each event that you have
   * processed, and go on from it next time. Throws `EventsMissed` if events after it have already been deleted.
   */
  async *events({ after = 0, signal }: { after?: number } & CallOptions = {}): AsyncGenerator<Event, void> {
    let last = after;
    for (;;) {
      const { data, oldestId, _links } = await this.get('/events', {
        query: { after: last },
        ...(signal && { signal }),
      });
      if (last > 0 && (oldestId ?? 0) > last + 1) throw new EventsMissed(last, oldestId ?? 0);
      for (const event of data) {
        last = event.id;
        yield event;
      }
      if (!_links.next) return;
    }
  }

  /** Downloads the file of a document whose `downloadable` is true. */
  async downloadDocument(id: number, { signal }: CallOptions = {}): Promise<Download> {
    const { headers, bytes } = await this.#call('GET', '/employee-documents/{id}/download', {
      params: { id },
      ...(signal && { signal }),
    });
    return { contentType: headers['content-type'] ?? 'application/octet-stream', bytes };
  }

  /** Closes idle connections. Without it Node does so after a few seconds. */
  close(): void {
    this.#agent.destroy();
  }

  async #call(method: 'GET' | 'POST', path: string, request: AnyRequest = {}): Promise<Answer> {
    const { body, signal } = request;
    const isRepeatable = method === 'GET' || REPEATABLE.test(path);
    return await repeating(this.#retries, { isRepeatable, signal }, () =>
      send({
        url: this.#addressOf(path, request),
        method,
        headers: this.#headers(body !== undefined),
        ...(body !== undefined && { body: JSON.stringify(body) }),
        idleMs: IDLE_MS,
        agent: this.#agent,
        signal,
      }),
    );
  }

  async #sendRoster(
    path: string,
    integrationId: number,
    bodies: RosterBodies,
    { onInvalid, ifVersion, signal }: RosterOptions,
  ): Promise<Answer> {
    const url = this.#addressOf(path, { params: { id: integrationId }, query: { onInvalid } });
    const repetition = { isRepeatable: true, hasBody: () => bodies.hasNext(), signal };
    return await repeating(this.#retries, repetition, () =>
      send({
        url,
        method: 'POST',
        headers: { ...this.#headers(true), ...(ifVersion !== undefined && { 'if-match': `"${ifVersion}"` }) },
        body: bodies.next(),
        idleMs: ROSTER_IDLE_MS,
        agent: this.#agent,
        signal,
      }),
    );
  }

  #headers(hasBody: boolean): Record<string, string> {
    return {
      authorization: this.#authorization,
      accept: 'application/json, application/problem+json, */*',
      'user-agent': 'transit-ticket-client',
      ...(hasBody && { 'content-type': 'application/json' }),
    };
  }

  #addressOf(path: string, { params = {}, query = {} }: AnyRequest): URL {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(params[name] ?? '')),
    );
    const url = new URL(`${this.#url}${filled}`);
    for (const [name, value] of Object.entries(query)) {
      if (value === undefined || value === null) continue;
      // `name[]` keeps the commas of each value.
      if (Array.isArray(value)) for (const each of value) url.searchParams.append(`${name}[]`, String(each));
      else url.searchParams.set(name, String(value));
    }
    return url;
  }
}

/** The service may know itself by another address than the client does, so its links are not followed as they are. */
function parameterOf(href: string, name: string): string {
  return new URL(href).searchParams.get(name) ?? '';
}

function versionIn(headers: Answer['headers']): string {
  return String(headers['roster-version'] ?? '');
}

function readData<Data>({ status, bytes }: Answer): Data {
  return status === 204 ? (undefined as Data) : JSON.parse(bytes.toString()).data;
}
