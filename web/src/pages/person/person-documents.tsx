import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { documentName } from '../../../../texts/document-name.ts';
import { call, fileUrl } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { EmployeeDocument } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button, DownloadLink } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Problem } from '../../design/problem.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';

const FIRST_SHOWN = 5;

export function PersonDocuments({ id }: { id: number }) {
  const { person } = useMessages();
  const mayChange = useMay('change-people');
  const query = useQuery(
    routeQuery('GET /employees/:id/documents', {
      params: { id },
      query: { perPage: 50, sortField: 'createdAt', sortOrder: 'desc' },
    }),
  );
  const [all, setAll] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const upload = useChange({
    send: (file: File) =>
      call('POST /employees/:id/documents', {
        params: { id },
        headers: { 'x-file-name': encodeURIComponent(file.name), 'x-downloadable': 'true' },
        body: file,
      }),
    done: person.uploaded,
  });
  return (
    <Card
      title={person.documents}
      flush
      actions={
        mayChange && (
          <>
            <Button
              size="small"
              icon="upload"
              busy={upload.isPending}
              title={person.uploadHelp}
              onClick={() => input.current?.click()}
            >
              {person.upload}
            </Button>
            <input
              ref={input}
              type="file"
              className="hidden-visually"
              tabIndex={-1}
              aria-label={`${person.upload}: ${person.uploadHelp}`}
              accept=".pdf,.png,.jpg,.jpeg"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file) upload.mutate(file);
                // Allows choosing the same file again.
                target.value = '';
              }}
            />
          </>
        )
      }
    >
      {upload.error && (
        <div className="card-body">
          <Problem error={upload.error} />
        </div>
      )}
      <Loaded query={query}>
        {(page) =>
          page.data.length === 0 ? (
            <Empty icon="document" title={person.noDocuments} />
          ) : (
            <>
              <ul className="lines">
                {page.data.slice(0, all ? undefined : FIRST_SHOWN).map((document) => (
                  <Line key={document.id} document={document} />
                ))}
              </ul>
              {!all && page.data.length > FIRST_SHOWN && (
                <div className="pager">
                  <Button size="small" onClick={() => setAll(true)}>
                    {person.olderEntries}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Line({ document }: { document: EmployeeDocument }) {
  const { vocabulary, documents, common } = useMessages();
  const format = useFormat();
  return (
    <li className="line">
      <div>
        <div className="strong">
          {documentName(document.documentName, document.kind, vocabulary.documentTitle, format.month)}
        </div>
        <div className="small quiet">
          {vocabulary.documentKind[document.kind]}, {format.date(document.createdAt)}
        </div>
      </div>
      {document.downloadable ? (
        <DownloadLink
          size="small"
          href={fileUrl('GET /documents/:id/download', { params: { id: document.id } })}
        >
          {common.download}
        </DownloadLink>
      ) : (
        <span className="tag">{document.isFinal ? documents.notDownloadable : documents.notSigned}</span>
      )}
    </li>
  );
}
