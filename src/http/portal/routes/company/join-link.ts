import { Type } from 'typebox';
import { TEXTS } from '../../../../../texts/catalogue.ts';
import { LANGUAGES } from '../../../../../texts/language.ts';
import { notFound } from '../../../../platform/errors.ts';
import { qrCode } from '../../../../platform/qr-code.ts';
import { dismissStranger } from '../../../../views/join/dismiss-stranger.ts';
import { selectJoiningCompany, selectStrangers } from '../../../../views/join/join-sql.ts';
import { renewJoinLink } from '../../../../views/join/renew-join-link.ts';
import type { App } from '../../../app.ts';
import { attachment } from '../../../content-disposition.ts';
import { date, idParameter, oneOf, record, recordId, timestamp } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { file, named, noContent } from '../../schemas.ts';

const JoinLink = named('JoinLink', {
  link: Type.String(),
  /** The rows of the QR code: 1 is a dark module. */
  code: Type.Array(Type.String()),
});

const Stranger = named('Stranger', {
  id: recordId,
  email: Type.String(),
  dateOfBirth: date('Date of birth.'),
  askedAt: timestamp('When it was asked last.'),
  isKnownAddress: Type.Boolean(),
});

/** The join link of the company, and who asked by it without being listed. */
export function joinLinkRoutes(
  app: App,
  { config, database: { sql }, joinLink, threads }: Needs<'config' | 'database' | 'joinLink' | 'threads'>,
): void {
  const linkOf = async (companyId: number) => {
    const company = await selectJoiningCompany(sql, companyId);
    if (!company) throw notFound();
    return { ...company, link: joinLink({ companyId, version: company.version }) };
  };

  app.get(
    '/join-link',
    { config: { access: 'portal-administer' }, schema: { response: { 200: record(JoinLink) } } },
    async (request) => {
      const { link } = await linkOf(companyOf(request));
      const code = qrCode(link).map((row) => row.map((dark) => (dark ? '1' : '0')).join(''));
      return { data: { link, code } };
    },
  );

  app.get(
    '/join-link/poster.pdf',
    {
      config: { access: 'portal-administer' },
      schema: {
        querystring: Type.Object({ language: oneOf(LANGUAGES) }),
        response: { 200: file },
      },
    },
    async (request, reply) => {
      const { language } = request.query;
      const { name: companyName, link } = await linkOf(companyOf(request));
      const bytes = await threads.run<typeof import('../../../../tickets/documents/poster-thread.ts')>(
        companyOf(request),
        import.meta.resolve('../../../../tickets/documents/poster-thread.ts'),
        {
          poster: { companyName, link, pageAddress: new URL('/me', config.baseUrl).href, language },
          isSpecimen: config.environment === 'staging',
        },
        request.signal,
      );
      return reply
        .type('application/pdf')
        .header('Content-Disposition', attachment(`${TEXTS[language].poster.fileName}.pdf`))
        .send(Buffer.from(bytes));
    },
  );

  app.post(
    '/join-link/renew',
    { config: { access: 'portal-administer' }, schema: { response: { 204: noContent } } },
    async (request, reply) => {
      await sql.begin((tx) => renewJoinLink(tx, companyOf(request), actorOf(request)));
      return reply.code(204).send();
    },
  );

  app.get(
    '/join-requests',
    {
      config: { access: 'portal-see-people' },
      schema: { response: { 200: record(Type.Array(Stranger)) } },
    },
    async (request) => {
      const found = await selectStrangers(sql, companyOf(request));
      return { data: found.map((each) => ({ ...each, askedAt: each.askedAt.toISOString() })) };
    },
  );

  app.delete(
    '/join-requests/:id',
    {
      config: { access: 'portal-change-people' },
      schema: { params: idParameter, response: { 204: noContent } },
    },
    async (request, reply) => {
      await sql.begin((tx) => dismissStranger(tx, companyOf(request), request.params.id, actorOf(request)));
      return reply.code(204).send();
    },
  );
}
