import type { App } from '../../../src/http/app.ts';

const PREFIX = '/portal/api';

interface Schema {
  $ref?: string;
  $id?: string;
  title?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  contentMediaType?: string;
}

interface Route {
  params?: Schema;
  querystring?: Schema;
  headers?: Schema;
  body?: Schema;
  response?: Record<string, Schema>;
}

/**
 * Generates TypeScript types of the requests and answers of the routes under `/portal/api`, for the portal's
 * pages.
 */
export function routeTypes(app: App): string {
  const types = new Types(app.getSchemas() as Record<string, Schema>);
  const routes = app.declaredRoutes
    .filter(({ method, url }) => url.startsWith(`${PREFIX}/`) && method !== 'HEAD' && !url.endsWith('/'))
    .map(({ method, url, schema }) => ({
      name: `${method} ${url.slice(PREFIX.length)}`,
      route: schema as Route,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ name, route }) => {
      const answer = types.answerOf(name, route.response ?? {});
      return `  '${name}': { request: ${types.requestOf(route)}; answer: ${answer} };`;
    });
  const problem = types.of(app.getSchemas()['Problem'] as Schema);
  return [
    '// Generated from the schemas of /portal/api by `npm run portal:types`. Change those, not this file.\n',
    `/** What each route takes, and what its answer holds under \`data\`. A \`Blob\` stands for a file. */`,
    `export interface Routes {\n${routes.join('\n')}\n}\n`,
    `/** The answer to a request that was refused or failed. */\nexport type Problem = ${problem};\n`,
    `export interface Page<Item> {\n${PAGE_FIELDS}\n}\n`,
    ...types.named(),
  ].join('\n');
}

const PAGE_FIELDS =
  '  data: Item[];\n  page: number;\n  perPage: number;\n  totalPages: number;\n  total: number;';
const PAGE_NAMES = ['data', 'page', 'perPage', 'totalPages', 'total'];

/** Turns schemas into types, and collects the named ones. */
class Types {
  readonly #shared: Record<string, Schema>;
  readonly #named = new Map<string, string>();

  constructor(shared: Record<string, Schema>) {
    this.#shared = shared;
  }

  named(): string[] {
    return [...this.#named]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([name, type]) => `export interface ${name} ${type}\n`);
  }

  requestOf({ params, querystring, headers, body }: Route): string {
    const parts = [
      ...(params ? [`params: ${this.of(params)}`] : []),
      ...(querystring ? [this.#queryOf(querystring)] : []),
      ...(headers ? [`headers: ${this.of(headers)}`] : []),
      ...(body ? [`body: ${this.#bodyOf(body)}`] : []),
    ];
    return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Record<string, never>';
  }

  answerOf(route: string, response: Record<string, Schema>): string {
    const found = Object.entries(response).filter(([status]) => status.startsWith('2'));
    const [status, schema] = found[0] ?? [];
    if (!schema || found.length > 1) throw new Error(`${route} must declare one successful answer`);
    if (status === '204') return 'undefined';
    if (schema.contentMediaType) return 'Blob';
    const data = schema.properties?.['data'];
    if (!data) throw new Error(`${route} must answer {data: …}`);
    return this.of(data);
  }

  of(schema: Schema): string {
    if (schema.$ref) return this.#referenced(schema.$ref.replace(/#$/, ''));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return schema.anyOf.map((each) => inList(this.of(each))).join(' | ');
    if (schema.allOf) return schema.allOf.map((each) => inList(this.of(each))).join(' & ');
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return 'unknown';
    return types.map((type) => this.#plain(type, schema)).join(' | ');
  }

  /** For the pages all query parameters are optional: the service has defaults for the others. */
  #queryOf({ properties = {} }: Schema): string {
    const fields = Object.entries(properties).map(([name, schema]) => `${name}?: ${this.of(schema)}`);
    return `query?: { ${fields.join('; ')} }`;
  }

  #bodyOf(schema: Schema): string {
    return schema.contentMediaType ? 'Blob' : this.of(schema);
  }

  #referenced(id: string): string {
    const schema = this.#shared[id];
    if (!schema) throw new Error(`no schema is called ${id}`);
    return this.#name(id, schema);
  }

  #name(name: string, schema: Schema): string {
    const type = this.#object(schema);
    if ((this.#named.get(name) ?? type) !== type) throw new Error(`two different types are called ${name}`);
    this.#named.set(name, type);
    return name;
  }

  #plain(type: string, schema: Schema): string {
    switch (type) {
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `${inList(this.of(schema.items ?? {}))}[]`;
      case 'object':
        return schema.title ? this.#name(schema.title, schema) : this.#object(schema);
      default:
        return type;
    }
  }

  #object({ properties = {}, required = [], additionalProperties }: Schema): string {
    const names = Object.keys(properties);
    if (names.join() === PAGE_NAMES.join()) return `Page<${this.of(properties['data']?.items ?? {})}>`;
    const fields = Object.entries(properties).map(([name, schema]) => {
      const mustBeGiven = required.includes(name) && schema.default === undefined;
      return `${JSON.stringify(name)}${mustBeGiven ? '' : '?'}: ${this.of(schema)}`;
    });
    if (fields.length > 0) return `{ ${fields.join('; ')} }`;
    const value = typeof additionalProperties === 'object' ? this.of(additionalProperties) : 'unknown';
    return `Record<string, ${value}>`;
  }
}

function inList(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
