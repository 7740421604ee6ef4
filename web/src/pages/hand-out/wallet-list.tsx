import { useQuery } from '@tanstack/react-query';
import { fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import { CopyButton } from '../../design/copy.tsx';
import { CsvLink, List } from '../../domain/list.tsx';
import { PersonCell } from '../../domain/person-cell.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useSession } from '../../session/context.ts';

const PER_PAGE = 25;

export function WalletList() {
  const { handOut, documents, person } = useMessages();
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
        <CsvLink size="small" href={fileUrl('GET /wallet-links.csv', { query: { search, language } })} />
      </div>
      <List
        search={handOut.search}
        none={{ icon: 'ticket', title: handOut.noWallets, text: handOut.noWalletsText }}
        noneFound={search !== '' && { title: handOut.nobodyFound }}
        query={query}
        keyOf={({ ticketId }) => ticketId}
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
  );
}
