import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clientTypes } from '../../route-types/client-types.ts';
import { pageTypes } from '../../route-types/page-types.ts';
import { withApp } from '../../route-types/with-app.ts';

it('the types of all calls are generated without a database', async () => {
  const { client, portal, employeePage } = await withApp((app) => ({
    client: clientTypes(app),
    portal: pageTypes(app, '/portal/api'),
    employeePage: pageTypes(app, '/me'),
  }));
  assert.match(client, /^'GET \/employees\/\{id\}': \{ request: .*$/m);
  assert.match(client, /^export interface RecordList<Item> extends Page<Item> \{$/m);
  assert.match(portal, /^'PATCH \/users\/:id': \{ request: .*$/m);
  assert.match(employeePage, /^'POST \/me\/[^']+': \{ request: .*$/m);
});
