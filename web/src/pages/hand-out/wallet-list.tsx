import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { urlOf } from '../../api/client.ts';
import { walletLinksQuery } from '../../api/queries.ts';
import type { WalletLink } from '../../api/types.ts';
import { DownloadLink } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Pager } from '../../design/pager.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';

const PER_PAGE = 25;

export function WalletList() {
  const { handOut, common } = useMessages();
  const format = useFormat();
  const address = useListAddress();
  const { businessDate } = useSession();
  const query = useQuery(walletLinksQuery({ page: address.page, perPage: PER_PAGE }));
  return (
    <div className="stack">
      <div className="row-between">
        <p className="quiet">{handOut.walletsText(format.month(businessDate))}</p>
        <DownloadLink size="small" href={urlOf('/wallet-links.csv')}>
          {common.exportCsv}
        </DownloadLink>
      </div>
      <div className={query.isPlaceholderData ? 'card table-fading' : 'card'}>
        <Loaded query={query} lines={8}>
          {(page) => (
            <>
              <WalletTable links={page.data} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

function WalletTable({ links }: { links: WalletLink[] }) {
  const { handOut, documents, person } = useMessages();
  const format = useFormat();
  if (links.length === 0)
    return (
      <Empty icon="ticket" title={handOut.noWallets}>
        {handOut.noWalletsText}
      </Empty>
    );
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{documents.person}</th>
            <th>{person.month}</th>
            <th>{person.apple}</th>
            <th>{person.google}</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.ticketId}>
              <td>
                <Link href={`/employees/${link.employeeId}`} className="strong">
                  {link.firstName} {link.lastName}
                </Link>
                <div className="small quiet">{link.email}</div>
              </td>
              <td className="quiet">{format.month(link.month)}</td>
              <td data-label={person.apple}>
                <CopyButton text={link.apple} label={handOut.copyLink} />
              </td>
              <td data-label={person.google}>
                <CopyButton text={link.google} label={handOut.copyLink} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
