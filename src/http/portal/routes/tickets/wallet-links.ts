import { Type } from 'typebox';
import { recordChange } from '../../../../domain/audit/record-change.ts';
import { recordView } from '../../../../domain/audit/record-view.ts';
import { pageOfMonthLinks, readMonthLinks } from '../../../../tickets/wallet/month-links.ts';
import type { App } from '../../../app.ts';
import { pageOf, recordId, toPage } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { languageParameter, streamCsv, writingFor } from '../../csv.ts';
import { walletLinkFile } from '../../files/wallet-links.ts';
import { actorOf, companyOf, readerOf } from '../../require-session.ts';
import { file, named, pageParameters, searchParameter } from '../../schemas.ts';

const MonthLink = named('WalletLink', {
  employeeId: recordId,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  month: Type.String(),
  ticketId: Type.String(),
  apple: Type.String(),
  google: Type.String(),
});

export function walletLinkRoutes(
  app: App,
  { database, walletLinks }: Needs<'database' | 'walletLinks'>,
): void {
  app.get(
    '/wallet-links',
    {
      config: { access: 'portal-change-people' },
      schema: {
        querystring: Type.Object({ ...pageParameters, ...searchParameter }),
        response: { 200: pageOf(MonthLink) },
      },
    },
    async (request) => {
      const { page, perPage, ...filter } = request.query;
      const found = await database.lists.read(readerOf(request), (sql, companyId) =>
        pageOfMonthLinks(sql, companyId, walletLinks, filter, { page, perPage }),
      );
      const companyId = companyOf(request);
      await recordView(database.sql, companyId, {
        actor: actorOf(request),
        action: 'wallet-links-viewed',
        subject: { type: 'company', id: companyId },
        details: { people: found.items.length },
      });
      return toPage(found, request.query, (link) => link);
    },
  );

  app.get(
    '/wallet-links.csv',
    {
      config: { access: 'portal-change-people' },
      schema: {
        querystring: Type.Object({ ...searchParameter, ...languageParameter }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      await recordChange(database.sql, companyOf(request), {
        actor: actorOf(request),
        action: 'wallet-links-exported',
        subject: { type: 'company', id: companyOf(request) },
      });
      const read = database.lists.batches(readerOf(request));
      const { language: _, ...filter } = request.query;
      const batches = readMonthLinks(read, companyOf(request), walletLinks, filter);
      const writing = writingFor(request);
      return await streamCsv(reply, writing, { ...walletLinkFile(writing), batches });
    },
  );
}
