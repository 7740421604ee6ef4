import { it } from 'node:test';
import { assertUpToDate } from '../support/generated-file.ts';
import { createTestService } from '../support/service.ts';
import { apiTypes } from './api-types.ts';

it('the types of the client are up to date (otherwise run npm run client:types)', async () => {
  const { app } = await createTestService();
  assertUpToDate('client/src/api.ts', await apiTypes(app));
});
