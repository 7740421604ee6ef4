import {
  type AbsenceKind,
  AbsenceTypes,
  type OwnAbsenceTypes,
  plainName,
} from '../../domain/person/absence-kinds.ts';
import { MAX_NAMES } from './unknown-fields.ts';

/** The number of types that are counted. Further ones are ignored: a body may use data as types. */
const MAX_TYPES_COUNTED = 200;
/** The number of places that are named for each type. */
const MAX_PLACES = 100;

interface UnknownType {
  /** As it is spelt first. */
  name: string;
  count: number;
  /** The first entries that have it. */
  positions: number[];
}

/** Finds the kinds of absences while a roster is read, and counts unknown types. */
export class SeenAbsenceTypes {
  readonly #types: AbsenceTypes;
  readonly #unknown = new Map<string, UnknownType>();

  constructor(own: OwnAbsenceTypes = {}) {
    this.#types = new AbsenceTypes(own);
  }

  kindOf(type: string, position: number): AbsenceKind | null {
    const kind = this.#types.kindOf(type);
    if (kind === null && type !== '') this.#count(type, position);
    return kind;
  }

  #count(type: string, position: number): void {
    const key = plainName(type) || type;
    const seen = this.#unknown.get(key) ?? { name: type, count: 0, positions: [] };
    if (seen.count === 0) {
      if (this.#unknown.size === MAX_TYPES_COUNTED) return;
      this.#unknown.set(key, seen);
    }
    seen.count++;
    if (seen.positions.length < MAX_PLACES && seen.positions.at(-1) !== position)
      seen.positions.push(position);
  }

  /** The most frequent types first. */
  list(): UnknownType[] {
    return [...this.#unknown.values()].sort((a, b) => b.count - a.count).slice(0, MAX_NAMES);
  }
}
