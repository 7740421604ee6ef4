import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { SystemName } from '../../../src/rosters/pull/systems.ts';
import { makeCompany } from '../../hr-systems/people.ts';
import { VENDORS, type VendorName } from '../../hr-systems/vendors.ts';
import { TODAY } from '../support/people.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });

/**
 * What a misbehaving HR system leads to, after a good night. `fetched`: the roster is complete all the same. Whatever it is, nobody is
 * ended. Systems differ in what they can do wrong: one that does not have a fault is fetched.
 */
const TABLE: Record<string, string | (Partial<Record<SystemName, string>> & { others: string })> = {
  'wrong-token': 'source-unauthorised',
  // Personio and files ask for a new token. BambooHR's absences cannot be listed any more, which is a field that is missing.
  'expired-token': {
    personio: 'fetched',
    'https-file': 'fetched',
    bamboohr: 'source-field-missing',
    others: 'source-unauthorised',
  },
  forbidden: 'source-unauthorised',
  'throttled-seconds': 'fetched',
  'throttled-date': 'fetched',
  'throttled-for-ever': 'source-throttled',
  'unavailable-once': 'fetched',
  unavailable: 'source-unreachable',
  html: 'source-unreadable',
  truncated: 'source-unreadable',
  'repeated-page': { personio: 'source-incomplete', kombo: 'source-incomplete', others: 'fetched' },
  'wrong-total': { personio: 'source-incomplete', bamboohr: 'source-incomplete', others: 'fetched' },
  'person-twice': { 'https-file': 'fetched', others: 'source-incomplete' },
  empty: 'source-empty',
  silent: 'source-unreachable',
  'field-absent:dateOfBirth': 'source-field-missing',
  'field-null:dateOfBirth': 'source-field-missing',
  'field-restricted:email': 'source-field-missing',
  'field-null:terminationDate': 'source-field-missing',
  'field-absent:costCentre': 'source-field-missing',
  'field-null:costCentre': 'source-field-missing',
};

/** More than a page of every system. */
const PEOPLE = 260;

for (const system of Object.keys(VENDORS) as (VendorName & SystemName)[])
  describe(`${system} that misbehaves`, () => {
    let company: Awaited<ReturnType<typeof createPullingCompany>>;
    before(async () => {
      company = await createPullingCompany(service, system, { people: PEOPLE });
      const { run } = await company.night();
      assert.equal(run?.status, 'succeeded');
    });
    after(() => company.server.close());

    const present = async () =>
      (
        await company.sql`
          select from hr_links where company_id = ${company.companyId} and ended_at is null`
      ).length;

    for (const [fault, expected] of Object.entries(TABLE))
      it(fault, async () => {
        const before = await present();
        company.server.company = makeCompany({ people: PEOPLE, today: TODAY });
        company.server.faults.set(fault);
        company.sources.limits.answerMs = fault === 'silent' ? 200 : 20_000;
        const { pull, run } = await company.night();
        const outcome = pull.status === 'accepted' ? 'fetched' : pull.code;
        const cell = typeof expected === 'string' ? expected : (expected[system] ?? expected.others);
        assert.equal(outcome, cell, pull.detail ?? '');
        assert.equal(run?.counts.offboarded ?? 0, 0);
        assert.equal(await present(), before);
        if (pull.status === 'accepted') return;
        const [attempt] = (await company.get(`/hr-integrations/${company.integrationId}/attempts`)).json()
          .data.data;
        assert.equal(attempt.code, outcome);
      });

    it('is not fetched for ever if that ends the node; a file only twice', async () => {
      company.server.faults.set();
      const attempts = system === 'https-file' ? 2 : 5;
      const died = async (times: number) => {
        await company.trigger();
        await company.sql`
          update roster_pulls set attempts = ${times} where company_id = ${company.companyId} and finished_at is null`;
        return (await company.fetchQueued())[0];
      };
      assert.deepEqual(await died(attempts), { status: 'failed', code: 'source-unreachable' });
      assert.equal((await died(attempts - 1))?.status, 'accepted');
    });
  });
