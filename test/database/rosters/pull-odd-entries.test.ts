import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SystemName } from '../../../src/rosters/pull/systems.ts';
import { addDays, type Person } from '../../hr-systems/people.ts';
import { VENDORS, type VendorName } from '../../hr-systems/vendors.ts';
import { TODAY } from '../support/people.ts';
import { createPullingCompany } from '../support/pulling-company.ts';
import { createTestService } from '../support/service.ts';

const service = await createTestService({ PULL_ALLOW_LOOPBACK: '1' });

for (const system of Object.keys(VENDORS) as (VendorName & SystemName)[])
  describe(`an entry that is fetched from ${system}`, () => {
    const parent = (people: readonly Person[]) => {
      const found = people.find(
        ({ absences, terminationDate }) =>
          terminationDate === null &&
          absences.some(
            ({ type, endDate, isApproved }) => type === 'Elternzeit' && endDate !== null && isApproved,
          ),
      );
      const leave = found?.absences.find(({ type }) => type === 'Elternzeit');
      if (!leave) throw new Error('nobody is on leave');
      return { person: found as Person, leave };
    };

    it('is invalid if an absence ends before it begins, and the person keeps the pause', async () => {
      const company = await createPullingCompany(service, system);
      const { person, leave } = parent(company.server.company.people);
      const stored = async () =>
        (
          await company.sql`
            select l.absences from hr_links l join employees e on e.company_id = l.company_id and e.id = l.employee_id
            where l.company_id = ${company.companyId} and l.ended_at is null and e.email = ${person.email}`
        ).map(({ absences }) => absences);
      assert.equal((await company.night()).run?.status, 'succeeded');
      const before = await stored();
      const wrong: [string, string][] = [
        [addDays(TODAY, 20), addDays(TODAY, 10)],
        [addDays(TODAY, 20), '2016-11-25'],
        ['2062-11-25', addDays(TODAY, 10)],
      ];
      // Of the others, two filter by the days that they are asked for.
      const sent = ['bamboohr', 'hibob'].includes(system) ? wrong.slice(0, 1) : wrong;
      for (const [startDate, endDate] of sent) {
        Object.assign(leave, { startDate, endDate });
        const { pull, run } = await company.night();
        assert.equal(pull.status, 'accepted', pull.detail);
        assert.deepEqual([run?.counts.invalid, run?.counts.updated], [1, 0], `${startDate} to ${endDate}`);
        assert.deepEqual(await stored(), before);
      }
    });

    it('ends the pull or is invalid if it has texts that no column can have', async () => {
      const company = await createPullingCompany(service, system);
      assert.equal((await company.night()).run?.status, 'succeeded');
      const { person } = parent(company.server.company.people);
      const name = person.lastName;
      for (const odd of ['A\0B', 'A\ud800B', 'x'.repeat(100_000)]) {
        person.lastName = odd;
        const { pull, run } = await company.night();
        if (pull.status !== 'accepted') assert.equal(pull.code, 'source-unreadable');
        assert.equal(run?.counts.offboarded ?? 0, 0);
        person.lastName = name;
        person.personnelNumber = odd;
        const numbered = await company.night();
        if (numbered.pull.status !== 'accepted')
          assert.match(numbered.pull.code, /^(source-unreadable|invalid-values)$/);
        assert.equal(numbered.run?.counts.offboarded ?? 0, 0);
        person.personnelNumber = 'P000001x';
      }
    });
  });
