import { type Static, Type } from 'typebox';
import { SHOWN_TYPES } from '../../domain/events/event-types.ts';
import { readEvents } from '../../domain/events/read-events.ts';
import { showEvent } from '../../domain/events/show-event.ts';
import { allOf, readerOf } from '../access.ts';
import type { App } from '../app.ts';
import {
  describedId,
  idAfter,
  link,
  nullable,
  oneOf,
  PER_PAGE,
  plainJson,
  ref,
  timestamp,
  toLink,
} from '../schemas.ts';
import type { Needs } from '../services.ts';

export const EventSchema = Type.Object(
  {
    id: describedId('Counts 1, 2, 3 … for each company, without gaps.'),
    type: oneOf(SHOWN_TYPES, {
      description:
        'What has happened. A type in the plural, such as `tickets.issued`, tells more than 1,000 events of one type that happened ' +
        'at once. New types may come.',
    }),
    time: timestamp('When it happened.'),
    resource: oneOf(['event']),
    data: Type.Unsafe<Record<string, string | number | undefined>>({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'integer', format: 'int64' }] },
      description:
        'Ids and statuses. A type in the plural has their number as `count`, and the fields in which all agree.',
    }),
    _links: Type.Unsafe<Record<string, Static<ReturnType<typeof link>>>>({
      type: 'object',
      additionalProperties: link('A record that the event is about.'),
      description: 'The records that the event is about; `list` if its type is in the plural.',
    }),
  },
  { $id: 'Event', description: 'Something that has happened.' },
);

const PageSchema = Type.Object({
  data: Type.Object({
    data: Type.Array(ref(EventSchema)),
    perPage: Type.Integer(),
    oldestId: nullable(describedId('Of the oldest event that is kept; null if there are no events.')),
    _links: Type.Object({
      next: nullable(link('The following events; null if there are none yet.')),
    }),
  }),
});

export function eventRoutes(app: App, { config, database }: Needs<'config' | 'database'>): void {
  const { baseUrl } = config;

  app.get(
    '/events',
    {
      config: { access: allOf('view-employees', 'view-hr-integrations') },
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description:
          'Oldest first. Events are kept for 90 days. Store the last `id`, and ask for the events after it.',
        tags: ['Events'],
        querystring: Type.Object({
          after: idAfter('Only events with a larger id.'),
          perPage: Type.Integer({ minimum: 1, maximum: PER_PAGE.maximum, default: PER_PAGE.maximum }),
        }),
        response: { 200: PageSchema },
      },
      serializerCompiler: plainJson,
    },
    async (request) => {
      const { after, perPage } = request.query;
      const page = { after, perPage };
      const { events, hasMore, oldest } = await database.lists.read(readerOf(request), (sql, companyId) =>
        readEvents(sql, companyId, page),
      );
      const last = events.at(-1);
      const next =
        hasMore && last ? toLink(`${baseUrl}/events?after=${last.number}&perPage=${perPage}`) : null;
      return {
        data: {
          data: events.map((event) => showEvent(event, baseUrl)),
          perPage,
          oldestId: oldest,
          _links: { next },
        },
      };
    },
  );
}
