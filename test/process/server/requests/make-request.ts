import { gzipSync } from 'node:zlib';
import type { Schema } from '../../../../route-types/schema-types.ts';
import { type Ids, ROUTES, UNKNOWN } from '../../../database/portal/routes.ts';
import { PASS_TYPE } from '../../../database/support/pass-service.ts';
import { entry } from '../../../database/support/syncing-company.ts';
import type { Random } from '../../support/random.ts';
import { mutate, write } from './mutate.ts';
import type { Operation } from './operations.ts';
import type { Sent } from './send.ts';
import { oddText, Values } from './values.ts';
import type { World } from './world.ts';

export interface Made extends Sent {
  /** Whether the path is one of the operation, so that the answer must be one of its answers. */
  isOfOperation: boolean;
}

/** Parts of a path that are sent as they are. */
const RAW = ['%', '%0', '%ff', '%00', '%C0%80', '%2e%2e', '..', '%2F', '%5C', '+', ';', '%F0%9F'];
const PREFIX = '/portal/api';
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Percent-encodes the text. Lone surrogates are replaced, because they have no encoding. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Makes requests from the schemas: valid ones, and ones with one or a few things wrong. */
export class Requests {
  readonly #random: Random;
  readonly #own: World;
  readonly #other: World;
  readonly #values: Values;

  constructor(random: Random, own: World, other: World, shared: Record<string, Schema>) {
    this.#random = random;
    this.#own = own;
    this.#other = other;
    const { pull: _pull, ...ids } = random.chance(0.8) ? own.ids : other.ids;
    this.#values = new Values(random, shared, Object.values(ids));
  }

