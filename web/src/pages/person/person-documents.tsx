import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { documentName } from '../../../../texts/document-name.ts';
import { call } from '../../api/client.ts';
import { routeQuery } from '../../api/route-query.ts';
import type { EmployeeDocument } from '../../api/routes.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Empty } from '../../design/empty.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Problem } from '../../design/problem.tsx';
import { DocumentDownload } from '../../domain/document-download.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { Newest } from './newest.tsx';

export function PersonDocuments({ id }: { id: number }) {
  const { person } = useMessages();
  const mayChange = useMay('change-people');
  const query = useQuery(
    routeQuery('GET /employees/:id/documents', {
      params: { id },
      query: { perPage: 50, sortField: 'createdAt', sortOrder: 'desc' },
    }),
  );
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
            <Newest items={page.data}>
              {(shown) => (
                <ul className="lines">
                  {shown.map((document) => (
                    <Line key={document.id} document={document} />
                  ))}
                </ul>
              )}
            </Newest>
          )
        }
      </Loaded>
    </Card>
  );
}

function Line({ document }: { document: EmployeeDocument }) {
  const { vocabulary } = useMessages();
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
      <DocumentDownload document={document} />
    </li>
  );
}
