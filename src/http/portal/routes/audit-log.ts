import { type Static, Type } from 'typebox';
import { readLog, recordExport } from '../../../audit/export-log.ts';
import {
  ACTOR_TYPES,
  type ChangeFilter,
  listChanges,
  type RecordedChange,
} from '../../../audit/list-changes.ts';
import { endOf, startOf } from '../../../calendar/dates.ts';
import type { App } from '../../app.ts';
import {
  dateOrTimestamp,
  listOf,
  listOfIds,
  listOfTexts,
  nullable,
  pageOf,
  timestamp,
  toPage,
} from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { NamedActorSchema } from '../actors.ts';
import { languageParameter, streamCsv, writingFor } from '../csv.ts';
import { auditFile } from '../files/audit-log.ts';
import { actorOf, companyOf, readerOf } from '../require-session.ts';
import { file, named, pageParameters, values } from '../schemas.ts';

const Change = named('AuditEntry', {
  id: Type.Integer(),
  at: timestamp('When it was done.'),
  actor: NamedActorSchema,
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: nullable(Type.Integer()) }),
  details: values,
});

const filters = {
  actorTypes: listOf(ACTOR_TYPES, 'By `actor.type`.'),
  actions: listOfTexts('By `action`.'),
  subjectTypes: listOfTexts('By `subject.type`.'),
  subjectIds: listOfIds('By `subject.id`.'),
  from: dateOrTimestamp('Done at or after this moment.'),
  to: dateOrTimestamp('Done at or before this moment. A date means the whole day in UTC.'),
};

const filterQuery = Type.Object(filters);
const listQuery = Type.Object({ ...pageParameters, ...filters });
const exportQuery = Type.Object({ ...filters, ...languageParameter });

export function auditLogRoutes(app: App, { database }: Services): void {
  app.get(
    '/audit-log',
    {
      config: { access: 'portal-viewer' },
      schema: { querystring: listQuery, response: { 200: pageOf(Change) } },
    },
    async (request) => {
      const { page, perPage, ...others } = request.query;
      const filter = toFilter(others);
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listChanges(sql, companyId, filter, { page, perPage }),
      );
      return toPage(found, { page, perPage }, show);
    },
  );

  app.get(
    '/audit-log.csv',
    { config: { access: 'portal-admin' }, schema: { querystring: exportQuery, response: { 200: file } } },
    async (request, reply) => {
      const companyId = companyOf(request);
      const { language: _, ...asked } = request.query;
      const filter = toFilter(asked);
      await recordExport(database.sql, companyId, actorOf(request), 'csv', filter);
      const batches = readLog(database.lists.batches(readerOf(request)), companyId, filter);
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...auditFile(writing), batches });
    },
  );
}

function toFilter({ from, to, ...others }: Static<typeof filterQuery>): ChangeFilter {
  return { ...others, ...(from && { from: startOf(from) }), ...(to && { before: endOf(to) }) };
}

function show({ subjectType, subjectId, at, ...change }: RecordedChange): Static<typeof Change> {
  return { ...change, at: at.toISOString(), subject: { type: subjectType, id: subjectId } };
}
