import { useState } from 'react';
import { documentName } from '../../../texts/document-name.ts';
import type { Format } from '../../../texts/format.ts';
import { Card } from '../design/card.tsx';
import { Icon } from '../design/icon.tsx';
import type { EmployeePage } from './routes.ts';
import { useFocus } from './use-focus.ts';
import { m } from './words.ts';

const FIRST_SHOWN = 6;

export function DocumentList({
  path,
  documents,
  format,
}: {
  path: string;
  documents: EmployeePage['documents'];
  format: Format;
}) {
  const [all, setAll] = useState(false);
  const firstOfMore = useFocus<HTMLAnchorElement>(all);
  return (
    <Card title={m.documents.title}>
      {documents.length === 0 ? (
        <p className="quiet">{m.documents.none}</p>
      ) : (
        <ul className="me-documents">
          {documents.slice(0, all ? undefined : FIRST_SHOWN).map(({ id, name, kind, createdAt }, index) => (
            <li key={id}>
              <a
                ref={index === FIRST_SHOWN ? firstOfMore : undefined}
                href={`${path}/documents/${id}`}
                download
              >
                <Icon name="download" />
                <span>
                  <span className="strong">{documentName(name, kind, m.documents.titles, format.month)}</span>
                  <span className="small quiet">
                    {m.documents.kinds[kind]}, {format.date(createdAt)}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {!all && documents.length > FIRST_SHOWN && (
        <button type="button" className="button me-more" onClick={() => setAll(true)}>
          {m.documents.all}
        </button>
      )}
    </Card>
  );
}
