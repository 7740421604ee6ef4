import { useMessages } from '../language/use-messages.ts';
import { Button } from './button.tsx';

export function Pager({
  page,
  totalPages,
  total,
  perPage,
  onPage,
}: {
  page: number;
  totalPages: number;
  total: number;
  perPage: number;
  onPage: (page: number) => void;
}) {
  const m = useMessages();
  if (total === 0) return null;
  const from = (page - 1) * perPage + 1;
  return (
    // No landmark: a page may have several lists.
    <div className="pager">
      <span className="numbers" role="status">
        {m.common.shown(from, Math.min(total, page * perPage), total)}
      </span>
      {totalPages > 1 && (
        <span className="row">
          <Button size="small" icon="left" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {m.common.previous}
          </Button>
          <Button size="small" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
            {m.common.next}
          </Button>
        </span>
      )}
    </div>
  );
}
