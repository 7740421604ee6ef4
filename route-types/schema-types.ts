/** The part of JSON Schema that the service's schemas use. */
export interface Schema {
  $ref?: string;
  $id?: string;
  title?: string;
  description?: string;
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

/** A name that needs no quotation marks. */
const NAME = /^[\w$]+$/;
const PAGE_NAMES = ['data', 'page', 'perPage', 'totalPages', 'total'];
const PAGE_FIELDS = 'data: Item[];\npage: number;\nperPage: number;\ntotalPages: number;\ntotal: number;';
/** A list of records of the public API. */
const LIST_NAMES = [...PAGE_NAMES, '_links'];
const LIST_FIELDS = `_links: {
/** The next page; null if this is the last one. */
next: { href: string } | null;
/** The same list, of what has changed since it was read. Of several pages, use the link of the first one. */
changes: { href: string };
};`;

/** Turns schemas into TypeScript types, and collects the named ones. */
export class SchemaTypes {
  readonly #shared: Record<string, Schema>;
  readonly #isDocumented: boolean;
  readonly #named = new Map<string, string>();
  #hasLists = false;

  /** `isDocumented`: descriptions become comments, for people who see the types in their editor. */
  constructor(
    shared: Record<string, Schema>,
    { isDocumented = false }: { isDocumented?: boolean | undefined } = {},
  ) {
    this.#shared = shared;
    this.#isDocumented = isDocumented;
  }

  /** Returns the declarations of the named types that have been used, and of a page of a list. */
  declarations(): string[] {
    const named = [...this.#named]
      .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
      .map(
        ([name, type]) =>
          `${this.#comment(this.#shared[name]?.description)}export interface ${name} ${type}\n`,
      );
    const lists = this.#hasLists
      ? [`export interface RecordList<Item> extends Page<Item> {\n${LIST_FIELDS}\n}\n`]
      : [];
    return [`export interface Page<Item> {\n${PAGE_FIELDS}\n}\n`, ...lists, ...named];
  }

  of(schema: Schema): string {
    if (schema.$ref) return this.#referenced(schema.$ref.replace(/#$/, '').replace(/^.*\//, ''));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
    if (schema.anyOf) return schema.anyOf.map((each) => inList(this.of(each))).join(' | ');
    if (schema.allOf) return schema.allOf.map((each) => inList(this.of(each))).join(' & ');
    const types = [schema.type ?? []].flat();
    if (types.length === 0) return 'unknown';
    return types.map((type) => this.#plain(type, schema)).join(' | ');
  }

  /** Returns a field of an object type, with its comment. */
  field(name: string, schema: Schema, isRequired: boolean): string {
    return `${this.#comment(schema.description)}${NAME.test(name) ? name : JSON.stringify(name)}${isRequired ? '' : '?'}: ${this.of(schema)}`;
  }

  object(fields: readonly string[]): string {
    return `{\n${fields.map((field) => `${field};\n`).join('')}}`;
  }

  #comment(description: string | undefined): string {
    if (!this.#isDocumented || !description) return '';
    return `/** ${description.replaceAll('*/', '*\\/').replaceAll('\n\n', ' ')} */\n`;
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
    if (names.join() === LIST_NAMES.join()) {
      this.#hasLists = true;
      return `RecordList<${this.of(properties['data']?.items ?? {})}>`;
    }
    if (names.join() === PAGE_NAMES.join()) return `Page<${this.of(properties['data']?.items ?? {})}>`;
    const fields = Object.entries(properties).map(([name, schema]) =>
      this.field(name, schema, required.includes(name) && schema.default === undefined),
    );
    if (fields.length > 0) return this.object(fields);
    const value = typeof additionalProperties === 'object' ? this.of(additionalProperties) : 'unknown';
    return `Record<string, ${value}>`;
  }
}

function inList(type: string): string {
  return /[|&]/.test(type) ? `(${type})` : type;
}
