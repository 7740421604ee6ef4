import type { Event } from './types.ts';

interface Link {
  href: string;
  type: 'application/json';
}

/** An event as the API shows it and as webhooks send it. */
export interface ShownEvent {
  id: number;
  type: Event['type'];
  time: string;
  resource: 'event';
  data: Event['data'];
  _links: Record<string, Link>;
}

export function showEvent({ number, type, createdAt, data }: Event, baseUrl: string): ShownEvent {
  const time = createdAt.toISOString();
  const links = Object.entries({
    ...linksOf(data),
    ...(data.count !== undefined && { list: listOf(type, time, data) }),
  });
  return {
    id: number,
    type,
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

/** Where the records are of which an event tells only the number. */
function listOf(
  type: Event['type'],
  time: string,
  { month, hrIntegrationId, syncId }: Event['data'],
): string {
  if (type.startsWith('ticket.') && month !== undefined) return `/employees?ticketMonth=${month}`;
  if (type.startsWith('document.')) return `/employee-documents?createdFrom=${time}`;
  if (syncId !== undefined) return `${syncPath(`/hr-integrations/${hrIntegrationId}`, syncId)}/changes`;
  return `/employees?updatedSince=${time}`;
}
