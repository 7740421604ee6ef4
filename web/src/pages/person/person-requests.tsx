import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { routeQuery } from '../../api/route-query.ts';
import type { EmployeeRequest } from '../../api/routes.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Table } from '../../design/table.tsx';
import { useFormat } from '../../language/use-format.ts';
import { useMessages } from '../../language/use-messages.ts';
import { useMay } from '../../session/context.ts';
import { AnswerDialog } from '../requests/answer-dialog.tsx';
import { RequestText } from '../requests/request-text.tsx';
import { useRequestsText } from '../requests/use-requests-text.ts';

/** What the person has asked for on the own page, if anything. */
export function PersonRequests({ person }: { person: { id: number; name: string } }) {
  const requests = useRequestsText();
  const { common } = useMessages();
  const format = useFormat();
  const mayChange = useMay('change-people');
  const [answering, setAnswering] = useState<EmployeeRequest | null>(null);
  const items = useQuery(routeQuery('GET /employees/:id/requests', { params: { id: person.id } })).data ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={requests.ofPerson} flush>
      <Table
        items={items}
        keyOf={({ id }) => id}
        columns={[
          { title: requests.what, className: 'roomy', show: (request) => <RequestText request={request} /> },
          {
            title: requests.asked,
            onPhone: 'named',
            className: 'nowrap quiet',
            show: ({ askedOn }) => format.day(askedOn),
          },
          {
            title: common.status,
            onPhone: 'corner',
            end: true,
            show: (request) =>
              request.status === 'open' && mayChange ? (
                <Button size="small" onClick={() => setAnswering(request)}>
                  {requests.answer}
                </Button>
              ) : (
                requests.states[request.status]
              ),
          },
        ]}
      />
      {answering && (
        <AnswerDialog request={answering} name={person.name} onClose={() => setAnswering(null)} />
      )}
    </Card>
  );
}
