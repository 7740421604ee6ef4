import { Type } from 'typebox';
import { enrolAllWaiting } from '../../../subscriptions/actions/enrol.ts';
import { previewWaiting } from '../../../subscriptions/actions/waiting.ts';
import type { App } from '../../app.ts';
import { SMALL_BODY_BYTES } from '../../json-bodies.ts';
import { record } from '../../schemas.ts';
import type { Services } from '../../services.ts';
import { actorOf, companyOf, readerOf } from '../require-session.ts';
import { WaitingSchema } from '../waiting.ts';

export function enrolmentRoutes(app: App, { bulkWork, database }: Services): void {
  app.get(
    '/enrolments/waiting',
    { config: { access: 'portal-viewer' }, schema: { response: { 200: record(WaitingSchema) } } },
    async (request) => ({ data: await database.lists.read(readerOf(request), previewWaiting) }),
  );

  app.post(
    '/enrolments/waiting',
    {
      bodyLimit: SMALL_BODY_BYTES,
      config: { access: 'portal-admin' },
      schema: {
        body: Type.Object({ people: Type.Integer({ minimum: 0 }) }),
        response: { 200: record(Type.Object({ enrolled: Type.Integer() })) },
      },
    },
    async (request) => {
      const expected = request.body.people;
      const enrolled = await bulkWork(request, companyOf(request), (bulk) =>
        bulk.begin((tx) => enrolAllWaiting(tx, companyOf(request), actorOf(request), { expected })),
      );
      return { data: enrolled };
    },
  );
}
