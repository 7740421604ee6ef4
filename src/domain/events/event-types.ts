/**
 * The types of events, and the fields of their `data`. A test compares this list with the schema and with docs/events.md.
 * The fields have the names of the public API, because events are stored as they are sent.
 */
export const EVENT_FIELDS = {
  'sync.succeeded': ['hrIntegrationId', 'syncId'],
  'sync.failed': ['hrIntegrationId', 'syncId'],
  'sync.held': ['hrIntegrationId', 'syncId'],
  'sync.refused': ['hrIntegrationId', 'attemptId', 'status', 'code', 'syncId'],
  'integration.silent': ['hrIntegrationId', 'lastSyncId', 'expectedBy'],
  'conflict.found': ['hrIntegrationId', 'syncId', 'conflictId', 'employeeId'],
  'entry.waiting': ['hrIntegrationId', 'syncId', 'waitingEntryId'],
  'employee.added': ['employeeId', 'hrIntegrationId', 'syncId'],
  'employee.updated': ['employeeId', 'hrIntegrationId', 'syncId'],
  'employee.offboarded': ['employeeId', 'hrIntegrationId', 'syncId'],
  'employee.returned': ['employeeId', 'hrIntegrationId', 'syncId'],
  'subscription.changed': ['employeeId', 'status', 'previousStatus'],
  'contract.offered': ['employeeId', 'contractId', 'reason'],
  'contract.answered': ['employeeId', 'contractId', 'reason', 'answer'],
  'contract.lapsed': ['employeeId', 'contractId', 'reason'],
  'ticket.issued': ['employeeId', 'ticketId', 'month'],
  'ticket.voided': ['employeeId', 'ticketId', 'month'],
  'document.created': ['employeeId', 'documentId', 'kind'],
  'key.expiring': ['apiKeyId', 'expiresAt'],
} as const satisfies Record<string, readonly string[]>;

export type EventType = keyof typeof EVENT_FIELDS;

export const EVENT_TYPES = Object.keys(EVENT_FIELDS) as [EventType, ...EventType[]];

/**
 * Types that one transaction may emit thousands of times. More than `MAX_OF_A_TYPE` become one event (`maxSingleEvents`), which
 * is stored under the same type with a `count` and shown under this one. So an endpoint that wants one of them gets both.
 */
export const COLLECTED_TYPES = {
  'conflict.found': 'conflicts.found',
  'entry.waiting': 'entries.waiting',
  'employee.added': 'employees.added',
  'employee.updated': 'employees.updated',
  'employee.offboarded': 'employees.offboarded',
  'employee.returned': 'employees.returned',
  'subscription.changed': 'subscriptions.changed',
  'contract.offered': 'contracts.offered',
  'contract.answered': 'contracts.answered',
  'contract.lapsed': 'contracts.lapsed',
  'ticket.issued': 'tickets.issued',
  'ticket.voided': 'tickets.voided',
  'document.created': 'documents.created',
} as const satisfies { [Type in EventType]?: Plural<Type> };

type Plural<Type> = Type extends `${infer Noun}y.${infer Verb}`
  ? `${Noun}ies.${Verb}`
  : Type extends `${infer Noun}.${infer Verb}`
    ? `${Noun}s.${Verb}`
    : never;

export type CollectableType = keyof typeof COLLECTED_TYPES;
export const COLLECTABLE_TYPES = Object.keys(COLLECTED_TYPES) as CollectableType[];

/** The type of an event as programs see it. */
export type ShownType = EventType | (typeof COLLECTED_TYPES)[CollectableType];

export const SHOWN_TYPES = [...EVENT_TYPES, ...Object.values(COLLECTED_TYPES)] as [ShownType, ...ShownType[]];

const isCollectable = (type: EventType): type is CollectableType => type in COLLECTED_TYPES;

export function shownType({ type, data }: Pick<Event, 'type' | 'data'>): ShownType {
  return data.count !== undefined && isCollectable(type) ? COLLECTED_TYPES[type] : type;
}

/** The outcomes of a sync by the event that reports them. A held end is reported when it is approved. */
export const EMITTED_OUTCOMES = {
  'employee.added': ['added'],
  'employee.updated': ['adopted', 'renumbered', 'updated', 'unlinked'],
  'employee.offboarded': ['offboarded'],
  'employee.returned': ['rehired'],
  'conflict.found': ['conflict'],
  'entry.waiting': ['waiting'],
} as const satisfies { [Type in EventType]?: readonly string[] };

type Field<Type extends EventType> = (typeof EVENT_FIELDS)[Type][number];

/** Fields whose value does not apply are left out. */
export type EventData<Type extends EventType> = { [Name in Field<Type>]?: string | number };

/**
 * More events of a collectable type in one transaction are one event with a `count`. Three places apply this. `emit` has the
 * events in memory, `emitted` finds them in the database: both write one row at once, because a roster would otherwise write
 * 100,000. `giveNumbers` merges what several statements of one transaction have written, which neither of them sees.
 */
export const MAX_OF_A_TYPE = 1_000;

/** How many events of a type stay single events in one transaction. */
export const maxSingleEvents = (type: EventType): number =>
  isCollectable(type) ? MAX_OF_A_TYPE : Number.MAX_SAFE_INTEGER;

/** An event with its number. */
export interface Event {
  number: number;
  type: EventType;
  createdAt: Date;
  data: { count?: number } & { [name: string]: string | number | undefined };
}
