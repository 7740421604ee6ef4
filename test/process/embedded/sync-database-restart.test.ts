import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pool } from '../../../src/platform/db/types.ts';
import { manyPeople, rosterBody, runsOf, untilAllRunsFinished } from '../../database/support/rosters.ts';
import { until } from '../../pure/support/until.ts';
import { killHard } from '../support/embedded.ts';
import { startPostgres } from '../support/postgres-server.ts';
import {
  type Answer,
  databasePid,
  makePlace,
  makePreparedPlace,
  type Service,
  serve,
} from '../support/program.ts';
import {
  addSyncingCompany,
  assertTellsToTryAgain,
  lastNames,
  lookInto,
  lookIntoPlace,
  type SyncingCompany,
  sendRoster,
  sendUntilAccepted,
  slowly,
} from '../support/syncing.ts';

interface Installation {
  service: Service;
  sql: Pool;
  restart: () => Promise<void>;
}

async function onServer(end: 'killHard' | 'stopAtOnce'): Promise<Installation> {
  const server = await startPostgres();
  const service = await serve(await makePlace(server.variables), {}, '--no-demo');
  const restart = async () => {
    await server[end]();
    await server.start();
  };
  return { service, sql: lookInto(server.target).sql, restart };
}

async function embedded(): Promise<Installation> {
  const place = await makePreparedPlace();
  const service = await serve(place, {}, '--no-demo');
  return { service, sql: (await lookIntoPlace(place)).sql, restart: () => killHard(databasePid(place)) };
}

const installations = {
  'a server, which is killed with -9 and started again': await onServer('killHard'),
  'a server, which is stopped at once and started again': await onServer('stopAtOnce'),
  'the embedded database, which is killed with -9': await embedded(),
};

// Concurrent, because most of the time passes until a dead worker is detected.
describe('the service recovers by itself from a database restart', { concurrency: true }, () => {
  for (const [where, { service, sql, restart }] of Object.entries(installations))
    describe(`on ${where}`, { concurrency: false }, () => {
      let company: SyncingCompany;
      const people = manyPeople('First');

      it('while a large roster arrives: the client is asked to try again, and the second try is accepted and applied', async () => {
        company = await addSyncingCompany(sql);
        const body = rosterBody('first', people);
        const sending: Promise<Answer | null> = sendRoster(service, company, slowly(body, 20)).catch(
          () => null,
        );
        await until('a batch of it is stored', async () => {
          const stored =
            await sql`select from roster_entries where company_id = ${company.companyId} limit 1`;
          return stored.length > 0;
        });
        await restart();
        const answer = await sending;
        if (answer?.status !== 204) {
          assertTellsToTryAgain(answer);
          await sendUntilAccepted(service, company, body);
        }
        await untilAllRunsFinished(sql, [company]);
        assert.partialDeepStrictEqual(await runsOf(sql, company), [
          { syncId: 'first', status: 'succeeded', changes: people.length },
        ]);
        assert.deepEqual(await lastNames(sql, company), { First: people.length });
        assert.ok(service.isRunning());
      });

      it('while a roster is being applied: the roster is applied afterwards, once', async () => {
        await sendUntilAccepted(service, company, rosterBody('second', manyPeople('Second')));
        await until('it is begun', async () => (await runsOf(sql, company))[1]?.status !== 'queued');
        await restart();
        await untilAllRunsFinished(sql, [company]);
        assert.partialDeepStrictEqual((await runsOf(sql, company))[1], {
          syncId: 'second',
          status: 'succeeded',
          changes: people.length,
        });
        assert.deepEqual(await lastNames(sql, company), { Second: people.length });
        assert.ok(service.isRunning());
      });
    });
});
