import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { EmployeeDocument } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Empty } from '../../design/empty.tsx';
import { PageHead } from '../../design/page.tsx';
import { Problem } from '../../design/problem.tsx';
import { DayFilters } from '../../domain/day-filters.tsx';
import { PagedTable } from '../../domain/paged-table.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMayChange } from '../../session/context.ts';

const PER_PAGE = 25;
const DAYS = ['createdFrom', 'createdTo'] as const;

export default function DocumentsPage() {
  const { documents, vocabulary, common, audit } = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const address = useListAddress();
  const onlyDownloadable = address.get('downloadable') === 'true';
  const isFiltered = onlyDownloadable || DAYS.some((name) => address.get(name) !== '');
  const filters = {
    ...(onlyDownloadable && { downloadable: true }),
    createdFrom: format.startOfDay(address.get('createdFrom')),
    createdTo: format.endOfDay(address.get('createdTo')),
  };
  const query = useQuery(
    routeQuery('GET /documents', { query: { ...filters, page: address.page, perPage: PER_PAGE } }),
  );
  return (
    <div className="page">
      <PageHead
        title={documents.title}
        text={documents.text}
        actions={
          <DownloadLink href={fileUrl('GET /documents.csv', { query: { ...filters, language } })}>
            {common.exportCsv}
          </DownloadLink>
        }
      />
      <div className="row filters">
        <DayFilters address={address} names={DAYS} />
        <button
          type="button"
          className="chip"
          aria-pressed={onlyDownloadable}
          onClick={() => address.set({ downloadable: onlyDownloadable ? null : 'true' })}
        >
          {documents.onlyDownloadable}
        </button>
      </div>
      <div className="card">
        <PagedTable
          query={query}
          keyOf={({ id }) => id}
          empty={
            <Empty icon="document" title={isFiltered ? audit.noneText : documents.none}>
              {isFiltered ? null : documents.noneText}
            </Empty>
          }
          columns={[
            {
              title: documents.document,
              className: 'roomy',
              show: ({ documentName, documentFileType, kind }) => (
                <>
                  <span className="strong">{documentName}</span>
                  <div className="small quiet">
                    {vocabulary.documentKind[kind]}, {documentFileType.toUpperCase()}
                  </div>
                </>
              ),
            },
            {
              title: documents.person,
              show: ({ employeeId, employeeName }) => (
                <Link href={`/employees/${employeeId}`}>{employeeName}</Link>
              ),
            },
            {
              title: documents.date,
              className: 'quiet numbers nowrap',
              show: ({ createdAt }) => format.date(createdAt),
            },
            {
              title: common.actions,
              quietTitle: true,
              end: true,
              show: (document) => <DocumentButtons document={document} />,
            },
          ]}
        />
      </div>
    </div>
  );
}

function DocumentButtons({ document }: { document: EmployeeDocument }) {
  const { documents, common } = useMessages();
  const mayChange = useMayChange();
  const withhold = useChange({
    send: (withheld: boolean) =>
      call('PATCH /documents/:id', { params: { id: document.id }, body: { withheld } }),
    done: ({ downloadable }) => (downloadable ? documents.released : documents.withheld),
  });
  return (
    <>
      <div className="row row-end">
        {document.downloadable ? (
          <DownloadLink
            size="small"
            href={fileUrl('GET /documents/:id/download', { params: { id: document.id } })}
          >
            {common.download}
          </DownloadLink>
        ) : (
          <span className="tag">
            {document.kind === 'contract' ? documents.notSigned : documents.notDownloadable}
          </span>
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
      <Problem error={withhold.error} />
    </>
  );
}
