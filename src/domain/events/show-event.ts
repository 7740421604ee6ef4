import { EMITTED_OUTCOMES, type Event, type ShownType, shownType } from './event-types.ts';

interface Link {
  href: string;
  type: 'application/json';
}

/** An event as the API shows it and as webhooks send it. */
export interface ShownEvent {
  id: number;
  type: ShownType;
  time: string;
  resource: 'event';
  data: Event['data'];
  _links: Record<string, Link>;
}

export function showEvent(event: Event, baseUrl: string): ShownEvent {
  const { number, createdAt, data } = event;
  const time = createdAt.toISOString();
  const links = Object.entries({
    ...linksOf(data),
    ...(data.count !== undefined && { list: listOf(event, time) }),
  });
  return {
    id: number,
    type: shownType(event),
    time,
    resource: 'event',
    data,
    _links: Object.fromEntries(
      links.map(([name, path]) => [name, { href: `${baseUrl}${path}`, type: 'application/json' }]),
    ),
  };
}

function linksOf({ employeeId, documentId, hrIntegrationId, syncId, attemptId }: Event['data']) {
  const integration = `/hr-integrations/${hrIntegrationId}`;
  return {
    ...(employeeId !== undefined && { employee: `/employees/${employeeId}` }),
    ...(documentId !== undefined && { employeeDocument: `/employee-documents/${documentId}` }),
    ...(hrIntegrationId !== undefined && { hrIntegration: integration }),
    // A refused roster has no sync.
    ...(attemptId === undefined && syncId !== undefined && { sync: syncPath(integration, syncId) }),
    ...(attemptId !== undefined && { attempts: `${integration}/attempts` }),
  };
}

const syncPath = (integration: string, syncId: string | number) =>
  `${integration}/syncs/${encodeURIComponent(syncId)}`;

/**
 * The list that contains the records of a collected event. Types without a list, such as voided tickets, change the employee's
 * record, so the list of changed employees contains them.
 */
function listOf({ type, data: { month, hrIntegrationId, syncId } }: Event, time: string): string {
  if (type === 'ticket.issued' && month !== undefined) return `/employees?ticketMonth=${month}`;
  if (type === 'document.created') return `/employee-documents?createdFrom=${time}`;
  if (isOfSync(type) && syncId !== undefined) {
    const outcomes = EMITTED_OUTCOMES[type].join(',');
    return `${syncPath(`/hr-integrations/${hrIntegrationId}`, syncId)}/changes?outcomes=${outcomes}`;
  }
  return `/employees?updatedSince=${time}`;
}

const isOfSync = (type: Event['type']): type is keyof typeof EMITTED_OUTCOMES => type in EMITTED_OUTCOMES;
