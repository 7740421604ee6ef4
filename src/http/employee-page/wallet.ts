import { Type } from 'typebox';
import { notFound } from '../../platform/errors.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { attachment } from '../content-disposition.ts';
import type { Needs } from '../services.ts';
import { tokenParameter } from './entrances.ts';
import { showProblems } from './shell.ts';

const PKPASS_TYPE = 'application/vnd.apple.pkpass';
const file = Type.Unsafe<never>({ type: 'string', contentMediaType: PKPASS_TYPE });
const elsewhere = Type.Unsafe<never>({
  type: 'null',
  description: 'To the page that saves it in Google Wallet.',
});

/** A link that has ended shows a page that leads to the employee's page. */
export async function walletRoutes(
  app: App,
  { database, readWalletToken, makePass }: Needs<'database' | 'readWalletToken' | 'makePass'>,
): Promise<void> {
  await app.register(async (pages: App) => {
    showProblems(pages);
    pages.get(
      '/wallet/:token',
      {
        config: { access: LINK, problems: ['ticket-not-valid', 'wallet-not-configured'] },
        onRequest: (_request, reply, done) => {
          // The referrer would contain the token.
          reply.header('Referrer-Policy', 'no-referrer');
          done();
        },
        schema: {
          operationId: 'getWalletPass',
          summary: "Get a ticket's wallet pass",
          description:
            "The target of a ticket's wallet links, for the employee to open: an Apple pass to download, or the way to Google's page.",
          tags: ['Wallet'],
          params: tokenParameter,
          produces: [PKPASS_TYPE],
          response: {
            200: { description: 'A pass for Apple Wallet.', content: { [PKPASS_TYPE]: { schema: file } } },
            303: elsewhere,
          },
        },
      },
      async (request, reply) => {
        const asked = readWalletToken(request.params.token);
        if (!asked) throw notFound();
        const pass = await makePass(database.sql, asked.companyId, asked, request.signal);
        reply.header('Cache-Control', 'private, no-store');
        if (pass.wallet === 'google') return reply.redirect(pass.address, 303);
        return reply
          .header('Content-Type', PKPASS_TYPE)
          .header('Content-Disposition', attachment(pass.fileName))
          .send(pass.bytes);
      },
    );
  });
}
