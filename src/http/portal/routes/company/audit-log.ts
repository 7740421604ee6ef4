import { type Static, Type } from 'typebox';
import { AUDIT_ACTIONS } from '../../../../domain/audit/actions.ts';
import { readNamedLog, recordExport } from '../../../../domain/audit/export-log.ts';
import { ACTOR_TYPES, type ChangeFilter, listChanges } from '../../../../domain/audit/list-changes.ts';
import { type NamedChange, nameEntries } from '../../../../domain/audit/name-entries.ts';
import { endOf, startOf } from '../../../../domain/calendar/dates.ts';
import type { PageRequest } from '../../../../platform/db/pages.ts';
import type { Pool } from '../../../../platform/db/types.ts';
import type { App } from '../../../app.ts';
import {
  dateOrTimestamp,
  listOf,
  listOfIds,
  listOfTexts,
  nullable,
  oneOf,
  pageOf,
  recordId,
  timestamp,
  toPage,
} from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { NamedActorSchema } from '../../actors.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { auditFile } from '../../files/audit-log.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, pageParameters, searchParameter, values } from '../../schemas.ts';

/** The present name of something that an entry is about. Null if it has none, or is gone. */
const Named = Type.Object({ id: recordId, name: Type.String() });

const Change = named('AuditEntry', {
  id: recordId,
  at: timestamp('When it was done.'),
  actor: NamedActorSchema,
  action: oneOf(AUDIT_ACTIONS),
  subject: Type.Object({ type: Type.String(), id: nullable(recordId) }),
  details: values,
  person: nullable(Named),
  integration: nullable(Named),
  thing: nullable(Type.String({ description: 'The key, user, invitation, webhook or document.' })),
});

const filters = {
  actorTypes: listOf(ACTOR_TYPES, 'By `actor.type`.'),
  actions: listOfTexts('By `action`.'),
  subjectTypes: listOfTexts('By `subject.type`.'),
  subjectIds: listOfIds('By `subject.id`.'),
  employeeIds: listOfIds('About these people: their records, contracts and documents.'),
  ...searchParameter,
  from: dateOrTimestamp('Done at or after this moment.'),
  to: dateOrTimestamp('Done at or before this moment. A date means the whole day in UTC.'),
};

const filterQuery = Type.Object(filters);
const listQuery = Type.Object({ ...pageParameters, ...filters });
const exportQuery = Type.Object({ ...filters, ...languageParameter });

export function auditLogRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/audit-log',
    {
      config: { access: 'portal-see-settings' },
      schema: { querystring: listQuery, response: { 200: pageOf(Change) } },
    },
    async (request) => {
      const { page, perPage, ...others } = request.query;
      const filter = toFilter(others);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        namedPage(sql, companyId, filter, { page, perPage }),
      );
      return toPage(found, { page, perPage }, show);
    },
  );

  app.get(
    '/audit-log.csv',
    {
      config: { access: 'portal-administer' },
      schema: { querystring: exportQuery, response: { 200: file } },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { language: _, ...asked } = request.query;
      const filter = toFilter(asked);
      await recordExport(database.sql, companyId, actorOf(request), 'csv', filter);
      const batches = readNamedLog(database.lists.batches(readerOf(request)), companyId, filter);
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...auditFile(writing), batches });
    },
  );
}

async function namedPage(sql: Pool, companyId: number, filter: ChangeFilter, request: PageRequest) {
  const { total, items } = await listChanges(sql, companyId, filter, request);
  return { total, items: await nameEntries(sql, companyId, items) };
}

function toFilter({ from, to, ...others }: Static<typeof filterQuery>): ChangeFilter {
  return { ...others, ...(from && { from: startOf(from) }), ...(to && { before: endOf(to) }) };
}

function show({ subjectType, subjectId, at, ...change }: NamedChange): Static<typeof Change> {
  return { ...change, at: at.toISOString(), subject: { type: subjectType, id: subjectId } };
}
