import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeTimeline } from '../../../../src/cli/describe-timeline.ts';
import { createCompany } from '../../../../src/company/companies/create-company.ts';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { readTimeline } from '../../../../src/views/timeline/read-timeline.ts';
import { addPerson, freezeClock } from '../../support/people.ts';
import { TestCompany } from '../../support/test-company.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { withKinds } from '../../support/with-kinds.ts';

const { sql } = await createTestDatabase();

async function personWith(
  facts: { pausesHr?: string; pausesPerson?: string; absences?: object[] } & Record<string, unknown>,
) {
  const { id: companyId } = await createCompany(sql, OPERATOR, { name: 'Beispiel GmbH' });
  await freezeClock(sql, companyId, '2026-06-15');
  const integrationId = await createIntegration(sql, companyId, OPERATOR, {
    name: 'HR',
    type: 'api-integration',
  });
  const id = await addPerson(sql, companyId, {
    termStart: '2026-01-01',
    pauses: facts.pausesPerson ?? '{}',
    links: [{ integrationId, hrId: 'P1' }],
    tickets: ['2026-01', '2026-02'],
  });
  await sql`update employees set pauses_hr = ${facts.pausesHr ?? '{}'}::datemultirange where id = ${id}`;
  await sql`update hr_links set absences = ${sql.json(withKinds(facts.absences ?? []) as never)}
    where employee_id = ${id}`;
  return { companyId, id };
}

const parental = { type: 'parental-leave', kind: 'parental', startDate: '2026-04-12', endDate: '2026-06-20' };

describe('a timeline', () => {
  it('names the absence that caused a pause, and no other', async () => {
    const { companyId, id } = await personWith({
      pausesHr: '{[2026-05-01,2026-06-01)}',
      pausesPerson: '{[2026-08-01,)}',
      absences: [
        { type: 'vacation', startDate: '2026-05-01', endDate: '2026-05-31' },
        { ...parental, status: 'declined' },
        parental,
        { type: 'unpaid', startDate: '2026-09-01', endDate: '2026-09-30' },
      ],
    });
    const { terms } = await readTimeline(sql, companyId, id);
    assert.deepEqual(terms[0]?.pauses, [
      { from: '2026-05-01', until: '2026-06-01', owner: 'hr', absences: [parental] },
      { from: '2026-08-01', until: null, owner: 'person', absences: [] },
    ]);
  });

  it('names both sick leaves if only their sum is long enough for a pause', async () => {
    const spells = [
      { type: 'sick-leave', startDate: '2026-03-01', endDate: '2026-04-05' },
      { type: 'sick-leave', startDate: '2026-04-06', endDate: '2026-05-31' },
    ];
    const { companyId, id } = await personWith({ pausesHr: '{[2026-04-01,2026-06-01)}', absences: spells });
    const { terms } = await readTimeline(sql, companyId, id);
    assert.deepEqual(terms[0]?.pauses[0]?.absences, withKinds(spells));
  });

  it('shows the term that follows after a gap, with its own pauses', async () => {
    const company = await TestCompany.create(sql, '2026-01-01');
    const id = await company.addPerson();
    await company.roster([{ id, facts: { terminationDate: '2026-03-31' } }]);
    await company.on('2026-03-25');
    const leave = { type: 'parental-leave', startDate: '2026-08-01', endDate: '2026-08-31' };
    await company.roster([{ id, facts: { startDate: '2026-06-10', absences: [leave] } }]);
    const timeline = await readTimeline(sql, company.id, id);
    const end = { on: '2026-04-01', owner: 'hr', cause: 'termination 2026-03-31' };
    const pause = { from: '2026-08-01', until: '2026-09-01', owner: 'hr', absences: withKinds([leave]) };
    assert.deepEqual(
      [...timeline.terms],
      [
        { number: 1, start: '2026-01-01', isNext: false, ends: [end], pauses: [] },
        { number: 2, start: '2026-07-01', isNext: true, ends: [], pauses: [pause] },
      ],
    );
    assert.match(
      describeTimeline(timeline).join('\n'),
      /^Term 2 from 2026-07-01, after a gap between two employments\n {2}paused from 2026-08-01/m,
    );
    await company.on('2026-04-01');
    const [, second] = (await readTimeline(sql, company.id, id)).terms;
    assert.deepEqual([second?.number, second?.start, second?.isNext], [2, '2026-07-01', false]);
  });

  it('shows that an open-ended pause of the HR system has no end, with and without a following term', async () => {
    const { companyId, id } = await personWith({ pausesHr: '{[2026-05-01,)}' });
    const pause = { owner: 'hr', absences: [] };
    const pauses = async () => (await readTimeline(sql, companyId, id)).terms.map((term) => term.pauses);
    assert.deepEqual(await pauses(), [[{ from: '2026-05-01', until: null, ...pause }]]);
    await sql`
      update employees set term_end_hr = '2026-07-01', term_end_hr_cause = 'termination 2026-06-30',
        following_start = '2026-09-01' where id = ${id}`;
    assert.deepEqual(await pauses(), [
      [{ from: '2026-05-01', until: '2026-09-01', ...pause }],
      [{ from: '2026-09-01', until: null, ...pause }],
    ]);
  });

  it('shows a pause whose absence is no longer in the roster', async () => {
    const { companyId, id } = await personWith({ pausesHr: '{[2026-05-01,2026-06-01)}' });
    const { terms } = await readTimeline(sql, companyId, id);
    assert.deepEqual(terms[0]?.pauses[0]?.absences, []);
  });

  it('shows every end with its owner, the earliest first, after the earlier terms', async () => {
    const { companyId, id } = await personWith({});
    await sql`
      insert into past_terms (company_id, employee_id, number, start_on, end_person)
      values (${companyId}, ${id}, 1, '2025-01-01', '2025-06-01')`;
    await sql`
      update employees set term_number = 2, term_end_hr = '2026-09-01',
        term_end_hr_cause = 'termination 2026-08-31',
        term_end_person = '2026-08-01' where id = ${id}`;
    const { terms, tickets } = await readTimeline(sql, companyId, id);
    assert.deepEqual(
      terms.map(({ number, start, ends }) => ({ number, start, ends })),
      [
        { number: 1, start: '2025-01-01', ends: [{ on: '2025-06-01', owner: 'person', cause: null }] },
        {
          number: 2,
          start: '2026-01-01',
          ends: [
            { on: '2026-08-01', owner: 'person', cause: null },
            { on: '2026-09-01', owner: 'hr', cause: 'termination 2026-08-31' },
          ],
        },
      ],
    );
    assert.deepEqual(
      tickets.map(({ month }) => month),
      ['2026-01', '2026-02'],
    );
  });
});
