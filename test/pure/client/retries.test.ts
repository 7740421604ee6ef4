import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TransitProblem, TransitUnreachable } from '../../../client/src/problem.ts';
import { freePort } from '../support/free-port.ts';
import { answerData, fakeService, receive, refuse } from './fake-service.ts';

const ADA = {
  hrId: '1',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  dateOfBirth: '1990-12-10',
  startDate: '2026-12-01',
};

function* manyPeople() {
  for (let number = 0; number < 20_000; number++)
    yield { ...ADA, hrId: `P${number}`, lastName: `${Math.random()}` };
}

describe('the client', () => {
  it('waits at least as long as Retry-After says', async () => {
    const { client, retried } = await fakeService((_, response, attempt) => {
      if (attempt === 1) return refuse(response, 429, 'too-many-requests', { 'retry-after': '1' });
      answerData(response, { roster: {} });
    });
    await client.get('/limits');
    const [retry, ...more] = retried;
    assert.equal(more.length, 0);
    assert(retry && retry.delayMs >= 1000, `waits ${retry?.delayMs} ms`);
    assert(retry.error instanceof TransitProblem);
    assert.equal(retry.error.code, 'too-many-requests');
  });

  it('understands a Retry-After that is a time', async () => {
    const at = new Date(Date.now() + 3_600_000).toUTCString();
    const { client, attempts } = await fakeService((_, response) =>
      refuse(response, 503, 'busy', { 'retry-after': at }),
    );
    const failure = await client.get('/limits').catch((error: unknown) => error);
    assert(failure instanceof TransitProblem && (failure.retryAfterSeconds ?? 0) > 3_500);
    assert.equal(attempts(), 1, 'an hour is for the caller to wait');
  });

  it('gives up after the last retry and reports the last failure', async () => {
    const { client, attempts } = await fakeService((_, response) => refuse(response, 503, 'busy'), {
      retries: 3,
    });
    await assert.rejects(client.get('/limits'), { name: 'TransitProblem', code: 'busy', requestId: 'r-1' });
    assert.equal(attempts(), 4);
  });

  it('sends a roster again with the same sync id after a lost connection', async () => {
    const received: { syncId: string }[] = [];
    const { client, retried } = await fakeService(async (request, response, attempt) => {
      if (attempt === 1) {
        response.writeContinue();
        request.once('data', () => request.socket.destroy());
        return;
      }
      received.push(await receive(request, response));
      // The roster is accepted, but the answer is lost.
      if (attempt === 2) request.socket.destroy();
      else response.writeHead(204, { 'x-sync-resubmitted': 'same-body' }).end();
    });
    const { syncId, resubmitted } = await client.submitRoster(3, manyPeople);
    assert.deepEqual(
      received.map((body) => body.syncId),
      [syncId, syncId],
    );
    assert.equal(resubmitted, 'same-body');
    assert.deepEqual(received[0]?.syncId.length, 36, 'a random one');
    assert(retried.every(({ error }) => error instanceof TransitUnreachable));
  });

  it('does not read a roster that is refused before its body', async () => {
    let isRead = false;
    const { client } = await fakeService((_, response) => refuse(response, 401, 'invalid-credentials'));
    const people = () => {
      isRead = true;
      return [ADA];
    };
    await assert.rejects(client.submitRoster(3, people), { code: 'invalid-credentials', status: 401 });
    assert.equal(isRead, false);
  });

  it('reports a refusal that arrives while the roster is being sent', async () => {
    const { client } = await fakeService((request, response) => {
      response.writeContinue();
      request.once('data', () => refuse(response, 413, 'payload-too-large'));
      request.resume();
    });
    await assert.rejects(client.submitRoster(3, manyPeople), { code: 'payload-too-large' });
  });

  it('sends a generator object again only if it has not been read yet', async () => {
    const unread = await fakeService(async (request, response, attempt) => {
      if (attempt === 1) return refuse(response, 503, 'busy');
      await receive(request, response);
      response.writeHead(204).end();
    });
    await unread.client.submitRoster(3, manyPeople());
    assert.equal(unread.attempts(), 2);

    const read = await fakeService(async (request, response) => {
      await receive(request, response);
      refuse(response, 503, 'busy');
    });
    await assert.rejects(read.client.submitRoster(3, manyPeople()), { code: 'busy' });
    assert.equal(read.attempts(), 1);
  });

  it('passes on an error of the source, and does not end the body', async () => {
    let ended = false;
    const { client, attempts } = await fakeService((request, response) => {
      response.writeContinue();
      request.on('end', () => {
        ended = true;
      });
      request.on('error', () => {});
      request.resume();
    });
    async function* broken() {
      yield* manyPeople();
      throw new RangeError('the export has failed');
    }
    await assert.rejects(client.submitRoster(3, broken), {
      name: 'RangeError',
      message: 'the export has failed',
    });
    assert.equal(attempts(), 1);
    assert.equal(ended, false);
  });

  it('does not repeat a request whose answer was lost, if it could do something twice', async () => {
    const { client, attempts } = await fakeService((request) => {
      request.socket.destroy();
    });
    await assert.rejects(client.post('/test-clock', { body: { advanceDays: 1 } }), {
      name: 'TransitUnreachable',
    });
    assert.equal(attempts(), 1);
  });

  it('repeats such a request if the service says that it did nothing', async () => {
    const { client, attempts } = await fakeService((_, response, attempt) => {
      if (attempt === 1) return refuse(response, 409, 'sync-in-progress');
      answerData(response, { date: '2026-12-01' });
    });
    await client.post('/test-clock', { body: { advanceDays: 1 } });
    assert.equal(attempts(), 2);
  });

  it('says that nobody listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { client, retried } = await fakeService(() => {}, { url, retries: 2 });
    await assert.rejects(client.get('/limits'), { name: 'TransitUnreachable', message: /ECONNREFUSED/ });
    assert.equal(retried.length, 2);
  });

  it('can be aborted while it waits', async () => {
    const stop = new AbortController();
    const { client } = await fakeService(
      (_, response) => refuse(response, 503, 'busy', { 'retry-after': '60' }),
      {
        onRetry: () => stop.abort(),
      },
    );
    await assert.rejects(client.get('/limits', { signal: stop.signal }), { name: 'AbortError' });
  });

  it('sends its credentials to no other address', async () => {
    const { client } = await fakeService((_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example.com/limits' }).end();
    });
    await assert.rejects(client.get('/limits'), { code: 'unknown', message: /elsewhere\.example\.com/ });
  });

  it('reports an answer that is not from the service', async () => {
    const { client } = await fakeService((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
    });
    await assert.rejects(client.get('/limits'), { status: 404, code: 'unknown', errors: [] });
  });

  it('refuses an address that is none', async () => {
    await assert.rejects(
      fakeService(() => {}, { url: 'tickets.example.com' }),
      /http:\/\/ or https:\/\//,
    );
  });
});
