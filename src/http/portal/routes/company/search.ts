import { Type } from 'typebox';
import type { Employee } from '../../../../people/employees/employee.ts';
import { SUBSCRIPTION_STATUSES } from '../../../../tickets/subscriptions/subscription-statuses.ts';
import { search } from '../../../../views/search/search.ts';
import type { App } from '../../../app.ts';
import { RUN_STATUSES } from '../../../routes/sync-schemas.ts';
import { oneOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { readerOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';

const id = recordId;
const name = Type.String();
const personName = { firstName: Type.String(), lastName: Type.String() };

const Found = named('Found', {
  /** The first few, and how many there are. */
  people: Type.Object({
    total: Type.Integer(),
    items: Type.Array(
      Type.Object({ id, ...personName, email: Type.String(), status: oneOf(SUBSCRIPTION_STATUSES) }),
    ),
  }),
  documents: Type.Array(Type.Object({ id, employeeId: id, name, ...personName })),
  syncs: Type.Array(
    Type.Object({
      id,
      integrationId: id,
      integrationName: name,
      syncId: Type.String(),
      status: oneOf(RUN_STATUSES),
      acceptedAt: timestamp('When it was accepted.'),
    }),
  ),
  integrations: Type.Array(Type.Object({ id, name })),
});

/** The search over everything. The pages and actions that it also shows are known to the portal. */
export function searchRoutes(app: App, { database }: Needs<'database'>): void {
  app.get(
    '/search',
    {
      config: { access: 'portal-see-people' },
      schema: {
        querystring: Type.Object({
          text: Type.String({
            minLength: 1,
            maxLength: 320,
            format: 'search',
            description:
              'In names, e-mail addresses, personnel numbers, names and numbers of documents, sync ids, names of integrations.',
          }),
        }),
        response: { 200: record(Found) },
      },
    },
    async (request) => {
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        search(sql, companyId, request.query.text),
      );
      return {
        data: {
          ...found,
          people: { total: found.people.total, items: found.people.items.map(showPerson) },
          syncs: found.syncs.map((sync) => ({ ...sync, acceptedAt: sync.acceptedAt.toISOString() })),
        },
      };
    },
  );
}

const showPerson = ({ id, firstName, lastName, email, status }: Employee) => ({
  id,
  firstName,
  lastName,
  email,
  status,
});
