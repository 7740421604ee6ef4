import { fileUrl } from '../api/client.ts';
import type { EmployeeDocument } from '../api/routes.ts';
import { DownloadLink } from '../design/button.tsx';
import { useMessages } from '../language/use-messages.ts';

/** The link to the file, or why there is none. */
export function DocumentDownload({ document }: { document: EmployeeDocument }) {
  const { documents, common } = useMessages();
  if (!document.downloadable)
    return <span className="tag">{document.isFinal ? documents.notDownloadable : documents.notSigned}</span>;
  return (
    <DownloadLink size="small" href={fileUrl('GET /documents/:id/download', { params: { id: document.id } })}>
      {common.download}
    </DownloadLink>
  );
}
