import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { routeQuery } from '../../api/route-query.ts';
import type { ListedRequest } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { PageHead } from '../../design/page.tsx';
import { Segments } from '../../design/segments.tsx';
import { List } from '../../domain/list.tsx';
import { useListAddress } from '../../domain/use-list-address.ts';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { AnswerDialog } from './answer-dialog.tsx';
import { RequestText } from './request-text.tsx';
import { StrangerList } from './stranger-list.tsx';
import { useRequestsText } from './use-requests-text.ts';

/** What employees have asked for on their page. */
export default function RequestsPage() {
  const requests = useRequestsText();
  const { common } = useMessages();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const address = useListAddress();
  const open = address.get('answered') !== 'true';
  const [answering, setAnswering] = useState<ListedRequest | null>(null);
  const query = useQuery({
    ...routeQuery('GET /requests', { query: { page: address.page, open } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageHead title={requests.title} text={requests.text} />
      <List
        query={query}
        keyOf={({ id }) => id}
        filters={
          <Segments
            label={requests.shown}
            value={open ? 'open' : 'answered'}
            options={[
              { value: 'open', label: requests.open },
              { value: 'answered', label: requests.answered },
            ]}
            onChange={(value) => address.set({ answered: value === 'answered' ? 'true' : '' })}
          />
        }
        none={{
          icon: 'inbox',
          title: open ? requests.none : requests.noneAnswered,
          ...(open && { text: requests.noneText }),
        }}
        columns={[
          {
            title: requests.who,
            className: 'roomy',
            show: ({ employeeId, firstName, lastName }) => (
              <Link href={`/employees/${employeeId}`} className="strong">
                {firstName} {lastName}
              </Link>
            ),
          },
          { title: requests.what, show: (request) => <RequestText request={request} /> },
          {
            title: requests.asked,
            onPhone: 'named',
            className: 'nowrap quiet',
            show: ({ askedAt }) => format.shortMoment(askedAt),
          },
          open
            ? {
                title: common.actions,
                onPhone: 'named',
                end: true,
                show: (request) =>
                  mayChange && (
                    <Button size="small" onClick={() => setAnswering(request)}>
                      {requests.answer}
                    </Button>
                  ),
              }
            : {
                title: common.status,
                onPhone: 'corner',
                show: ({ status }) => requests.states[status],
              },
        ]}
      />
      {open && <StrangerList />}
      {answering && (
        <AnswerDialog
          request={answering}
          name={`${answering.firstName} ${answering.lastName}`}
          onClose={() => setAnswering(null)}
        />
      )}
    </div>
  );
}
