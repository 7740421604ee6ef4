import { Type } from 'typebox';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { readPageLinks } from '../../../../views/employee-page/list-page-links.ts';
import { renewLink } from '../../../../views/employee-page/renew-link.ts';
import type { App } from '../../../app.ts';
import { idParameter, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { pageLinkFile } from '../../files/page-links.ts';
import { Person, readPerson } from '../../person.ts';
import { actorOf, companyOf, readerOf, sessionOf } from '../../require-session.ts';
import { file } from '../../schemas.ts';

/** The links to the employees' pages. */
export function pageLinkRoutes(
  app: App,
  services: Needs<'config' | 'database' | 'dayWork' | 'walletLinks' | 'contractLink' | 'pageLink'>,
): void {
  const { database, dayWork, pageLink } = services;

  app.get(
    '/page-links.csv',
    {
      config: { access: 'portal-change-people' },
      schema: { querystring: Type.Object(languageParameter), response: { 200: file } },
    },
    async (request, reply) => {
      const companyId = companyOf(request);
      await recordChange(database.sql, companyId, {
        actor: actorOf(request),
        action: 'page-links-exported',
        subject: { type: 'company', id: companyId },
      });
      const batches = readPageLinks(
        database.lists.batches(readerOf(request)),
        companyId,
        pageLink,
        actorOf(request),
      );
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...pageLinkFile(writing), batches });
    },
  );

  app.post(
    '/employees/:id/page-link',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 200: record(Person) } },
    },
    async (request) => {
      const { id } = request.params;
      const companyId = companyOf(request);
      return await dayWork(request, companyId, async (sql) => {
        await sql.begin((tx) => renewLink(tx, companyId, id, actorOf(request)));
        return { data: await readPerson(sql, services, sessionOf(request), id) };
      });
    },
  );
}
