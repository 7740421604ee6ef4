import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { selectManagedIntegrations } from '../../../../src/company/integrations/managed-sql.ts';
import { selectNumbers } from '../../../../src/company/statements/statements-sql.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { selectCompanyDay } from '../../../../src/domain/day/company-day.ts';
import { personnelNumber } from '../../../../src/domain/rules/personnel-numbers-sql.ts';
import { selectEmployeeToMail } from '../../../../src/notifications/mail/compose-employee-sql.ts';
import { selectPayroll } from '../../../../src/people/employees/payroll-sql.ts';
import { selectLeaverForUpdate } from '../../../../src/people/privacy/erase-sql.ts';
import { rollBackAfter } from '../../../../src/platform/db/roll-back.ts';
import { inDay } from '../../../../src/tickets/issue/open-day.ts';
import { selectSubjects } from '../../../../src/tickets/subscriptions/actions/actions-sql.ts';
import { selectOwnersByEmail } from '../../../../src/views/employee-page/employee-page-sql.ts';
import { selectMailable } from '../../../../src/views/employee-page/mailable.ts';
import { readLinks } from '../../../../src/views/timeline/read-links.ts';
import { createPortalUser } from '../../portal/portal.ts';
import { addPerson, freezeClock } from '../../support/people.ts';
import { createTestCompany, createTestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';

/** Facts about a person that several features use, each in one rule. */
const service = await createTestService();
const { sql } = service.database;

describe('the personnel number', () => {
  it('is that of the oldest present link, of ended ones the latest, wherever it is shown', async () => {
    const company = await createSyncingCompany(service, { planType: 'fully-subsidized-plan' });
    const { companyId, integrationId: first, newIntegration, sync } = company;
    const second = await newIntegration('Payroll');
    const admin = await createPortalUser(service, companyId);
    const ada = entry('S-1', { firstName: 'Ada' });
    const other = (to: number) => [entry(`M-${to}`, { firstName: 'Max' })];
    const sentBy = { first: { ...ada, hrId: 'F-9' }, second: ada };

    /** The number of Ada in each place. */
    const numbers = async () => {
      const [{ id }] = (await company.people('search=ada')) as [{ id: number }];
      const list = (await admin.send('/employees?search=ada')).json().data.data[0];
      const csv = (await admin.send('/employees.csv?search=ada&columns=personnelNumber&language=en')).body;
      const [sorted] = await sql<{ number: string }[]>`
        select (${personnelNumber(sql)}) as number from employees e where e.company_id = ${companyId} and e.id = ${id}`;
      return {
        list: list.payroll.personnelNumber,
        file: /"(S-1|F-9)"/.exec(csv)?.[1],
        charge: (await selectPayroll(sql, companyId, [id])).get(id)?.facts.personnelNumber,
        payroll: (await selectNumbers(sql, companyId, [id])).get(id)?.personnelNumber,
        sorted: sorted?.number,
      };
    };
    const everywhere = (number: string) => ({
      list: number,
      file: number,
      charge: number,
      payroll: number,
      sorted: number,
    });

    await sync([sentBy.second, ...other(second)], { to: second });
    await sync([sentBy.first, ...other(first)], { to: first });
    assert.deepEqual(
      await numbers(),
      everywhere('S-1'),
      'the oldest link, although its integration is the later one',
    );
    await sync(other(second), { to: second });
    assert.deepEqual(await numbers(), everywhere('F-9'), 'the only present link');
    await sync(other(first), { to: first });
    assert.deepEqual(await numbers(), everywhere('F-9'), 'the link that ended last');
    await sql`update hr_links set ended_at = now() where company_id = ${companyId} and ended_at is not null`;
    assert.deepEqual(await numbers(), everywhere('F-9'), 'of links that ended together, the latest');
    await sync([sentBy.second, ...other(second)], { to: second });
    assert.deepEqual(await numbers(), everywhere('S-1'), 'a present link');
  });
});

interface Link {
  type: 'hr-integration' | 'custom';
  startDate?: string;
  lastDay?: string;
  ended?: boolean;
}

describe('whether a person has left', async () => {
  const { company } = await createTestCompany(service);
  await freezeClock(sql, company.id, '2026-11-15');
  const integrations = [
    await createIntegration(sql, company.id, OPERATOR, { name: 'HR', type: 'api-integration' }),
    await createIntegration(sql, company.id, OPERATOR, { name: 'Temps', type: 'api-integration' }),
  ];
  const hr = (link: Omit<Link, 'type'> = {}): Link => ({ type: 'hr-integration', ...link });
  const byHand = (link: Omit<Link, 'type'> = {}): Link => ({ type: 'custom', ...link });
  let count = 0;

  async function personWith(links: readonly Link[], termStart?: string) {
    const email = `person-${++count}@has-left.example.com`;
    const id = await addPerson(sql, company.id, { email, ...(termStart && { termStart }) });
    for (const [index, { type, startDate = '2020-01-01', lastDay = null, ended }] of links.entries()) {
      const isListed = type === 'hr-integration';
      await sql`
        insert into hr_links (company_id, employee_id, integration_id, type, hr_id, start_date, termination_date, first_seen_on, ended_at)
        values (${company.id}, ${id}, ${integrations[index] ?? 0}, ${type}, ${isListed ? `N-${id}-${index}` : null},
          ${isListed ? startDate : null}, ${isListed ? lastDay : null}, ${isListed ? '2020-01-01' : null},
          ${ended ? '2026-10-01' : null})`;
    }
    return { id, email };
  }

  const CASES: [what: string, links: Link[], hasLeft: boolean, termStart?: string][] = [
    ['nobody has ever listed them', [], false],
    ['they were only linked by hand, and no longer are', [byHand({ ended: true })], false],
    ['an HR system lists them', [hr()], false],
    ['an HR system listed them once', [hr({ ended: true })], true],
    ['one HR system of two lists them', [hr({ ended: true }), hr()], false],
    ['they are linked by hand after an HR system listed them', [hr({ ended: true }), byHand()], false],
    ['their last day is today', [hr({ lastDay: '2026-11-15' })], false],
    ['their last day was yesterday', [hr({ lastDay: '2026-11-14' })], true],
    ['their last day in one of two HR systems was yesterday', [hr({ lastDay: '2026-11-14' }), hr()], false],
    [
      'they return with their old last day',
      [hr({ startDate: '2026-12-01', lastDay: '2026-06-30' })],
      false,
      '2026-01-01',
    ],
    ['they never began', [hr({ startDate: '2026-12-01', lastDay: '2026-11-14' })], true],
  ];
  for (const [what, links, expected, termStart] of CASES)
    it(`is ${expected} for links, mails and actions alike: ${what}`, async () => {
      const { id, email } = await personWith(links, termStart);
      const day = await selectCompanyDay(sql, company.id);
      assert(day);
      const [subject] = await selectSubjects(sql, day, [id]);
      const [mailable] = await selectMailable(sql, company.id, [id]);
      assert.deepEqual(
        {
          action: subject?.hasLeft,
          pageLink: mailable?.hasLeft,
          requestedLink: (await selectOwnersByEmail(sql, email)).length === 0,
          mail: (await selectEmployeeToMail(sql, company.id, id))?.hasLeft,
        },
        { action: expected, pageLink: expected, requestedLink: expected, mail: expected },
      );
    });
});

describe('whether a conflict about a person is open', () => {
  it('is the same for links, mails and requests: for the person of the number, and for the one it was exchanged with', async () => {
    const company = await createSyncingCompany(service);
    const { companyId, sync } = company;
    const [ada, ben, cleo] = [entry('A', { dateOfBirth: '1990-05-05' }), entry('B'), entry('C')];
    await sync([ada, ben, cleo]);
    await sync([{ ...ben, hrId: 'A' }, { ...ada, hrId: 'B' }, cleo]);
    const people = await sql<{ id: number; email: string }[]>`
      select id, email from employees where company_id = ${companyId} order by first_name`;
    const found = people.map(async ({ id, email }) => {
      const [mailable] = await selectMailable(sql, companyId, [id]);
      const owners = await selectOwnersByEmail(sql, email);
      return {
        pageLink: mailable?.hasConflict,
        requestedLink: !owners.some((owner) => owner.companyId === companyId),
        mail: (await selectEmployeeToMail(sql, companyId, id))?.hasConflict,
      };
    });
    const everywhere = (isOpen: boolean) => ({ pageLink: isOpen, requestedLink: isOpen, mail: isOpen });
    assert.deepEqual(await Promise.all(found), [everywhere(true), everywhere(true), everywhere(false)]);
  });
});

describe('whether a person is listed', () => {
  it('is the same on the page of the person, for an erasure, and in the number of an integration', async () => {
    const company = await createSyncingCompany(service);
    const { companyId, integrationId, sync } = company;
    const listed = async () => {
      const [integration] = await selectManagedIntegrations(sql, companyId, integrationId);
      const [{ id }] = (await company.people('search=FirstA')) as [{ id: number }];
      return {
        count: integration?.people,
        page: (await readLinks(sql, companyId, id)).some(({ present }) => present),
        erasure: (
          await rollBackAfter(sql, (tx) =>
            inDay(tx, companyId, 'short', (day) => selectLeaverForUpdate(tx, day, id)),
          )
        )?.isLinked,
      };
    };
    await sync([entry('A'), entry('B')]);
    assert.deepEqual(await listed(), { count: 2, page: true, erasure: true });
    await sync([entry('B')]);
    assert.deepEqual(await listed(), { count: 1, page: false, erasure: false });
  });
});
