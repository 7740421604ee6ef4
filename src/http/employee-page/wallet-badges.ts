import { Type } from 'typebox';
import { LANGUAGES } from '../../../texts/language.ts';
import { WALLETS } from '../../platform/config/wallet-badges.ts';
import { OPEN } from '../access.ts';
import type { App } from '../app.ts';
import { noSuchRoute } from '../problems.ts';
import { oneOf } from '../schemas.ts';
import type { Needs } from '../services.ts';

/** The vendors' artwork for wallet buttons, as the operator has supplied it. */
export function badgeRoute(app: App, { config: { walletBadges } }: Needs<'config'>): void {
  const badge = Type.Object({ wallet: oneOf(WALLETS), language: oneOf(LANGUAGES) });
  app.get(
    '/me/badges/:wallet/:language',
    { config: { access: OPEN }, schema: { hide: true, params: badge } },
    async ({ params: { wallet, language } }, reply) => {
      const file = walletBadges[wallet]?.[language];
      if (!file) throw noSuchRoute();
      return (
        reply
          .header('Cache-Control', 'public, max-age=3600')
          // Opened by itself, a picture must not run as a page of this origin.
          .header('Content-Security-Policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
          .type('image/svg+xml')
          .send(file)
      );
    },
  );
}
