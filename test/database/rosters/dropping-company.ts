import assert from 'node:assert/strict';
import { createIntegration } from '../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../src/domain/audit/record-change.ts';
import { pullRoster } from '../../../src/rosters/pull/pull-roster.ts';
import { claimPulls } from '../../../src/rosters/pull/pulls-sql.ts';
import { createSources } from '../../../src/rosters/pull/sources.ts';
import { KeptBodies } from '../../../src/rosters/receive/kept-body.ts';
import { type Answer, createPortalUser } from '../portal/portal.ts';
import { basic, type TestService } from '../support/service.ts';
import { createSyncingCompany } from '../support/syncing-company.ts';

export const HEADINGS = 'Personalnummer;Vorname;Nachname;E-Mail;Geburtsdatum;Eintritt;Austritt';

export const rosterOf = (...names: string[]) =>
  [
    HEADINGS,
    ...names.map((name, at) => `${at + 1};${name};Muster;${name}@example.com;1990-01-0${at + 1};2020-01-01;`),
    '',
  ].join('\n');

export const dataOf = (answer: Pick<Answer, 'statusCode' | 'body' | 'json'>) => {
  assert.ok(answer.statusCode < 300, `${answer.statusCode} ${answer.body}`);
  return answer.json().data;
};

/** A company with an integration that takes files and is being set up. */
export async function createDropping(service: TestService) {
  const { database, config, secretKeys } = service;
  const { sql } = database;
  const sources = createSources({ config, secretKeys });
  const keptBodies = new KeptBodies();
  const company = await createSyncingCompany(service);
  const { companyId } = company;
  const admin = await createPortalUser(service, companyId);
  const id = await createIntegration(sql, companyId, OPERATOR, { name: 'Export', type: 'hr-integration' });
  const say = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    await admin.send(`/integrations/${id}${path}`, { method, ...(body && { body }) });
  const draft = (system = 'file-drop', values = {}) => say('PUT', '/source/draft', { system, values });
  dataOf(await draft());
  const put = (
    file: string | Buffer,
    {
      key = company.key,
      name = 'people.csv',
      headers = {},
      to = id,
    }: { key?: typeof company.key; name?: string; headers?: Record<string, string>; to?: number } = {},
  ) =>
    service.app.inject({
      method: 'PUT',
      url: `/hr-integrations/${to}/file?name=${encodeURIComponent(name)}`,
      headers: { authorization: basic(key), ...headers },
      payload: file,
    });
  const fetchQueued = async () => {
    const { signal } = new AbortController();
    for (;;) {
      const pulls = await claimPulls(sql, companyId, 10);
      if (pulls.length === 0) return;
      for (const pull of pulls)
        await pullRoster({ database, sources, limits: config.rosterLimits, keptBodies, signal }, pull);
    }
  };
  /** Reads what is queued and applies it, as the workers do. */
  const night = async () => {
    await fetchQueued();
    await company.work();
  };
  const activate = async () => {
    const { guesses, absenceColumns } = dataOf(
      await say('POST', '/source/draft/test', { showsValues: false }),
    ).survey;
    dataOf(await say('PUT', '/source/draft/mapping', { fields: guesses, absenceTypes: [], absenceColumns }));
    return dataOf(await say('POST', '/source/draft/activate', { schedule: 'manual' }));
  };
  const people = async () =>
    (
      await sql<{ name: string }[]>`
        select first_name as name from employees e join hr_links l on l.company_id = e.company_id and l.employee_id = e.id
        where e.company_id = ${companyId} and l.ended_at is null order by 1`
    ).map(({ name }) => name);
  const pulls = () => sql<{ syncId: string; status: string; code: string | null }[]>`
    select sync_id as "syncId", status, code from roster_pulls
    where company_id = ${companyId} and integration_id = ${id} order by id`;
  const files = () => sql<{ name: string; isComplete: boolean }[]>`
    select name, received_at is not null as "isComplete" from dropped_files
    where company_id = ${companyId} and integration_id = ${id} order by id`;
  return { ...company, id, admin, say, draft, put, fetchQueued, night, activate, people, pulls, files };
}

export type Dropping = Awaited<ReturnType<typeof createDropping>>;

/** With a first file, of Ada and Ben, that is applied. */
export async function dropping(service: TestService): Promise<Dropping> {
  const company = await createDropping(service);
  dataOf(await company.put(rosterOf('Ada', 'Ben')));
  await company.activate();
  await company.night();
  return company;
}
