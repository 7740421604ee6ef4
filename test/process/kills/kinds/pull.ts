import { after } from 'node:test';
import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { activateSource } from '../../../../src/rosters/pull/set-up-source.ts';
import { createSources } from '../../../../src/rosters/pull/sources.ts';
import { connectSource } from '../../../database/support/pulling-company.ts';
import { changeSome, makeCompany } from '../../../hr-systems/people.ts';
import { startHrSystem } from '../../../hr-systems/serve.ts';
import { post } from '../../support/program.ts';
import { addSyncingCompany } from '../../support/syncing.ts';
import { Client, sendUntil } from '../client.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement } from '../hold.ts';
import { SECRET_KEY } from '../installation.ts';
import type { Kind } from '../kind.ts';

const PEOPLE = 250;

/** A client triggers a pull: the service fetches the people of an HR system, page after page, and applies the roster. */
export const pull: Kind = {
  name: 'pull',
  async prepare(installation) {
    const { sql, urls, place } = installation;
    const { companyId, key } = await addSyncingCompany(sql);
    const server = await startHrSystem('personio', { company: makeCompany({ people: PEOPLE }), answerMs: 5 });
    after(() => server.close());
    const integrationId = await createIntegration(sql, companyId, OPERATOR, {
      name: 'personio',
      type: 'hr-integration',
    });
    const sources = createSources({ config: readConfig(place.variables), secretKeys: [SECRET_KEY] });
    const integration = { companyId, integrationId, actor: OPERATOR };
    await connectSource(sql, sources, integration, { system: 'personio', server });
    await sql.begin((tx) => activateSource(tx, integration, 'manual'));
    let nights = 0;
    let last = 0;
    const client = new Client();
    const newPulls = () => sql<{ isOver: boolean; runs: number; status: string | null }[]>`
      select p.finished_at is not null as "isOver",
        (select count(*) from sync_runs r where r.company_id = p.company_id and r.sync_id = p.sync_id) as runs,
        (select min(status) from sync_runs r where r.company_id = p.company_id and r.sync_id = p.sync_id) as status
      from roster_pulls p where p.company_id = ${companyId} and p.id > ${last}`;
    /** 409: the pull whose answer was lost is open. If it is over, there is no need for another one. */
    const trigger = async () => {
      const url = `${urls()[0]}/hr-integrations/${integrationId}/trigger`;
      const send = async () => {
        const [made] = await newPulls();
        return made ? undefined : await post(url, key, '{}');
      };
      await sendUntil(send, (answer) => answer === undefined || [202, 409].includes(answer.status));
    };
    return {
      async start() {
        const [newest] = await sql<{ id: number }[]>`
          select coalesce(max(id), 0) as id from roster_pulls where company_id = ${companyId}`;
        last = newest?.id ?? 0;
        changeSome(server.company, ++nights);
        client.begin(trigger);
      },
      // In the transaction that accepts the roster, or while the last person is staged.
      hold: () =>
        nights % 2 === 0
          ? holdStatement(installation, 'insert', 'sync_runs', `new.company_id = ${companyId}`)
          : holdStatement(
              installation,
              'insert',
              'pulled_people',
              `new.company_id = ${companyId} and new.source_id = '${server.company.people.at(-1)?.id}'`,
            ),
      async wasInterrupted() {
        const [found] = await newPulls();
        if (!found) return false;
        faultUnless(
          found.runs === (found.isOver ? 1 : 0),
          'half',
          'a roster without a settled pull, or the reverse',
        );
        const [claimed] = await sql`
          select 1 from roster_pulls where company_id = ${companyId} and id > ${last} and claimed_until is not null and finished_at is null`;
        return claimed !== undefined || found.status === 'running';
      },
      async isDone() {
        if (!client.hasEnded()) return false;
        const found = await newPulls();
        return (
          found.length > 0 &&
          found.every(({ isOver, status }) => isOver && status !== 'queued' && status !== 'running')
        );
      },
      async check() {
        const found = await newPulls();
        faultUnless(found.length === 1, 'doubled', `${found.length} pulls`);
        faultUnless(
          found[0]?.runs === 1,
          found[0]?.runs === 0 ? 'lost' : 'doubled',
          `${found[0]?.runs} rosters`,
        );
        faultUnless(found[0].status === 'succeeded', 'lost', `the roster is ${found[0].status}`);
        const [stored] = await sql<{ staged: number; people: number }[]>`
          select (select count(*) from pulled_people where company_id = ${companyId}) as staged,
            (select count(*) from hr_links where company_id = ${companyId} and ended_at is null) as people`;
        faultUnless(stored?.staged === 0, 'half', `${stored?.staged} people are staged still`);
      },
    };
  },
};
