import { PULLED_FIELDS, type PulledField } from '../../src/rosters/pull/pulled-fields.ts';

/** What an HR system can do wrong, by name. */
export const FAULTS = {
  'wrong-token': 'the credentials are refused',
  'expired-token':
    'the credentials expire after the first page of people; systems with tokens give a new one',
  forbidden: '403: a right is missing',
  'field-absent': 'the field (:FIELD) is left out of every answer',
  'field-null': 'the field (:FIELD) is null for everybody',
  'field-restricted':
    'the field (:FIELD) is null for everybody and marked as restricted, where the system does that',
  'throttled-seconds': '429 once, with Retry-After in seconds',
  'throttled-date': '429 once, with Retry-After as a date',
  'throttled-for-ever': '429 always',
  'unavailable-once': '503 once',
  unavailable: '503 always',
  html: 'a page for people instead of data, with 200',
  truncated: 'the answer ends in the middle',
  'repeated-page': 'the first page comes again and again',
  'wrong-total': 'the total is one more than there are people',
  'person-twice': 'somebody comes twice on a page and somebody else is missing',
  empty: 'a good answer without anybody',
  silent: 'no answer at all',
  'next-link-elsewhere': 'the link to the next page leads to another server',
  'dates-missing': 'people have left, but without a date',
  'endless-list': 'files by SFTP: the folder lists nothing, without end',
  'endless-greeting': 'files by SFTP: the server greets without end',
  'still-being-written': 'files: the newest file grows while it is read',
  'changed-host-key': 'SFTP: the server has another host key',
  'new-keys-again': 'SFTP: the server asks for new keys again and again',
} as const;
export type FaultName = keyof typeof FAULTS;

/** What a request is about. */
const PARTS = ['token', 'fields', 'people', 'absence-types', 'absences'] as const;
export type Part = (typeof PARTS)[number];

export interface Fault {
  name: FaultName;
  /** Of the faults `field-…`. */
  field?: PulledField;
  /** Which requests the fault concerns, for faults that any request can have. By default those for people. */
  part?: Part;
}

/** These end after they have happened. */
const ONCE: readonly FaultName[] = [
  'expired-token',
  'throttled-seconds',
  'throttled-date',
  'unavailable-once',
];

/** The present faults of a server. Tests and the control route change them while it runs. */
export class Faults {
  #present: Fault[] = [];
  #answered = new Map<Part, number>();

  /** Replaces all faults. As on the command line: `html`, `html@absences`, `field-absent:dateOfBirth`. */
  set(...faults: readonly (Fault | string)[]): void {
    this.#answered.clear();
    this.#present = faults.map((fault) => (typeof fault === 'string' ? parseFault(fault) : fault));
  }

  list(): readonly Fault[] {
    return this.#present;
  }

  has(name: FaultName): boolean {
    return this.#present.some((fault) => fault.name === name);
  }

  noteAnswer(part: Part): void {
    this.#answered.set(part, this.answered(part) + 1);
  }

  /** How many requests for this part have had a good answer since the faults were set. */
  answered(part: Part): number {
    return this.#answered.get(part) ?? 0;
  }

  /** Whether the fault happens to a request for this part. One that happens only once is then over. */
  happens(name: FaultName, part: Part): boolean {
    const found = this.#present.find((fault) => fault.name === name && (fault.part ?? 'people') === part);
    if (found && ONCE.includes(name)) this.#present = this.#present.filter((fault) => fault !== found);
    return found !== undefined;
  }

  /** What happens to a field of a roster. */
  ofField(field: PulledField, part: Part = 'people'): 'absent' | 'null' | 'restricted' | undefined {
    const found = this.#present.find(
      (fault) => fault.field === field && (fault.part ?? 'people') === part,
    )?.name;
    if (found === 'field-absent') return 'absent';
    if (found === 'field-null') return 'null';
    return found === 'field-restricted' ? 'restricted' : undefined;
  }
}

export function parseFault(text: string): Fault {
  const [, name = '', , field, , part] = /^([\w-]+)(:(\w+))?(@([\w-]+))?$/.exec(text.trim()) ?? [];
  if (!isOneOf(Object.keys(FAULTS) as FaultName[], name))
    throw new Error(`There is no fault "${text}". There are: ${Object.keys(FAULTS).join(', ')}.`);
  if (field !== undefined && !isOneOf(PULLED_FIELDS, field))
    throw new Error(`There is no field "${field}". There are: ${PULLED_FIELDS.join(', ')}.`);
  if (name.startsWith('field-') !== (field !== undefined))
    throw new Error(`"${text}": ${field ? 'no field belongs' : `add a field, such as ${name}:email`}.`);
  if (part !== undefined && !isOneOf(PARTS, part))
    throw new Error(`There is no part "${part}". There are: ${PARTS.join(', ')}.`);
  return { name, ...(field && { field }), ...(part && { part }) };
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return (names as readonly string[]).includes(name);
}
