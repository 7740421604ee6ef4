import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginDemo } from '../../../src/demo/begin-demo.ts';
import { playAlone } from '../../../src/demo/play-alone.ts';
import { selectStory } from '../../../src/demo/stories-sql.ts';
import { createPortalUser } from '../portal/portal.ts';
import { beginIdsAt } from '../support/begin-ids-at.ts';
import { assertProblem } from '../support/problem.ts';
import { basic, createTestService } from '../support/service.ts';

const service = await createTestService();
const { app, database } = service;
const { sql } = database;
// The nodes that play the story agree by a lock whose key follows from the id.
await beginIdsAt(sql, 2 ** 40);

test('while the story is played, the API and the portal read, and refuse writes; afterwards they write', async () => {
  const { company, key } = await beginDemo(sql, 'staging');
  const admin = await createPortalUser(service, company.id);
  const headers = { authorization: basic(key) };
  const move = () => app.inject({ method: 'POST', url: '/test-clock', headers, payload: { advanceDays: 1 } });
  const rename = () => admin.send('/company', { method: 'PATCH', body: { costCentre: '4712' } });
  for (const answer of [await move(), await rename()]) {
    assertProblem(answer, 409, 'demo-not-ready');
    assert.match(answer.json().detail, /is being filled/);
  }
  assert.equal((await app.inject({ url: '/employees', headers })).statusCode, 200);
  assert.equal((await admin.send('/company')).statusCode, 200);

  const stopping = new AbortController();
  let steps = 0;
  const onProgress = () => {
    if (++steps === 3) stopping.abort();
  };
  await assert.rejects(playAlone(database, company.id, { onProgress, signal: stopping.signal }));
  const stopped = await selectStory(sql, company.id);
  assert.ok(stopped && stopped.step > 1, 'it has begun');
  const nodes = await Promise.all([playAlone(database, company.id), playAlone(database, company.id)]);
  assert.deepEqual(nodes.toSorted(), [false, true], 'of two nodes, one plays the rest');
  assert.equal(await selectStory(sql, company.id), undefined);
  assert.equal((await move()).statusCode, 200);
  assert.equal((await rename()).statusCode, 200);
});
