import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fastify from 'fastify';
import { dropBodiesOfHead } from './head-answers.ts';

test('HEAD reads nothing of a file, and answers the headers of GET', async () => {
  let file: Readable | undefined;
  let pieces = 0;
  async function* endless() {
    for (;;) {
      pieces += 1;
      yield 'x';
    }
  }
  const app = fastify();
  dropBodiesOfHead(app);
  app.get('/', async (_request, reply) => {
    file = Readable.from(endless());
    return reply.header('Content-Length', 1_000).send(file);
  });
  const answer = await app.inject({ method: 'HEAD', url: '/' });
  assert.deepEqual([answer.statusCode, answer.headers['content-length'], answer.body], [200, '1000', '']);
  assert.ok(file?.destroyed);
  assert.equal(pieces, 0);
});
