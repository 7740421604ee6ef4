import { it } from 'node:test';
import { assertUpToDate } from '../support/generated-file.ts';
import { createTestService } from '../support/service.ts';
import { routeTypes } from './route-types.ts';

it('the route types of the pages are up to date (otherwise run npm run portal:types)', async () => {
  const { app } = await createTestService();
  assertUpToDate('web/src/api/routes.ts', routeTypes(app, '/portal/api'));
  assertUpToDate('web/src/me/routes.ts', routeTypes(app, '/me'));
});
