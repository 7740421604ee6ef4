import { type Static, Type } from 'typebox';
import { ACTOR_TYPES, listChanges, type RecordedChange } from '../../../audit/list-changes.ts';
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
import { readerOf } from '../require-session.ts';
import { named, pageParameters, values } from '../schemas.ts';

const Change = named('AuditEntry', {
  id: Type.Integer(),
  at: timestamp('When it was done.'),
  actor: NamedActorSchema,
  action: Type.String(),
  subject: Type.Object({ type: Type.String(), id: nullable(Type.Integer()) }),
  details: values,
});

const filters = Type.Object({
  ...pageParameters,
  actorTypes: listOf(ACTOR_TYPES, 'By `actor.type`.'),
  actions: listOfTexts('By `action`.'),
  subjectTypes: listOfTexts('By `subject.type`.'),
  subjectIds: listOfIds('By `subject.id`.'),
  from: dateOrTimestamp('Done at or after this moment.'),
  to: dateOrTimestamp('Done at or before this moment. A date means the whole day in UTC.'),
});

export function auditLogRoutes(app: App, { database }: Services): void {
  app.get(
    '/audit-log',
    {
      config: { access: 'portal-viewer' },
      schema: { querystring: filters, response: { 200: pageOf(Change) } },
    },
    async (request) => {
      const { page, perPage, from, to, ...others } = request.query;
      const filter = { ...others, ...(from && { from: startOf(from) }), ...(to && { before: endOf(to) }) };
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        listChanges(sql, companyId, filter, { page, perPage }),
      );
      return toPage(found, { page, perPage }, show);
    },
  );
}

function show({ subjectType, subjectId, at, ...change }: RecordedChange): Static<typeof Change> {
  return { ...change, at: at.toISOString(), subject: { type: subjectType, id: subjectId } };
}
