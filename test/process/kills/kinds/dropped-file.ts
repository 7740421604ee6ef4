import { createIntegration } from '../../../../src/company/integrations/create-integration.ts';
import { OPERATOR } from '../../../../src/domain/audit/record-change.ts';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { DROPS } from '../../../../src/platform/limits.ts';
import { activateSource, draftSource, mapDraft } from '../../../../src/rosters/pull/set-up-source.ts';
import { createSources } from '../../../../src/rosters/pull/sources.ts';
import { put } from '../../support/program.ts';
import { addSyncingCompany } from '../../support/syncing.ts';
import { Client, sendUntil } from '../client.ts';
import { faultUnless } from '../fault.ts';
import { holdStatement } from '../hold.ts';
import { SECRET_KEY } from '../installation.ts';
import type { Kind } from '../kind.ts';

const PEOPLE = 100;

/** Larger than one part: a column that nobody needs fills the file. */
function fileOf(night: number): string {
  const filling = 'x'.repeat(Math.ceil((1.5 * DROPS.partBytes) / PEOPLE));
  const rows = Array.from(
    { length: PEOPLE },
    (_, at) => `D${at};Ada;Night ${night};d${at}@example.org;1990-01-01;2020-01-01;;${filling}`,
  );
  return ['Personalnummer;Vorname;Nachname;E-Mail;Geburtsdatum;Eintritt;Austritt;Notiz', ...rows, ''].join(
    '\n',
  );
}

const FIELDS = {
  ...{ hrId: 'Personalnummer', firstName: 'Vorname', lastName: 'Nachname', email: 'E-Mail' },
  ...{ dateOfBirth: 'Geburtsdatum', startDate: 'Eintritt', terminationDate: 'Austritt' },
};

/** A client sends a file, and again until it is accepted: the service stores it, reads it and applies the roster. */
export const droppedFile: Kind = {
  name: 'dropped file',
  async prepare(installation) {
    const { sql, urls, place } = installation;
    const { companyId, key } = await addSyncingCompany(sql);
    const integrationId = await createIntegration(sql, companyId, OPERATOR, {
      name: 'files',
      type: 'hr-integration',
    });
    const sources = createSources({ config: readConfig(place.variables), secretKeys: [SECRET_KEY] });
    const integration = { companyId, integrationId, actor: OPERATOR };
    await sql.begin(async (tx) => {
      await draftSource(tx, sources, integration, { system: 'file-drop', values: {} });
      await mapDraft(tx, integration, { fields: FIELDS, absenceTypes: [] });
      await activateSource(tx, integration, 'manual');
    });
    let nights = 0;
    let last = 0;
    const client = new Client();
    const newPulls = () => sql<{ isOver: boolean; runs: number; status: string | null }[]>`
      select p.finished_at is not null as "isOver",
        (select count(*) from sync_runs r where r.company_id = p.company_id and r.sync_id = p.sync_id) as runs,
        (select min(status) from sync_runs r where r.company_id = p.company_id and r.sync_id = p.sync_id) as status
      from roster_pulls p where p.company_id = ${companyId} and p.id > ${last}`;
    return {
      async start() {
        const [newest] = await sql<{ id: number }[]>`
          select coalesce(max(id), 0) as id from roster_pulls where company_id = ${companyId}`;
        last = newest?.id ?? 0;
        const file = fileOf(++nights);
        const send = () => put(`${urls()[0]}/hr-integrations/${integrationId}/file`, key, file);
        client.begin(() => sendUntil(send, (answer) => answer?.status === 202));
      },
      // While it is stored, or in the transaction that accepts it.
      hold: () =>
        nights % 2 === 0
          ? holdStatement(installation, 'insert', 'roster_pulls', `new.company_id = ${companyId}`)
          : holdStatement(installation, 'insert', 'dropped_parts', `new.company_id = ${companyId}`),
      async wasInterrupted() {
        const [found] = await newPulls();
        if (found)
          faultUnless(
            found.runs === (found.isOver ? 1 : 0),
            'half',
            'a roster without a settled pull, or the reverse',
          );
        return !client.hasEnded() || (found !== undefined && found.status !== 'succeeded');
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
        faultUnless(found.length === 1, found.length === 0 ? 'lost' : 'doubled', `${found.length} pulls`);
        faultUnless(found[0]?.runs === 1, 'lost', `${found[0]?.runs} rosters`);
        faultUnless(found[0].status === 'succeeded', 'lost', `the roster is ${found[0].status}`);
        const [stored] = await sql<{ files: number; names: number }[]>`
          select (select count(*)::int from dropped_files where company_id = ${companyId} and received_at is not null) as files,
            (select count(*)::int from employees where company_id = ${companyId} and last_name = ${`Night ${nights}`}) as names`;
        faultUnless(stored?.files === 1, 'half', `${stored?.files} files are kept`);
        faultUnless(stored?.names === PEOPLE, 'lost', `${stored?.names} people of the file`);
      },
    };
  },
};
