import assert from 'node:assert/strict';
import type { CompanySettings } from '../../../../src/company/companies/companies-sql.ts';
import { moveClock } from '../../../../src/company/companies/move-clock.ts';
import { setCompany } from '../../../../src/company/companies/set-company.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import type { LinkClass } from '../../../../src/platform/links/link-class.ts';
import { createPageLink } from '../../../../src/platform/links/page-links.ts';
import type { EmployeeActionMode } from '../../../../src/tickets/subscriptions/actions/employee-actions.ts';
import { createPortalUser } from '../../portal/portal.ts';
import type { TestService } from '../../support/service.ts';
import { createSyncingCompany, entry } from '../../support/syncing-company.ts';
import { BORN, createVisitor } from '../employee-page/visitor.ts';

interface Input {
  planType?: string;
  fromMonth?: string;
  untilMonth?: string;
}

const roster = (numbers: readonly string[]) => numbers.map((hrId) => entry(hrId, { dateOfBirth: BORN }));

/** A company whose employees act on their pages, with an HR user. */
export async function createCompanyWithActs(
  service: TestService,
  mode: EmployeeActionMode,
  settings: CompanySettings = {},
) {
  const { sql } = service.database;
  const company = await createSyncingCompany(service, {
    autoEnrol: false,
    employeeActions: mode,
    ...settings,
  });
  const { companyId } = company;
  const hr = await createPortalUser(service, companyId, 'hr');
  const pageLink = createPageLink('https://tickets.example.com', service.secretKeys);
  await company.sync(roster(['1', '2', '3']));
  const ids = async () => (await company.people()).map(({ id }: { id: number }) => id) as number[];
  const [first = 0, second = 0, third = 0] = await ids();

  const pathOf = (employeeId: number, linkClass: LinkClass = 'mailed', linkVersion = 1) =>
    new URL(pageLink({ companyId, employeeId, linkVersion }, linkClass)).pathname;

  /** A browser that has opened the person's page. */
  const visit = async (employeeId: number, linkClass: LinkClass = 'mailed') => {
    const path = pathOf(employeeId, linkClass);
    const visitor = createVisitor(service);
    assert.equal((await visitor.prove(path)).statusCode, 204);
    const preview = async (action: string, input: Input = {}) => {
      const answer = await visitor.post(`${path}/acts/${action}/preview`, input);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().data;
    };
    const send = async (action: string, body: object) => await visitor.post(`${path}/acts/${action}`, body);
    return {
      ...visitor,
      path,
      preview,
      send,
      /** Looks at the outcome and confirms it. */
      act: async (action: string, input: Input = {}) => {
        const { outcome, refusal } = await preview(action, input);
        assert(outcome, JSON.stringify(refusal));
        const { effectiveOn, contributionCents } = outcome;
        const answer = await send(action, { ...input, effectiveOn, contributionCents });
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json().data.result as string;
      },
      page: async () => (await visitor.get(`${path}/data`)).json().data.page,
      withdraw: (id: number) => visitor.post(`${path}/requests/${id}/withdraw`),
    };
  };

  const requests = async (open = true) => (await hr.send(`/requests?open=${open}`)).json().data.data;
  const previewRequest = async (id: number) =>
    (await hr.send(`/requests/${id}/preview`, { method: 'POST', body: {} })).json().data;
  /** HR looks at the outcome and approves it. */
  const approve = async (id: number) => {
    const { outcome, refusal } = await previewRequest(id);
    assert(outcome, JSON.stringify(refusal));
    const { effectiveOn, contributionCents } = outcome;
    return await hr.send(`/requests/${id}/approve`, {
      method: 'POST',
      body: { effectiveOn, contributionCents },
    });
  };
  const refuse = (id: number, answer = 'Bitte sprechen Sie uns an.') =>
    hr.send(`/requests/${id}/refuse`, { method: 'POST', body: { answer } });

  return {
    ...company,
    hr,
    people: { first, second, third },
    pathOf,
    visit,
    requests,
    previewRequest,
    approve,
    refuse,
    /** Issues the months on the way. */
    clock: (day: string) => moveClock(sql, 'staging', companyId, OPERATOR, day),
    list: (numbers: readonly string[]) => company.sync(roster(numbers)),
    set: (values: CompanySettings) => sql.begin((tx) => setCompany(tx, companyId, OPERATOR, values)),
    /** HR does it. */
    actAsHr: async (employeeId: number, action: string, input: Input = {}) => {
      const answer = await hr.send(`/employees/${employeeId}/actions/${action}`, {
        method: 'POST',
        body: input,
      });
      assert.equal(answer.statusCode, 200, answer.body);
    },
  };
}
