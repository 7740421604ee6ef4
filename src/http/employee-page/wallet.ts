import { Type } from 'typebox';
import { notFound } from '../../platform/errors.ts';
import { openPass } from '../../tickets/wallet/lasting/open-pass.ts';
import { LINK } from '../access.ts';
import type { App } from '../app.ts';
import { attachment } from '../content-disposition.ts';
import type { Needs } from '../services.ts';
import { tokenParameter } from './entrances.ts';
import { showProblems } from './shell.ts';

export const PKPASS_TYPE = 'application/vnd.apple.pkpass';
const file = Type.Unsafe<never>({ type: 'string', contentMediaType: PKPASS_TYPE });
const elsewhere = Type.Unsafe<never>({
  type: 'null',
  description: 'To the page that saves it in Google Wallet.',
});

/** A link that has ended shows a page that leads to the employee's page. */
export async function walletRoutes(
  app: App,
  {
    database,
    readWalletToken,
    readPassToken,
    makePass,
    passes,
  }: Needs<'database' | 'readWalletToken' | 'readPassToken' | 'makePass' | 'passes'>,
): Promise<void> {
  /** A link of a person's pass, or of a single month's ticket. */
  async function open(token: string, signal: AbortSignal) {
    const owner = readPassToken(token);
    if (owner) return await openPass(database.sql, passes, owner, signal);
    const asked = readWalletToken(token);
    if (!asked) throw notFound();
    return await makePass(database.sql, asked.companyId, asked, signal);
  }

  await app.register(async (pages: App) => {
    showProblems(pages);
    pages.get(
      '/wallet/:token',
      {
        config: { access: LINK, problems: ['ticket-not-valid', 'link-ended', 'wallet-not-configured'] },
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
        const pass = await open(request.params.token, request.signal);
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
