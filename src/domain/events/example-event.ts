import {
  COLLECTABLE_TYPES,
  COLLECTED_TYPES,
  type CollectableType,
  EVENT_TYPES,
  type Event,
  type EventData,
  type EventType,
  type ShownType,
} from './event-types.ts';

const SYNC = { hrIntegrationId: 3, syncId: '2026-12-01-nightly' };
const PERSON_OF_SYNC = { employeeId: 42, ...SYNC };
const OFFER = { employeeId: 42, contractId: 17, reason: 'enrolment' };
const TICKET = { employeeId: 42, ticketId: 'TKT-00000815', month: '2026-12' };

/** Complete data of one event of each type. */
const ONE: { readonly [Type in EventType]: Required<EventData<Type>> } = {
  'sync.succeeded': SYNC,
  'sync.failed': SYNC,
  'sync.held': SYNC,
  'sync.refused': { ...SYNC, attemptId: 5, status: 422, code: 'invalid-values' },
  'integration.silent': {
    hrIntegrationId: 3,
    lastSyncId: '2026-11-30-nightly',
    expectedBy: '2026-12-01T05:00:00.000Z',
  },
  'conflict.found': { ...PERSON_OF_SYNC, conflictId: 9 },
  'entry.waiting': { ...SYNC, waitingEntryId: 6 },
  'employee.added': PERSON_OF_SYNC,
  'employee.updated': PERSON_OF_SYNC,
  'employee.offboarded': PERSON_OF_SYNC,
  'employee.returned': PERSON_OF_SYNC,
  'subscription.changed': { employeeId: 42, status: 'active', previousStatus: 'scheduled' },
  'contract.offered': OFFER,
  'contract.answered': { ...OFFER, answer: 'accepted' },
  'contract.lapsed': OFFER,
  'ticket.issued': TICKET,
  'ticket.voided': TICKET,
  'document.created': { employeeId: 42, documentId: 4711, kind: 'receipt' },
  'key.expiring': { apiKeyId: 2, expiresAt: '2026-12-15T00:00:00.000Z' },
};

/** The fields in which the events that are collected usually agree. */
const SHARED: { readonly [Type in CollectableType]: EventData<Type> } = {
  'conflict.found': SYNC,
  'entry.waiting': SYNC,
  'employee.added': SYNC,
  'employee.updated': SYNC,
  'employee.offboarded': SYNC,
  'employee.returned': SYNC,
  'subscription.changed': {},
  'contract.offered': { reason: 'new-terms' },
  'contract.answered': {},
  'contract.lapsed': {},
  'ticket.issued': { month: TICKET.month },
  'ticket.voided': { month: TICKET.month },
  'document.created': { kind: 'receipt' },
};

/** An event of this type for receivers to try. It never happened: its number is 0. */
export function exampleEvent(shown: ShownType): Event {
  const collected = COLLECTABLE_TYPES.find((type) => COLLECTED_TYPES[type] === shown);
  if (collected) return example(collected, { count: 1_200, ...SHARED[collected] });
  const type = EVENT_TYPES.find((each) => each === shown);
  if (!type) throw new Error(`there is no event of the type ${shown}`);
  return example(type, ONE[type]);
}

const example = (type: EventType, data: Event['data']): Event => ({
  number: 0,
  type,
  createdAt: new Date(),
  data,
});
