import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killHard, until } from '../../src/db/embedded/testing.ts';
import { startPostgres } from './postgres-server.ts';
import { type Answer, databasePid, makePlace, serve } from './program.ts';
import {
  addSyncingCompany,
  assertTellsToTryAgain,
  lastNames,
  lookInto,
  lookIntoPlace,
  manyPeople,
  rosterBody,
  runsOf,
  type SyncingCompany,
  sendRoster,
  sendUntilAccepted,
  slowly,
  untilNothingWaits,
} from './syncing.ts';

async function onServer() {
  const server = await startPostgres();
  const place = await makePlace(server.variables);
  const service = await serve(place);
  return {
    place,
    service,
    sql: lookInto(server.target).sql,
    restarts: {
      'killed with -9 and started again': async () => {
        await server.killHard();
        await server.start();
      },
      'stopped at once and started again': async () => {
        await server.stopAtOnce();
        await server.start();
      },
    },
  };
}

async function embedded() {
  const place = await makePlace();
  const service = await serve(place);
  return {
    place,
    service,
    sql: (await lookIntoPlace(place)).sql,
    restarts: { 'killed with -9': () => killHard(databasePid(place)) },
  };
}

const places = { 'a server': await onServer(), 'the embedded database': await embedded() };

for (const [where, { place, service, sql, restarts }] of Object.entries(places))
  for (const [what, restart] of Object.entries(restarts))
    describe(`on ${where}, when it is ${what}`, () => {
      let company: SyncingCompany;
      const people = manyPeople('After');

      it('while a large roster arrives, the client is told to try again, and then it is accepted and applied', async () => {
        company = await addSyncingCompany(sql);
        const body = rosterBody('during-ingest', people);
        const stored = async () =>
          (await sql`select from roster_entries where company_id = ${company.companyId} limit 1`).length > 0;
        const sending: Promise<Answer | null> = sendRoster(place, company, slowly(body, 20)).catch(
          () => null,
        );
        await until('a batch of it is stored', stored);
        await restart();
        const answer = await sending;
        if (answer?.status !== 204) {
          assertTellsToTryAgain(answer);
          await sendUntilAccepted(service, company, body);
        }
        await untilNothingWaits(sql, [company]);
        assert.partialDeepStrictEqual(await runsOf(sql, company), [
          { syncId: 'during-ingest', status: 'succeeded', changes: people.length },
        ]);
        assert.deepEqual(await lastNames(sql, company), { After: people.length });
        assert.ok(service.isRunning());
      });

      it('while a roster is being applied, it is applied afterwards, once', async () => {
        await sendUntilAccepted(service, company, rosterBody('during-apply', manyPeople('Again')));
        await until('it is being applied', async () => (await runsOf(sql, company))[1]?.status !== 'queued');
        await restart();
        await untilNothingWaits(sql, [company]);
        assert.partialDeepStrictEqual((await runsOf(sql, company))[1], {
          syncId: 'during-apply',
          status: 'succeeded',
          changes: people.length,
        });
        assert.deepEqual(await lastNames(sql, company), { Again: people.length });
        assert.ok(service.isRunning());
      });
    });
