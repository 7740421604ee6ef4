import { isPrintable } from '../../domain/person/rules.ts';
import { similarName } from '../../platform/similar-name.ts';
import { ABSENCE_FIELDS, ENTRY_FIELDS } from './entry.ts';

/** The number of names that a run lists. */
export const MAX_NAMES = 20;
/** The number of names that are counted. Further names are ignored: a body may use data as names. */
const MAX_NAMES_COUNTED = 200;
/** In UTF-16 code units. Only the beginning of a longer name is shown. */
export const MAX_NAME_LENGTH_SHOWN = 100;
/** The number of places that are named for each name. */
const MAX_PLACES = 100;

const KNOWN_FIELDS = {
  roster: ['syncId', 'employees'],
  entry: ENTRY_FIELDS,
  absence: ABSENCE_FIELDS,
} as const;

/** The object that has the field. */
export type FieldOwner = keyof typeof KNOWN_FIELDS;
export const FIELD_OWNERS: readonly FieldOwner[] = ['roster', 'entry', 'absence'];

const KNOWN = {
  roster: new Set<string>(KNOWN_FIELDS.roster),
  entry: new Set<string>(KNOWN_FIELDS.entry),
  absence: new Set<string>(KNOWN_FIELDS.absence),
};

/** A name that no field of its object has. */
export interface UnknownField {
  name: string;
  owner: FieldOwner;
  /** The known name that it resembles. */
  similarName: string | undefined;
  count: number;
  /** The first entries that have it. Empty for a field of the roster itself. */
  positions: number[];
}

/** Counts the fields that the service does not know. */
export class UnknownFields {
  readonly #found = new Map<string, UnknownField>();

  /** Looks at the names of an object. `position` is that of the entry. */
  look(owner: FieldOwner, fields: object, position: number): void {
    const known = KNOWN[owner];
    for (const name in fields) if (!known.has(name)) this.add(owner, name, position);
  }

  add(owner: FieldOwner, name: string, position?: number): void {
    const key = `${owner} ${name}`;
    let field = this.#found.get(key);
    if (!field) {
      if (this.#found.size === MAX_NAMES_COUNTED) return;
      field = {
        name: shown(name),
        owner,
        similarName: name.length > MAX_NAME_LENGTH_SHOWN ? undefined : similarName(name, KNOWN_FIELDS[owner]),
        count: 0,
        positions: [],
      };
      this.#found.set(key, field);
    }
    field.count++;
    const { positions } = field;
    if (position !== undefined && positions.length < MAX_PLACES && positions.at(-1) !== position)
      positions.push(position);
  }

  /** The name in an entry that resembles this field, if the entry has such a name. */
  nameLike(entry: unknown, field: string): string | undefined {
    for (const name in Object(entry)) {
      const found = this.#found.get(`entry ${name}`);
      if (found?.similarName === field) return found.name;
    }
    return undefined;
  }

  /** Probable misspellings first, then in the order in which they were found. */
  list(): UnknownField[] {
    const found = [...this.#found.values()];
    return [
      ...found.filter((field) => field.similarName !== undefined),
      ...found.filter((field) => field.similarName === undefined),
    ].slice(0, MAX_NAMES);
  }
}

/** PostgreSQL stores neither NUL nor half of a surrogate pair, and a terminal must not get control characters. */
function shown(name: string): string {
  const beginning =
    name.length > MAX_NAME_LENGTH_SHOWN ? `${name.slice(0, MAX_NAME_LENGTH_SHOWN - 1)}…` : name;
  if (isPrintable(beginning)) return beginning;
  return beginning.toWellFormed().replaceAll(/\p{Cc}/gu, '\ufffd');
}
