import type { Format } from '../../../texts/format.ts';
import type { PageTicket } from './routes.ts';
import { language, m } from './words.ts';

/**
 * Apple and Google allow only their own artwork for buttons with their logos, which is not ours to distribute. So the operator
 * supplies it; else these are plain buttons with the vendors' wording, of equal size (docs/operating.md, "Wallet buttons").
 */
export function TicketCard({
  ticket,
  format,
  isSpecimen,
}: {
  ticket: PageTicket;
  format: Format;
  isSpecimen: boolean;
}) {
  const wallets = [
    { wallet: 'apple', href: ticket.apple, label: m.ticket.apple } as const,
    { wallet: 'google', href: ticket.google, label: m.ticket.google } as const,
  ].filter(({ href }) => href !== null);
  // The wallet of the phone in hand comes first.
  if (/Android/.test(navigator.userAgent)) wallets.reverse();
  return (
    <section className="card me-ticket" aria-labelledby="ticket">
      <div className="me-ticket-face">
        <h2 id="ticket">{m.ticket.title(format.month(ticket.month))}</h2>
        {isSpecimen && <p className="me-ticket-specimen">{m.ticket.specimen}</p>}
        <dl>
          <div>
            <dt>{m.ticket.valid}</dt>
            <dd>{format.days(ticket.validFrom, ticket.validUntil)}</dd>
          </div>
          <div>
            <dt>{m.ticket.number}</dt>
            <dd className="mono">{ticket.ticketId}</dd>
          </div>
        </dl>
      </div>
      <div className="card-body stack-s">
        {wallets.length === 0 ? (
          <p className="quiet">{m.ticket.noWallet}</p>
        ) : (
          <>
            <div className="me-wallets">
              {wallets.map(({ wallet, href, label }) =>
                ticket.badges.includes(wallet) ? (
                  <a key={wallet} className="me-wallet-badge" href={href ?? ''} rel="noreferrer">
                    <img src={`/me/badges/${wallet}/${language}`} alt={label} />
                  </a>
                ) : (
                  <a key={wallet} className="me-wallet" href={href ?? ''} rel="noreferrer">
                    {label}
                  </a>
                ),
              )}
            </div>
            <p className="small quiet">{m.ticket.device}</p>
          </>
        )}
      </div>
    </section>
  );
}
