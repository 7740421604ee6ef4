import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { DownloadLink } from '../../design/button.tsx';
import { CopyButton } from '../../design/copy.tsx';
import { Empty } from '../../design/empty.tsx';
import { SearchField } from '../../design/search-field.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { PersonCell } from '../../domain/person-cell.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';

const PER_PAGE = 25;

export function WalletList() {
  const { handOut, documents, person, common } = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const address = useListAddress();
  const search = address.get('search');
  const { businessDate } = useSession();
  const query = useQuery(
    routeQuery('GET /wallet-links', { query: { search, page: address.page, perPage: PER_PAGE } }),
  );
  return (
    <div className="stack">
      <div className="row-between">
        <p className="quiet">{handOut.walletsText(format.month(businessDate))}</p>
        <DownloadLink size="small" href={fileUrl('GET /wallet-links.csv', { query: { search, language } })}>
          {common.exportCsv}
        </DownloadLink>
      </div>
      <div className="row filters">
        <SearchField
          label={handOut.search}
          value={search}
          onChange={(text) => address.set({ search: text })}
        />
      </div>
      <div className="card">
        <PagedTable
          query={query}
          keyOf={({ ticketId }) => ticketId}
          empty={
            <Empty icon="ticket" title={search ? handOut.nobodyFound : handOut.noWallets}>
              {!search && handOut.noWalletsText}
            </Empty>
          }
          columns={[
            { title: documents.person, show: (link) => <PersonCell person={link} /> },
            {
              title: handOut.link,
              end: true,
              show: ({ apple, google }) => (
                <div className="row row-end">
                  <CopyButton text={apple} label={person.apple} />
                  <CopyButton text={google} label={person.google} />
                </div>
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
