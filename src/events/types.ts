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

type Field<Type extends EventType> = (typeof EVENT_FIELDS)[Type][number];

/** Fields whose value does not apply are left out. */
export type EventData<Type extends EventType> = { [Name in Field<Type>]?: string | number };

/** More events of a type in one transaction are one event with a `count`. */
export const MOST_OF_A_TYPE = 1_000;

/** An event with its number. */
export interface Event {
  number: number;
  type: EventType;
  createdAt: Date;
  data: { count?: number } & { [name: string]: string | number | undefined };
}
