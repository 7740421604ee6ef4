import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, urlOf } from '../../api/client.ts';
import { documentsQuery } from '../../api/queries.ts';
import type { EmployeeDocument } from '../../api/types.ts';
import { useChange } from '../../api/use-change.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { PageHead } from '../../design/page.tsx';
import { Pager } from '../../design/pager.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

const PER_PAGE = 25;

export default function DocumentsPage() {
  const { documents } = useMessages();
  const address = useListAddress();
  const onlyDownloadable = address.get('downloadable') === 'true';
  const query = useQuery(
    documentsQuery({
      downloadable: onlyDownloadable || undefined,
      createdFrom: address.get('createdFrom'),
      createdTo: address.get('createdTo'),
      page: address.page,
      perPage: PER_PAGE,
    }),
  );
  return (
    <div className="page">
      <PageHead title={documents.title} text={documents.text} />
      <div className="row filters">
        {(['createdFrom', 'createdTo'] as const).map((name) => (
          <label key={name} className="row small quiet">
            {name === 'createdFrom' ? documents.from : documents.to}
            <input
              type="date"
              className="input filter-select"
              value={address.get(name)}
              onChange={({ target }) => address.set({ [name]: target.value })}
            />
          </label>
        ))}
        <button
          type="button"
          className="chip"
          aria-pressed={onlyDownloadable}
          onClick={() => address.set({ downloadable: onlyDownloadable ? null : 'true' })}
        >
          {documents.onlyDownloadable}
        </button>
      </div>
      <div className={query.isPlaceholderData ? 'card table-fading' : 'card'}>
        <Loaded query={query} lines={10}>
          {(page) => (
            <>
              <DocumentTable documents={page.data} />
              <Pager {...page} onPage={(next) => address.set({ page: String(next) })} />
            </>
          )}
        </Loaded>
      </div>
    </div>
  );
}

function DocumentTable({ documents: all }: { documents: EmployeeDocument[] }) {
  const { documents, common } = useMessages();
  if (all.length === 0)
    return (
      <Empty icon="document" title={documents.none}>
        {documents.noneText}
      </Empty>
    );
  return (
    <div className="table-scroll">
      <table className="table table-cards">
        <thead>
          <tr>
            <th>{documents.document}</th>
            <th>{documents.person}</th>
            <th>{documents.kind}</th>
            <th>{documents.date}</th>
            <th>
              <span className="hidden-visually">{common.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((document) => (
            <Row key={document.id} document={document} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ document }: { document: EmployeeDocument }) {
  const { documents, vocabulary, common } = useMessages();
  const format = useFormat();
  const mayChange = useMayChange();
  const withhold = useChange({
    send: (withheld: boolean) => api.patch<EmployeeDocument>(`/documents/${document.id}`, { withheld }),
    done: ({ downloadable }) => (downloadable ? documents.released : documents.withheld),
  });
  return (
    <tr>
      <td>
        <span className="strong">{document.documentName}</span>{' '}
        <span className="tag">{document.documentFileType.toUpperCase()}</span>
      </td>
      <td>
        <Link href={`/employees/${document.employeeId}`}>{document.employeeName}</Link>
      </td>
      <td className="quiet">{vocabulary.documentKind[document.kind]}</td>
      <td className="quiet numbers nowrap">{format.day(document.createdAt.slice(0, 10))}</td>
      <td className="end">
        <div className="row row-end">
          {document.downloadable ? (
            <DownloadLink size="small" href={urlOf(`/documents/${document.id}/download`)}>
              {common.download}
            </DownloadLink>
          ) : (
            <span className="tag">{documents.notDownloadable}</span>
          )}
          {mayChange && (
            <Button
              size="small"
              kind="quiet"
              busy={withhold.isPending}
              onClick={() => withhold.mutate(document.downloadable)}
            >
              {document.downloadable ? documents.withhold : documents.release}
            </Button>
          )}
        </div>
      </td>
    </tr>
  );
}
