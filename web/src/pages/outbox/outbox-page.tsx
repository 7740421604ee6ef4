import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import { ListPage } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useOutboxText } from '../../domain/use-outbox-text.ts';
import { useFormat } from '../../language/use-format.ts';

const PER_PAGE = 25;
/** A mail is written a moment after its cause. */
const POLL_MS = 3_000;

export default function OutboxPage() {
  const outbox = useOutboxText();
  const format = useFormat();
  const address = useListAddress();
  const query = useQuery({
    ...routeQuery('GET /outbox', { query: { page: address.page, perPage: PER_PAGE } }),
    refetchInterval: POLL_MS,
  });
  return (
    <ListPage
      title={outbox.title}
      text={outbox.text}
      none={{ icon: 'inbox', title: outbox.none, text: outbox.noneText }}
      query={query}
      keyOf={({ id }) => id}
      columns={[
        {
          title: outbox.subject,
          className: 'strong roomy',
          show: ({ id, subject }) => <Link href={`/outbox/${id}`}>{subject}</Link>,
        },
        { title: outbox.to, onPhone: 'named', show: ({ to }) => to },
        { title: outbox.kind, onPhone: 'named', show: ({ kind }) => outbox.kinds[kind] },
        {
          title: outbox.at,
          className: 'quiet numbers nowrap',
          onPhone: 'named',
          show: ({ sentAt }) => format.moment(sentAt),
        },
      ]}
    />
  );
}
