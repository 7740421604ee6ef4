import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { documentName } from '../../../../texts/document-name.ts';
import { call, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { EmployeeDocument } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { FilterSelect } from '../../design/filter-select.tsx';
import { Problem } from '../../design/problem.tsx';
import { DayFilters } from '../../domain/day-filters.tsx';
import { DocumentDownload } from '../../domain/document-download.tsx';
import { CsvLink, ListPage } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useLanguage } from '../../language/use-language.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { ZipDialog } from './zip-dialog.tsx';

const PER_PAGE = 25;
const KINDS = ['receipt', 'contract', 'upload'] as const;
const DAYS = ['createdFrom', 'createdTo'] as const;

export default function DocumentsPage() {
  const { documents, vocabulary, common, audit } = useMessages();
  const format = useFormat();
  const { language } = useLanguage();
  const address = useListAddress();
  const onlyDownloadable = address.get('downloadable') === 'true';
  const kinds = address.choices('kinds', KINDS);
  const search = address.get('search');
  const isFiltered =
    onlyDownloadable || kinds.length > 0 || search !== '' || DAYS.some((name) => address.get(name) !== '');
  const mayChange = useMay('change-people');
  const [zipping, setZipping] = useState(false);
  const filters = {
    kinds,
    search,
    ...(onlyDownloadable && { downloadable: true }),
    createdFrom: format.startOfDay(address.get('createdFrom')),
    createdTo: format.endOfDay(address.get('createdTo')),
  };
  const query = useQuery(
    routeQuery('GET /documents', {
      query: { ...filters, page: address.page, perPage: PER_PAGE, sortField: 'createdAt', sortOrder: 'desc' },
    }),
  );
  return (
    <ListPage
      title={documents.title}
      text={documents.text}
      actions={
        <>
          {mayChange && (
            <Button icon="download" onClick={() => setZipping(true)}>
              {documents.zip}
            </Button>
          )}
          <CsvLink href={fileUrl('GET /documents.csv', { query: { ...filters, language } })} />
        </>
      }
      search={documents.search}
      filters={
        <>
          <FilterSelect
            label={documents.kind}
            value={kinds[0] ?? ''}
            any={documents.anyKind}
            options={KINDS.map((kind) => ({ value: kind, label: documents.kinds[kind] }))}
            onChange={(kind) => address.set({ kinds: kind })}
          />
          <DayFilters address={address} names={DAYS} />
          <button
            type="button"
            className="chip"
            aria-pressed={onlyDownloadable}
            onClick={() => address.set({ downloadable: onlyDownloadable ? null : 'true' })}
          >
            {documents.onlyDownloadable}
          </button>
        </>
      }
      none={{ icon: 'document', title: documents.none, text: documents.noneText }}
      noneFound={isFiltered && { title: audit.noneText }}
      query={query}
      keyOf={({ id }) => id}
      columns={[
        {
          title: documents.document,
          className: 'roomy',
          show: ({ documentName: name, documentFileType, kind }) => (
            <>
              <span className="strong">
                {documentName(name, kind, vocabulary.documentTitle, format.month)}
              </span>
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
    >
      {zipping && <ZipDialog onClose={() => setZipping(false)} />}
    </ListPage>
  );
}

function DocumentButtons({ document }: { document: EmployeeDocument }) {
  const { documents } = useMessages();
  const mayChange = useMay('change-people');
  const withhold = useChange({
    send: (withheld: boolean) =>
      call('PATCH /documents/:id', { params: { id: document.id }, body: { withheld } }),
    done: ({ downloadable }) => (downloadable ? documents.released : documents.withheld),
  });
  return (
    <>
      <div className="row row-end">
        <DocumentDownload document={document} />
        {/* A contract that nobody has signed can never be released. */}
        {mayChange && document.isFinal && (
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