  make(operation: Operation): Made {
    const random = this.#random;
    const { method, url, schema } = operation;
    const ids = random.weighted([
      [16, this.#own.ids],
      [3, this.#other.ids],
      [1, UNKNOWN],
    ]);
    const { path, isOfOperation } = this.#path(operation, ids);
    const query = this.#query(schema.querystring);
    const body = method === 'GET' ? undefined : this.#body(operation, ids);
    return {
      method: method === 'GET' && random.chance(0.03) ? 'HEAD' : method,
      path: query === '' ? path : `${path}?${query}`,
      headers: this.#headers(operation, body !== undefined),
      ...(body && this.#asSent(body)),
      isCut: body !== undefined && body.length > 0 && random.chance(0.01),
      isOfOperation: isOfOperation && url !== '/me/:token',
    };
  }

  #path({ url, method }: Operation, ids: Ids): { path: string; isOfOperation: boolean } {
    const random = this.#random;
    const example = url.startsWith(PREFIX)
      ? ROUTES[`${method} ${url.slice(PREFIX.length)}`]?.path(ids)
      : undefined;
    const [known = []] = [example && `${PREFIX}${example.split('?')[0]}`.split('/')];
    let isOfOperation = true;
    const parts = url.split('/').map((part, index) => {
      if (!part.startsWith(':')) return part;
      if (random.chance(0.03)) {
        isOfOperation = false;
        return random.pick(RAW);
      }
      if (random.chance(0.06)) {
        const text = oddText(random);
        // An empty part, `.` or `..` makes this the address of another route.
        if (/^\.*$/.test(text)) isOfOperation = false;
        return encoded(text);
      }
      return encoded(known[index] ?? this.#parameter(url, part.slice(1), ids));
    });
    const path = parts.join('/');
    return { path, isOfOperation };
  }

  #parameter(url: string, name: string, ids: Ids): string {
    const random = this.#random;
    const [, first = '', second = ''] = url.split('/');
    const isOther = ids === this.#other.ids;
    const world = isOther ? this.#other : this.#own;
    switch (name) {
      case 'token':
        return random.pick(this.#own.tokens[first] ?? ['x']);
      case 'company':
        return String(world.companyId);
      case 'device':
        return world.pass.device;
      case 'serial':
        return world.pass.serial;
      case 'passType':
        return random.chance(0.95) ? PASS_TYPE : 'pass.com.example.other';
      case 'syncId':
        return random.pick(
          url.includes('/pulls/') ? [ids.pull, 'open'] : ['nightly', 'nightly', 'generated'],
        );
      case 'action':
        return random.pick(['enrol', 'change-plan', 'pause', 'resume', 'cancel', 'withdraw-cancellation']);
      case 'month':
        return random.pick(['2026-11', '2026-10', '2027-01']);
      case 'id': {
        if (first === 'employees') return String(random.pick([ids.employee, ids.applicant, ids.asker]));
        if (first === 'hr-integrations')
          return String(random.pick([ids.integration, ids.otherIntegration, ids.pulled]));
        if (second === ':token') return String(url.includes('documents') ? ids.document : ids.request);
        return String(ids.document);
      }
      default:
        return 'x';
    }
  }

  #query(schema: Schema | undefined): string {
    const random = this.#random;
    const pairs: [string, string][] = [];
    for (const [name, each] of Object.entries(schema?.properties ?? {})) {
      if (!random.chance(0.3)) continue;
      const value = random.chance(0.8) ? this.#values.of(each, name) : oddText(random);
      const text = [value].flat().join(',');
      pairs.push([random.chance(0.1) ? `${name}[]` : name, text]);
      if (random.chance(0.05)) pairs.push([name, random.chance(0.5) ? text : oddText(random)]);
    }
    // Seldom: routes for API keys refuse unknown parameters before anything else.
    if (random.chance(0.03)) pairs.push([oddText(random).slice(0, 200), oddText(random)]);
    return pairs.map(([name, value]) => `${encoded(name)}=${encoded(value).slice(0, 8_000)}`).join('&');
  }

  #headers({ area, url, method, schema }: Operation, hasBody: boolean): Sent['headers'] {
    const random = this.#random;
    const { keys, sessions, browsers, phones } = this.#own;
    const credentials = { 'HR API': keys, portal: sessions, 'employee page': browsers, passes: phones }[area];
    const isFile = schema.body?.contentMediaType !== undefined;
    const usual = isFile
      ? 'application/octet-stream'
      : url.startsWith('/contracts/')
        ? 'application/x-www-form-urlencoded'
        : 'application/json';
    const type = random.weighted([
      [30, usual],
      [1, 'application/json; charset=utf-16'],
      [
        1,
        random.pick([
          'text/plain',
          'x',
          'application/json;',
          'multipart/form-data',
          'application/octet-stream',
          'application/x-www-form-urlencoded',
        ]),
      ],
    ]);
    const example = ROUTES[`${method} ${url.slice(PREFIX.length)}`]?.headers;
    return {
      ...random.weighted(random.chance(0.97) ? credentials : keys),
      ...(area === 'portal' ? example : {}),
      ...(hasBody ? { 'content-type': type } : {}),
      ...this.#declaredHeaders(schema.headers),
      ...(random.chance(0.2) ? this.#oddHeader() : {}),
    };
  }

  #declaredHeaders(schema: Schema | undefined): Record<string, string> {
    const random = this.#random;
    const given = Object.entries(schema?.properties ?? {}).filter(() => random.chance(0.3));
    return Object.fromEntries(
      given.map(([name, each]) => [
        name,
        headerText(random.chance(0.6) ? String(this.#values.of(each, name)) : oddText(random)),
      ]),
    );
  }

  #oddHeader(): Sent['headers'] {
    const random = this.#random;
    const name = random.pick([
      ...[
        'accept',
        'accept-language',
        'range',
        'if-none-match',
        'if-modified-since',
        'if-match',
        'x-request-id',
        'accept-encoding',
      ],
      ...[
        'x-forwarded-for',
        'x-forwarded-proto',
        'sec-fetch-site',
        'user-agent',
        'expect',
        'x-http-method-override',
        'cookie',
        'referer',
      ],
    ]);
    const value = random.pick([
      '*/*',
      'text/html',
      'bytes=0-1',
      'bytes=9-1',
      '"x"',
      'de',
      '',
      ';;;=',
      'x'.repeat(500),
      'gzip',
      '\u00ff',
    ]);
    if (name === 'expect') return { expect: '100-continue' };
    return {
      [name]:
        random.chance(0.1) && !['cookie', 'user-agent', 'referer'].includes(name) ? [value, value] : value,
    };
  }

  #body({ area, url, method, schema }: Operation, ids: Ids): Buffer | undefined {
    const random = this.#random;
    if (!schema.body)
      return random.chance(0.2) ? Buffer.from(random.pick(['', '{}', '[]', 'null', 'x'])) : undefined;
    const example =
      area === 'portal' ? ROUTES[`${method} ${url.slice(PREFIX.length)}`]?.body?.(ids) : undefined;
    if (schema.body.contentMediaType || Buffer.isBuffer(example))
      return random.chance(0.7) ? png : random.chance(0.5) ? Buffer.alloc(0) : Buffer.from(oddText(random));
    if (url.startsWith('/contracts/') && url.endsWith(':token'))
      return Buffer.from(
        new URLSearchParams({
          dateOfBirth: random.chance(0.8) ? '1990-02-03' : oddText(random).toWellFormed(),
          answer: random.chance(0.8) ? random.pick(['accepted', 'rejected']) : oddText(random).toWellFormed(),
        }).toString(),
      );
    let value = example && random.chance(0.5) ? example : this.#fitting(url, schema.body);
    for (const probability of [0.5, 0.2, 0.1]) if (random.chance(probability)) value = mutate(random, value);
    return Buffer.from(write(random, value));
  }

  #fitting(url: string, schema: Schema): unknown {
    const random = this.#random;
    if (/\/(sync|rosters)(\/preview)?$/.test(url)) {
      const people = ['P1', 'P2', 'W1', 'N1', 'N2'].filter(() => random.chance(0.6));
      return {
        syncId: random.chance(0.9) ? `generated-${random.below(1e9)}` : 'nightly',
        employees: people.map((hrId) => this.#entry(hrId)),
      };
    }
    if (/\/(proof|join\/:token)$/.test(url)) return { email: 'ada@example.com', dateOfBirth: '1990-02-03' };
    return this.#values.of(schema);
  }

  #entry(hrId: string) {
    const random = this.#random;
    return entry(hrId, {
      ...(random.chance(0.2) && {
        terminationDate: random.pick(['2026-11-30', '2026-12-31', '9999-12-31', '1999-01-01']),
      }),
      ...(random.chance(0.2) && {
        absences: [{ id: 'a', type: 'parental-leave', startDate: '2026-12-01', endDate: '2027-02-28' }],
      }),
      ...(random.chance(0.1) && { autoSyncEmployee: random.chance(0.5) }),
      ...(random.chance(0.1) && { email: 'ada@example.com', dateOfBirth: '1990-02-03' }),
    });
  }

  /** As it is, truncated, compressed, other bytes, or too large. */
  #asSent(body: Buffer): Pick<Sent, 'body'> {
    const random = this.#random;
    return random.weighted<() => Pick<Sent, 'body'>>([
      [60, () => ({ body })],
      [2, () => ({ body: body.subarray(0, random.below(body.length + 1)) })],
      [1, () => ({ body: gzipSync(body) })],
      [1, () => ({ body: Buffer.from(oddText(random)) })],
      [0.2, () => ({ body: Buffer.alloc(2 ** 21, ' ') })],
    ])();
  }
}

/** What Node's client can send as a header. */
function headerText(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 1_000);
}
