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
 * ended. Systems differ in what they can do wrong; a fault that a system does not have leads to `fetched`.
 */
const TABLE: Record<string, readonly string[]> = {
  'wrong-token': ['source-unauthorised', 'source-unreadable'],
  // Absences that cannot be listed any more are a field that is missing.
  'expired-token': ['fetched', 'source-unauthorised', 'source-field-missing'],
  forbidden: ['source-unauthorised'],
  'throttled-seconds': ['fetched'],
  'throttled-date': ['fetched'],
  'throttled-for-ever': ['source-throttled'],
  'unavailable-once': ['fetched'],
  unavailable: ['source-unreachable'],
  html: ['source-unreadable'],
  truncated: ['source-unreadable', 'source-unreachable'],
  'repeated-page': ['source-incomplete', 'fetched'],
  'wrong-total': ['source-incomplete', 'fetched'],
  'person-twice': ['source-incomplete', 'invalid-values', 'fetched'],
  empty: ['source-empty', 'source-unreadable'],
  silent: ['source-unreachable'],
  'next-link-elsewhere': ['source-unreadable', 'fetched'],
  'field-absent:dateOfBirth': ['source-field-missing'],
  'field-null:dateOfBirth': ['source-field-missing'],
  'field-restricted:email': ['source-field-missing'],
  'field-null:terminationDate': ['source-field-missing'],
  'field-absent:costCentre': ['source-field-missing'],
  'field-null:costCentre': ['source-field-missing'],
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

    for (const [fault, outcomes] of Object.entries(TABLE))
      it(fault, async () => {
        const before = await present();
        company.server.company = makeCompany({ people: PEOPLE, today: TODAY });
        company.server.faults.set(fault);
        company.sources.limits.answerMs = fault === 'silent' ? 200 : 20_000;
        const { pull, run } = await company.night();
        const outcome = pull.status === 'accepted' ? 'fetched' : pull.code;
        assert.ok(outcomes.includes(outcome), `${outcome}: ${pull.detail}`);
        assert.equal(run?.counts.offboarded ?? 0, 0);
        assert.equal(await present(), before);
        if (pull.status === 'accepted') return;
        const [attempt] = (await company.get(`/hr-integrations/${company.integrationId}/attempts`)).json()
          .data.data;
        assert.equal(attempt.code, outcome);
      });
  });
